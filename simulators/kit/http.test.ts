import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { eventually, makeDataDir } from './bench.test-support.ts';
import { createSimulatedClock } from './clock.ts';
import type { HttpAnswer } from './http.ts';
import { startListener } from './listener.ts';

const chunk = Buffer.alloc(64 * 1024, 'x');

/** A listener with one streamed response of `count` chunks; `pulled` counts those that were produced. */
const openStream = async (t: { after(end: () => unknown): void }, count: number, delivery?: HttpAnswer['delivery']) => {
  const state = { pulled: 0, isClosed: false };
  const chunks = function* (): Generator<Buffer> {
    try {
      for (let index = 0; index < count; index += 1) {
        state.pulled += 1;
        yield chunk;
      }
    } finally {
      state.isClosed = true;
    }
  };
  const handle = async (): Promise<HttpAnswer> => ({
    status: 200,
    headers: {},
    body: '',
    stream: { length: count * chunk.length, chunks: chunks() },
    ...(delivery ? { delivery } : {}),
  });
  const mount = { name: 'Stream', recordedAs: null, handle, page: () => '', close: async () => undefined };
  const clock = createSimulatedClock({ dataDir: makeDataDir() });
  const listener = await startListener({ host: '127.0.0.1', port: 0, clock, mounts: [mount] });
  t.after(() => listener.close());
  return { ...listener, state };
};

test('a stream is produced only as fast as the client reads it, and no further once the client has left', async (t) => {
  const { url, state } = await openStream(t, 10_000);
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  socket.pause();
  socket.write('GET /stream HTTP/1.1\r\nhost: localhost\r\n\r\n');
  let before = -1;
  await eventually(async () => {
    if (state.pulled > 0 && state.pulled === before) return true;
    before = state.pulled;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return false;
  });
  // The chunks produced so far are in the socket buffers; most of the 640 MB is not.
  assert.ok(state.pulled < 1000, `${state.pulled} chunks`);
  socket.destroy();
  await eventually(() => state.isClosed);
});

test('a stream is sent as a whole, or cut in half', async (t) => {
  const whole = await openStream(t, 5);
  const answer = await fetch(`${whole.url}/stream`);
  assert.equal(answer.headers.get('content-length'), String(5 * chunk.length));
  assert.equal((await answer.arrayBuffer()).byteLength, 5 * chunk.length);
  const half = await openStream(t, 5, 'half');
  const cut = await fetch(`${half.url}/stream`);
  assert.equal(cut.headers.get('content-length'), String(5 * chunk.length));
  await assert.rejects(cut.arrayBuffer());
  assert.equal(half.state.pulled, 3);
});
