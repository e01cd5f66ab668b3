import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { silentLog } from '../kit/log.ts';
import { createProxyWarning, isNear } from './proxy-warning.ts';

test('an undeclared proxy in front is named in the log, once', async () => {
  const said: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => void said.push(fields) };
  const ask = async (trustProxy: false | number, headers: Record<string, string>): Promise<number> => {
    said.length = 0;
    const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    createProxyWarning(log, trustProxy)(server);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (let count = 0; count < 3; count += 1) await (await fetch(url, { headers })).text();
    server.close();
    return said.length;
  };
  assert.equal(await ask(false, {}), 0);
  assert.equal(await ask(false, { 'x-forwarded-for': '198.51.100.1' }), 1);
  assert.equal(await ask(false, { forwarded: 'for=198.51.100.1' }), 1);
  assert.equal(await ask(1, { 'x-forwarded-for': '198.51.100.1' }), 0);
});

test('only what is near counts as a proxy', () => {
  for (const address of ['10.1.2.3', '172.31.0.1', '192.168.1.1', '127.0.0.1', '::1', 'fd00::1', '::ffff:10.0.0.1']) {
    assert.ok(isNear(address), address);
  }
  for (const address of ['198.51.100.1', '172.32.0.1', '2001:db8::1', '::ffff:198.51.100.1', '']) {
    assert.ok(!isNear(address), address);
  }
});
