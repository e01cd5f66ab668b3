import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { silentMetrics } from '../kit/metrics.ts';
import { createCallWatch } from './call-health.ts';
import { createOutgoing } from './outgoing/outgoing.ts';
import { partnerError } from './partner-error.ts';
import { createRest } from './rest/rest.ts';
import { askJson } from './verify/ask-json.ts';
import { hideSecrets, withoutSecrets } from './without-secrets.ts';

const pem = `-----BEGIN PRIVATE KEY-----\n${'canary+/'.repeat(200)}\n-----END PRIVATE KEY-----\n`;
const secret = 'c4n4ry/+ "secret" é~';
const everything = (error: unknown): string => {
  const { message, stack, cause, ...rest } = error as Error & { cause?: Error };
  return JSON.stringify([message, stack, rest, cause?.message, cause?.stack]);
};

describe('a secret that a partner repeats', () => {
  test('is hidden in every form that it is sent in', () => {
    for (const form of [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ '': secret }).toString(),
      JSON.stringify({ secret }),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
    ]) {
      const shown = hideSecrets(`No: ${form}!`, [secret]);
      assert.match(shown, /^No: .*\*\*\*.*!$/);
      assert.doesNotMatch(shown, /c4n4ry|Y2|secret.*secret/);
    }
  });

  test('is hidden as gateways and frameworks of other languages write it', () => {
    const odd = `c4n4ry/+<"&'>é~(x)`;
    for (const form of [
      // .NET, Go, Python, PHP.
      'c4n4ry/\\u002B\\u003C\\u0022\\u0026\\u0027\\u003E\\u00E9~(x)',
      `c4n4ry/+\\u003c\\"\\u0026'\\u003eé~(x)`,
      `c4n4ry/+<\\"&'>\\u00e9~(x)`,
      `c4n4ry\\/+<\\"&'>\\u00e9~(x)`,
      // A text of JSON in JSON.
      JSON.stringify({ said: JSON.stringify({ odd }) }),
      // Addresses, with small hexadecimal digits, and with every sign encoded.
      encodeURIComponent(odd).replaceAll(/%../g, (code) => code.toLowerCase()),
      encodeURIComponent(odd).replaceAll(/[~()']/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
      // HTML.
      'c4n4ry/+&lt;&quot;&amp;&#39;&gt;é~(x)',
      'c4n4ry/+&lt;&#34;&amp;&#39;&gt;é~(x)',
      'c4n4ry/+&lt;&quot;&amp;&#x27;&gt;é~(x)',
    ])
      assert.doesNotMatch(hideSecrets(`No: ${form}!`, [odd]), /c4n4ry/, form);
  });

  test('of any length costs little, wherever it is', () => {
    const long = 'aaaa+/<&"'.repeat(900);
    const before = performance.now();
    assert.equal(hideSecrets(`No: ${long}!`, [long]), 'No: ***!');
    assert.equal(hideSecrets(`No: ${long.slice(0, 5000)}`, [long]), 'No: ***');
    hideSecrets('a'.repeat(8000), ['a'.repeat(8192)]);
    assert.ok(performance.now() - before < 1000);
  });

  test('is hidden where the text was cut within it, and where it contains another secret', () => {
    for (const length of [30, 100, 999])
      assert.doesNotMatch(withoutSecrets(`bad key ${pem.slice(0, length)}`, { privateKey: pem }), /PRIVATE|canary/);
    assert.equal(hideSecrets('given: key-1-long-part', ['key-1-', 'key-1-long-part']), 'given: ***');
  });

  test('short values and names of places are not hidden', () => {
    assert.equal(
      withoutSecrets('no bucket feeds-of-acme, abc', { feedBucket: 'feeds-of-acme', user: 'abc' }),
      'no bucket feeds-of-acme, abc',
    );
  });

  test('is in no field of an error of a watched call, nor in any of its causes', async () => {
    const watch = createCallWatch({ partner: 'GCP', credentials: { secret }, metrics: silentMetrics });
    const thrown = partnerError(`no ${secret}`, {
      ...{ partner: 'GCP', outcome: 'REFUSED', httpStatus: 401, requestId: undefined, retryable: false },
      partnerCode: `Code ${secret}`,
      details: { fields: [{ name: 'x', message: `${encodeURIComponent(secret)}` }], count: 1 },
      cause: new Error(`sent ${secret}`),
    });
    await assert.rejects(
      watch.call('LISTING', () => Promise.reject(thrown)),
      (error) => {
        assert.equal(error, thrown);
        assert.doesNotMatch(everything(error), /c4n4ry/);
        assert.deepEqual(thrown.details, { fields: [{ name: 'x', message: '***' }], count: 1 });
        return true;
      },
    );
    assert.doesNotMatch(JSON.stringify([...watch.ends()]), /c4n4ry/);
  });
});

describe('a partner that repeats what it was sent', () => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const said = `${'x'.repeat(900)} ${JSON.stringify(request.headers)} ${Buffer.concat(chunks).toString('utf8')}`;
      const status = Number(new URL(request.url ?? '', 'http://x').searchParams.get('status'));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 'Denied', message: said, details: [said] }));
    });
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  test('reveals neither the token of the call nor a field of its form', async () => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const rest = createRest({
      partner: 'HERE',
      outgoing: createOutgoing({ allowedOrigins: [origin] }),
      readError: (body) => body as { code: string; message: string },
      requestIdHeaders: [],
    });
    const basic = Buffer.from('user:c4n4ry-password').toString('base64');
    for (const status of [400, 401, 500])
      for (const authorization of ['Bearer c4n4ry-token', `Basic ${basic}`]) {
        const call = { what: 'it', url: `${origin}/?status=${status}`, headers: { authorization } };
        const form = { client_secret: 'c4n4ry-client', refresh_token: 'c4n4ry-refresh' };
        for (const calling of [rest.send({ ...call, method: 'POST', form }, z.never()), rest.open(call, 5000)])
          await assert.rejects(calling, (error) => {
            assert.doesNotMatch(everything(error), /c4n4ry|dXNlc/);
            assert.match(everything(error), /\*\*\*/);
            return true;
          });
      }
  });

  test('reveals no token when an account is verified', async () => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const account = { partner: 'GCP', service: 'MARKETPLACE', accountId: 'acme', region: '', credentials: {} };
    const request = { method: 'GET', path: '/?status=403', headers: { authorization: 'Bearer c4n4ry-token' } } as const;
    const outgoing = createOutgoing({ allowedOrigins: [origin] });
    const { status, body } = await askJson(outgoing, { ...account, endpoint: origin }, request);
    assert.equal(status, 403);
    assert.match(JSON.stringify(body), /"authorization\\*":\\*"\*\*\*/);
    assert.doesNotMatch(JSON.stringify(body), /c4n4ry/);
  });
});
