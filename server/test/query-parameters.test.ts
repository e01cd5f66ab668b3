import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { queryNamesOf } from '../src/contract/query-names.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { type Reply, startApp, type TestApp } from './app.ts';
import { callerFor } from './examples/all.ts';
import { referenceParameters } from './reference-requests.ts';

// Unknown parameters are refused, so that no caller takes an unfiltered result for a filtered one. No parameter that
// clients of the reference send is unknown.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const ask = (endpoint: Endpoint, query: string): Promise<Reply> => {
  const path = endpoint.path.replace(/^\/org\/\{orgId\}/, '').replaceAll(/\{\w+\}/g, 'missing');
  const rooted = endpoint.path.startsWith('/org/{orgId}') ? path : `/${endpoint.path}`;
  return callerFor(endpoint, app.acme).call(endpoint.method, `${rooted}?${query}`);
};

type Fault = { path: string; code: string; message: string };

const unknownIn = (reply: Reply): Fault[] => {
  assert.equal(reply.status, 400, reply.text);
  return (reply.body as { info: Fault[] }).info.filter(({ code }) => code === 'unknown_parameter');
};

const spellings = (name: string): string[] => [name, name.replace(/Id(s?)$/, 'ID$1'), name.replace(/ID(s?)$/, 'Id$1')];

describe('query parameters', () => {
  for (const endpoint of endpoints) {
    const known = queryNamesOf(endpoint);

    test(`${endpoint.id} refuses those it does not know, each by name, and lists those it knows`, async () => {
      const faults = unknownIn(await ask(endpoint, 'nonsense=1&Status=ACTIVE&__proto__=x&constructor='));
      assert.deepEqual(faults.map(({ path }) => path).sort(), ['Status', '__proto__', 'constructor', 'nonsense']);
      for (const { message } of faults)
        assert.ok(message.endsWith(known.length === 0 ? 'it takes none' : `it takes ${known.join(', ')}`), message);
    });

    test(`${endpoint.id} takes its own, and those of the reference, in both spellings`, async () => {
      const names = [...known, ...(referenceParameters[endpoint.id] ?? [])];
      const wanted = new Set(names.flatMap(spellings));
      const query = [...wanted].map((name) => `${name}=1`).join('&');
      assert.deepEqual(
        unknownIn(await ask(endpoint, `${query}&nonsense=1`)).map(({ path }) => path),
        ['nonsense'],
      );
    });
  }

  test('the same parameter in both spellings is given twice', async () => {
    const reply = await app.acme.viewer.call('GET', '/offer?buyerId=buyer_1&buyerID=buyer_2');
    assert.deepEqual(
      (reply.body as { info: Fault[] }).info.map(({ path, code }) => [path, code]),
      [['buyerID', 'repeated']],
    );
  });

  test('no more than twenty refusals repeat the list of known ones', async () => {
    const query = Array.from({ length: 500 }, (_, index) => `n${index}`).join('&');
    const faults = unknownIn(await app.acme.viewer.call('GET', `/offer?${query}`));
    assert.equal(faults.length, 500);
    assert.equal(faults.filter(({ message }) => message.includes('it takes')).length, 20);
  });

  test('outside organizations too', async () => {
    const token = await app.anonymous('POST', '/public/apiClient/accessToken?scope=all', {
      body: { organizationID: 'o', id: 'i', secret: 's' },
    });
    assert.deepEqual(
      unknownIn(token).map(({ path }) => path),
      ['scope'],
    );
  });
});
