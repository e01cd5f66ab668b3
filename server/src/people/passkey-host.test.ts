import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passkeyHost } from './passkey-host.ts';

for (const [url, host] of [
  ['http://localhost:8080', 'localhost'],
  ['https://market.example/base', 'market.example'],
  ['http://127.0.0.1:8080', undefined],
  ['http://[::1]:8080', undefined],
] as const) {
  test(`passkeys at ${url}: ${host ?? 'none'}`, () => assert.equal(passkeyHost(url), host));
}
