import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PDFDocument } from 'pdf-lib';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { aDeal } from '../../../../test/examples/deal.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const ask = async (entitlementId: string): Promise<string> => {
  const reply = await app.acme.viewer.call('GET', `/entitlement/${entitlementId}/pdf`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as string;
};
const keyOf = (url: string): string => new URL(url).pathname;

test('the agreement is a PDF at a signed address that is valid for 30 minutes', async () => {
  const { entitlementId } = await aDeal(app, app.acme);
  const url = await ask(entitlementId);
  const lives = Number(new URL(url).searchParams.get('exp')) * 1000 - Date.now();
  assert.ok(lives > 29 * 60_000 && lives <= 30 * 60_000, String(lives));
  const answer = await fetch(url);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  assert.match(answer.headers.get('content-disposition') ?? '', /Agreement\.pdf/);
  const document = await PDFDocument.load(await answer.arrayBuffer());
  assert.match(document.getTitle() ?? '', /^Agreement: /);
});

test('it is made once, and again when something in it has changed', async () => {
  const { entitlementId } = await aDeal(app, app.acme);
  const first = keyOf(await ask(entitlementId));
  assert.equal(keyOf(await ask(entitlementId)), first);
  const body = { name: '日本 – Renamed' };
  await app.acme.editor.call('PATCH', `/entitlement/${entitlementId}/entitlementName`, { body });
  const url = await ask(entitlementId);
  assert.notEqual(keyOf(url), first);
  const document = await PDFDocument.load(await (await fetch(url)).arrayBuffer());
  assert.equal(document.getTitle(), 'Agreement: 日本 – Renamed');
});

test('another organization gets neither the address nor the file', async () => {
  const { entitlementId } = await aDeal(app, app.acme);
  assert.equal((await app.globex.viewer.call('GET', `/entitlement/${entitlementId}/pdf`)).status, 404);
  const url = await ask(entitlementId);
  assert.equal((await fetch(url.replace(app.acme.id, app.globex.id))).status, 403);
});

test('many who ask at once get the same whole file', async () => {
  const { entitlementId } = await aDeal(app, app.globex);
  const urls = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const reply = await app.globex.viewer.call('GET', `/entitlement/${entitlementId}/pdf`);
      return reply.body as string;
    }),
  );
  assert.equal(new Set(urls.map(keyOf)).size, 1);
  await PDFDocument.load(await (await fetch(urls[0] ?? '')).arrayBuffer());
});
