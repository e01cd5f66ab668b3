import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partnerError } from '../../adapters/partner-error.ts';
import { askProvider } from './ask-provider.ts';

const prettify = ({ message }: { message: string }): string => message;
const begun = new Date('2026-03-01T00:00:00Z');
const after = (hours: number) => new Date(begun.getTime() + hours * 3_600_000);

test('a call that moves money is not repeated once the provider may have forgotten its key', async () => {
  let calls = 0;
  const ask = (hours: number, since: Date | string | null) =>
    askProvider({ attempt: 1, now: after(hours) }, { wasUnknown: true, since, prettify }, async () => {
      calls += 1;
      return { state: 'SUCCEEDED' };
    });
  assert.equal((await ask(19, begun.toISOString())).state, 'SUCCEEDED');
  assert.equal((await ask(21, begun.toISOString())).state, 'UNKNOWN');
  assert.equal(calls, 1);
  assert.equal((await ask(500, null)).state, 'SUCCEEDED', 'a read has no key');
});

test('a refusal is believed only if no earlier attempt of the call can have arrived', async () => {
  const refused = partnerError('No.', {
    partner: 'STRIPE',
    outcome: 'REFUSED',
    partnerCode: 'no',
    httpStatus: 400,
    requestId: undefined,
    retryable: false,
  });
  const ask = (attempt: number, isUnknown: boolean, since: Date | null = begun) =>
    askProvider({ attempt, now: begun }, { wasUnknown: isUnknown, since, prettify }, () => Promise.reject(refused));
  assert.deepEqual(await ask(1, false), { state: 'REFUSED', code: 'no', message: 'No.' });
  assert.equal((await ask(2, false)).state, 'UNKNOWN');
  assert.equal((await ask(1, true)).state, 'UNKNOWN');
  assert.equal((await ask(1, false, null)).state, 'UNKNOWN', 'a read that is refused says nothing of the payment');
});
