import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { maskBody, masked, maskHeaders, maskPairs } from './mask.ts';
import type { Exchange } from './record.ts';

const listener = pathToFileURL(join(import.meta.dirname, 'listener.ts')).href;

/** A process that hosts one partner, receives three requests, and exits: what it collected is written at its exit. */
const program = `
import { startListener } from '${listener}';
const answers = { '/some/cut': { delivery: 'half' }, '/some/rubbish': { fault: 'rubbish' } };
const mount = {
  name: 'Some', recordedAs: 'some', page: () => '', close: async () => undefined,
  handle: async ({ path }) => ({
    status: 200, headers: { 'content-type': 'application/json' }, body: '{"NextToken":"2","access_token":"t"}', ...answers[path],
  }),
};
const clock = { now: () => 0 };
const { url } = await startListener({ host: '127.0.0.1', port: 0, clock, mounts: [mount] });
const headers = { authorization: 'Bearer abc', 'content-type': 'application/json' };
await (await fetch(url + '/some/thing?a=%2F', { method: 'POST', headers, body: '{"Quantity":3}' })).text();
await (await fetch(url + '/control/some/fault')).text();
await (await fetch(url + '/some/rubbish')).text();
await (await fetch(url + '/some/cut')).text().catch(() => '');
process.exit(0);
`;

const runProgram = (env: Record<string, string>, code = program): void => {
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
};

test('requests to a partner and its responses are recorded, but not control calls', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'exchanges-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  runProgram({ SIMULATOR_RECORD: join(folder, 'made') });
  const [file = '', ...others] = readdirSync(join(folder, 'made'));
  assert.match(file, /^some-\d+\.jsonl$/);
  assert.deepEqual(others, []);
  const lines = readFileSync(join(folder, 'made', file), 'utf8')
    .trimEnd()
    .split('\n');
  const exchanges = lines.map((line) => JSON.parse(line) as Exchange);
  assert.deepEqual(
    exchanges.map(({ path, fault }) => [path, fault]),
    [
      ['/some/thing', undefined],
      ['/some/rubbish', 'rubbish'],
      ['/some/cut', 'half'],
    ],
  );
  const { requestHeaders, responseHeaders, time, ...first } = exchanges[0]!;
  assert.deepEqual(first, {
    simulator: 'some',
    method: 'POST',
    path: '/some/thing',
    query: 'a=%2F',
    requestBody: { Quantity: 3 },
    status: 200,
    responseBody: { NextToken: '2', access_token: masked },
  });
  assert.equal(requestHeaders.authorization, masked);
  assert.equal(responseHeaders['content-type'], 'application/json');
  assert.ok(Date.parse(time) > 0);
});

const sender = `
import { recordingSend } from '${pathToFileURL(join(import.meta.dirname, 'record.ts')).href}';
const send = recordingSend('some', async (url) => {
  if (String(url).endsWith('/gone')) throw new Error('nobody there');
  return new Response('no', { status: 503 });
});
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = [part({ alg: 'RS256' }), part({ aud: 'us' }), 'c2lnbmF0dXJl'].join('.');
const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
const init = { method: 'POST', headers, body: '{"id":1}' };
if ((await send('http://hook.test/hook/1?a=b', init)).status !== 503) process.exit(1);
await send('http://hook.test/gone', init).catch(() => undefined);
process.exit(0);
`;

test('a partner’s message is recorded with the response to it, and with the claims of its token without the signature', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'exchanges-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  runProgram({ SIMULATOR_RECORD: folder }, sender);
  const [file = ''] = readdirSync(folder);
  const text = readFileSync(join(folder, file), 'utf8');
  assert.ok(!text.includes('c2lnbmF0dXJl'));
  const messages = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange);
  assert.deepEqual(
    messages.map(({ path, query, status, requestBody }) => [path, query, status, requestBody]),
    [
      ['/hook/1', 'a=b', 503, { id: 1 }],
      ['/gone', '', 0, { id: 1 }],
    ],
  );
  assert.deepEqual(messages[0]?.message, { token: { header: { alg: 'RS256' }, claims: { aud: 'us' } } });
  assert.equal(messages[0]?.requestHeaders.authorization, masked);
});

test('without SIMULATOR_RECORD nothing is recorded', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'exchanges-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  runProgram({ TMPDIR: folder });
  assert.deepEqual(readdirSync(folder), []);
});

test('secrets are masked wherever they appear, and page and request tokens are not', () => {
  const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln';
  assert.deepEqual(
    maskBody(
      JSON.stringify({
        clientSecret: 's',
        keys: [{ api_key: 'k', other: jwt }],
        RegistrationToken: 'r',
        ClientRequestToken: 'c',
        pageToken: 'p',
        card: { number: '4111111111111111', cvc: '737' },
        invoice: { number: '7' },
        paymentMethod: { encryptedCardNumber: 'e', type: 'scheme' },
      }),
      'application/json',
    ),
    {
      clientSecret: masked,
      keys: [{ api_key: masked, other: masked }],
      RegistrationToken: masked,
      ClientRequestToken: 'c',
      pageToken: 'p',
      card: { number: masked, cvc: masked },
      invoice: { number: '7' },
      paymentMethod: { encryptedCardNumber: masked, type: 'scheme' },
    },
  );
  const hidden = encodeURIComponent(masked);
  assert.equal(
    maskPairs(
      'grant_type=x&client_secret=s&card%5Bnumber%5D=4111&payment_method_data[card][number]=4&card[exp_month]=1',
    ),
    `grant_type=x&client_secret=${hidden}&card%5Bnumber%5D=${hidden}&payment_method_data[card][number]=${hidden}&card[exp_month]=1`,
  );
  assert.deepEqual(maskHeaders({ 'x-api-key': 'k', 'x-ms-marketplace-token': 't', 'x-amz-target': 'a.b', note: jwt }), {
    'x-api-key': masked,
    'x-ms-marketplace-token': masked,
    'x-amz-target': 'a.b',
    note: masked,
  });
});
