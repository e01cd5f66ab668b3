import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { columns } from '../../tools/permission-matrix.ts';
import { type Permission, permissionsOfRole } from '../src/auth/permissions.ts';
import type { Endpoint } from '../src/contract/endpoint.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { decodeId } from '../src/kit/ids.ts';
import { type Reply, startApp, type TestApp } from './app.ts';
import { idOf } from './examples/example.ts';

const every: readonly Permission[] = [...permissionsOfRole('OWNER')];

/** `golden/permissions.txt` in parsed form: endpoint → column → the response for that kind of caller. */
const matrix = (() => {
  const text = readFileSync(join(import.meta.dirname, '../../golden/permissions.txt'), 'utf8');
  const [head = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/\s+/));
  return new Map(rows.map((cells) => [cells[0] ?? '', new Map(head.map((name, at) => [name, cells[at] ?? '']))]));
})();

let app: TestApp;
/** Sends a request as a kind of caller, or without credentials. */
let ask: (column: string, endpoint: Endpoint) => Promise<Reply>;

const pathOf = (endpoint: Endpoint): string =>
  endpoint.path.replace('{orgId}', app.acme.id).replaceAll(/\{\w+\}/g, 'missing');

before(async () => {
  app = await startApp({}, { idle: true });
  const { owner } = app.acme;
  const body = async (path: string, sent: object): Promise<Record<string, string>> => {
    const reply = await owner.call('POST', path, { body: sent });
    assert.equal(reply.status, 200, reply.text);
    return reply.body as unknown as Record<string, string>;
  };
  const tokenOf = async (accessLevel: string, customRoleId?: string): Promise<string> => {
    const made = await body('/oauthApp', { name: `${accessLevel} ${customRoleId ?? ''}`, accessLevel, customRoleId });
    const response = await fetch(`${app.authUrl}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: made.clientId ?? '',
        client_secret: made.clientSecret ?? '',
      }),
    });
    return `Bearer ${((await response.json()) as { access_token: string }).access_token}`;
  };
  const authorizations = new Map<string, string>([
    ['outsider', `Bearer ${app.globex.owner.token}`],
    ['person:OWNER', `Bearer ${app.acme.owner.token}`],
    ['person:ADMIN', `Bearer ${app.acme.admin.token}`],
    ['app:EDITOR', `Bearer ${app.acme.editor.token}`],
    ['app:VIEWER', `Bearer ${app.acme.viewer.token}`],
  ]);
  for (const role of ['EDITOR', 'VIEWER'] as const) {
    authorizations.set(`person:${role}`, `Bearer ${(await app.acme.addPerson(role)).token}`);
    authorizations.set(`key:${role}`, `Key ${(await body('/apiClient', { type: 'API_KEY', role })).secret}`);
  }
  const asked = new Set(endpoints.map(({ permission }) => permission).filter((permission) => permission !== 'caller'));
  for (const permission of asked) {
    for (const side of ['with', 'without'] as const) {
      const permissions = every.filter((one) => (one === permission) === (side === 'with'));
      const roleId = idOf({ body: await body('/role', { name: `${side} ${permission}`, permissions }) });
      authorizations.set(`app:${side} ${permission}`, await tokenOf('CUSTOM', roleId));
      const person = await app.acme.addPerson('CUSTOM', decodeId('role', roleId) ?? '');
      authorizations.set(`person:${side} ${permission}`, `Bearer ${person.token}`);
    }
  }
  // Without an organization in the path, any permission is enough.
  for (const name of ['app:with', 'app:without', 'person:with', 'person:without'])
    authorizations.set(`${name} caller`, authorizations.get(`${name} contact:read`) ?? '');

  ask = (column, endpoint) => {
    const authorization = authorizations.get(column) ?? authorizations.get(`${column} ${endpoint.permission}`);
    assert.ok(authorization !== undefined || column === 'nobody', column);
    return app.anonymous(endpoint.method, pathOf(endpoint), {
      ...(authorization === undefined ? {} : { headers: { authorization } }),
      ...(endpoint.method === 'GET' ? {} : { body: [] }),
    });
  };
});
after(() => app.close());

const missingOrganization = (reply: Reply): boolean =>
  reply.status === 404 && /organization/i.test((reply.body as { message: string }).message);

/** Whether an endpoint admitted a caller; what it then says about the meaningless request does not matter. */
const heard = (reply: Reply): string => {
  if (reply.status === 401 || reply.status === 403) return String(reply.status);
  return missingOrganization(reply) ? '404' : 'yes';
};

it('the matrix names every endpoint and every kind of principal, and nothing else', () => {
  assert.deepEqual(
    [...matrix.keys()],
    endpoints.map((endpoint) => endpoint.id),
  );
  assert.deepEqual([...(matrix.values().next().value?.keys() ?? [])].slice(2), [
    ...columns.map((column) => column.name),
  ]);
});

describe('every endpoint admits the callers of the matrix, and nobody else', () => {
  for (const endpoint of endpoints) {
    it(endpoint.id, async () => {
      const row = matrix.get(endpoint.id);
      const found: Record<string, string> = {};
      for (const { name } of columns) found[name] = heard(await ask(name, endpoint));
      assert.deepEqual(found, Object.fromEntries(columns.map(({ name }) => [name, row?.get(name)])));
    });
  }
});
