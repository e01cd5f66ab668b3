import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createStrictReader, type Read } from '../../tools/demo/strict-reader.ts';
import { credentialsFile, type DemoApp, type DemoCredentials } from '../src/demo/draft.ts';
import { startApp, type TestApp } from './app.ts';
import { readAsReference } from './reference-reader.ts';
import { until } from './until.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mos-demo-'));
let app: TestApp;
before(async () => {
  app = await startApp({ SIMULATORS: 'on', DEMO: 'on', SIMULATOR_PORT: '0', DATA_DIR: dataDir });
});
after(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const documentOf = async (): Promise<Record<string, unknown>> => (await app.anonymous('GET', '/openapi.json')).body;

const readAs =
  (token: string): Read =>
  async (method, path) => {
    const reply = await app.anonymous(method.toUpperCase(), path, {
      headers: { authorization: `Bearer ${token}` },
      ...(method === 'post' ? { body: {} } : {}),
    });
    return { status: reply.status, body: reply.body, link: reply.headers.get('link') };
  };

const tokenOf = async ({ clientId, clientSecret }: DemoApp): Promise<string> => {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const response = await fetch(`${app.authUrl}/oauth2/token`, { method: 'POST', body: form });
  return ((await response.json()) as { access_token: string }).access_token;
};

test('a strict client reads every list and every object of the demo', async () => {
  const reader = createStrictReader(await documentOf());
  const { organizations } = JSON.parse(readFileSync(credentialsFile(dataDir), 'utf8')) as DemoCredentials;
  assert.equal(organizations.length, 2);
  for (const { organizationId, apps } of organizations) {
    const editor = apps.find(({ accessLevel }) => accessLevel === 'EDITOR');
    assert.ok(editor);
    const read = readAs(await tokenOf(editor));
    const countOf = async (partner: string): Promise<number> => {
      const { body } = await read('get', `/org/${organizationId}/partner/${partner}/product`);
      return (body as unknown[]).length;
    };
    for (const partner of ['AWS', 'AZURE', 'GCP'])
      await until(`the product of ${partner} is read`, async () => (await countOf(partner)) > 0, 60_000);
    const reference = readAsReference(read);
    const reading = await reader.readEverything(organizationId, reference.read);
    assert.deepEqual(reading.faults, []);
    assert.deepEqual(reference.faults, [], 'a client of the reference reads it too');
    assert.ok((reading.answers.GetProduct ?? 0) >= 3);
    assert.ok((reading.answers.GetOperationV2 ?? 0) >= 1);
  }
});
