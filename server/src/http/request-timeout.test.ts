import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitRequestTime } from './request-timeout.ts';

const aRequest = (headers: Record<string, string>, streamBytes?: number) => {
  const raw = Object.assign(new EventEmitter(), { complete: false });
  const reply = { raw: new EventEmitter() } as unknown as FastifyReply;
  return { raw, reply, request: { raw, headers, endpoint: { streamBytes } } as unknown as FastifyRequest };
};

/** Whether the request is reported as late before a time has passed. */
const isLate = async ({ raw, reply, request }: ReturnType<typeof aRequest>): Promise<boolean> => {
  limitRequestTime(request, reply, () => raw.emit('late'), 5);
  const waited = setTimeout(() => raw.emit('waited'), 50);
  try {
    return await Promise.race([once(raw, 'late').then(() => true), once(raw, 'waited').then(() => false)]);
  } finally {
    clearTimeout(waited);
  }
};

test('a request that does not end is late, also where its body is never read; one that ended is not', async () => {
  assert.equal(await isLate(aRequest({})), true);
  const ended = aRequest({});
  setImmediate(() => ended.raw.emit('end'));
  assert.equal(await isLate(ended), false);
  const whole = aRequest({});
  whole.raw.complete = true;
  assert.equal(await isLate(whole), false);
});

test('a body that is read as it arrives may take longer, and only where an endpoint takes one', async () => {
  const csv = { 'content-type': 'text/csv', 'content-length': '9000000' };
  assert.equal(await isLate(aRequest(csv, 10_000_000)), false);
  assert.equal(await isLate(aRequest({ ...csv, 'content-length': '900' }, 10_000_000)), true);
  assert.equal(await isLate(aRequest({ ...csv, 'content-type': 'application/json' }, 10_000_000)), true);
  assert.equal(await isLate(aRequest(csv)), true);
});

test('a sender of such a body that was answered, perhaps refused, has no more time than others', async () => {
  const refused = aRequest({ 'content-type': 'text/csv', 'transfer-encoding': 'chunked' }, 10_000_000);
  setImmediate(() => refused.reply.raw.emit('finish'));
  assert.equal(await isLate(refused), true);
  const read = aRequest({ 'content-type': 'text/csv', 'transfer-encoding': 'chunked' }, 10_000_000);
  setImmediate(() => {
    read.raw.complete = true;
    read.reply.raw.emit('finish');
  });
  assert.equal(await isLate(read), false);
});
