import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skipPages } from '../../server/test/browser.ts';
import { closePagesAfterEach, countBytes, enter, openStage, type Stage } from './console.test-support.ts';

const password = 'seven green lamps over harbour';

let stage: Stage;
before(async () => {
  if (skipPages) return;
  stage = await openStage({ demo: false });
});
after(() => stage?.close());
closePagesAfterEach(() => stage);

test('an empty installation asks for its first account, which creates the first organization and signs in again', {
  skip: skipPages,
  timeout: 400_000,
}, async () => {
  const { page, context } = await stage.open();
  await page.goto(stage.url);
  await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email address').fill('ada@initech.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('short');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: /12|twelve/ })
    .waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Create the account' }).click();

  await page.getByLabel('New organization').fill('Initech');
  await page.getByRole('button', { name: 'Make', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();

  const [cookie] = (await context.cookies()).filter(({ name }) => name.endsWith('mos_session'));
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.path], [true, 'Lax', '/']);

  await page.getByRole('button', { name: /menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Email address').fill('ada@initech.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('a wrong password here');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'wrong' }).waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  assert.deepEqual(stage.faults, []);
});

test('the first page is smaller than 250 KB, as gzip sends it', { skip: skipPages, timeout: 400_000 }, async () => {
  const { page, context } = await stage.open();
  const received = await countBytes(page);
  await page.goto(stage.url, { waitUntil: 'networkidle' });
  await page.getByLabel('Email address').waitFor();
  const bytes = received();
  assert.ok(bytes > 50_000 && bytes < 250_000, `the first page is ${bytes} bytes`);
  await context.close();
});

test('Today is smaller than 250 KB too, and what is loaded when the page is idle is not needed to show it', {
  skip: skipPages,
  timeout: 400_000,
}, async () => {
  const { page } = await stage.open();
  await enter(page, stage.url, { email: 'ada@initech.example', password });
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const received = await countBytes(page);
  await page.goto(stage.url);
  await page.getByText('Nothing needs your attention').waitFor();
  await page.getByRole('img', { name: 'Live', exact: true }).waitFor();
  const bytes = received();
  assert.ok(bytes > 50_000 && bytes < 250_000, `Today is ${bytes} bytes`);
  assert.deepEqual(stage.faults, []);
});

test('after the sign-in a deep link is followed, and the address of another site is not', {
  skip: skipPages,
  timeout: 400_000,
}, async () => {
  const { page } = await stage.open();
  await page.goto(`${stage.url}/console/account`);
  await page.getByLabel('Email address').fill('ada@initech.example');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  await page.goto(`${stage.url}/console/sign-in?returnTo=//evil.example/`);
  await page.getByLabel('Email address').fill('ada@initech.example');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  assert.deepEqual(stage.faults, []);
});

test('the page is not cached, its files are cached for ever, and no API response has changed', {
  skip: skipPages,
}, async () => {
  const get = (path: string, headers = {}) => fetch(stage.url + path, { headers });
  const page = await get('/console/any/deep/link');
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self';/);
  assert.equal(page.headers.get('cache-control'), 'no-cache');
  const html = await page.text();
  for (const path of ['/', '/console', '/console/']) assert.equal(html, await (await get(path)).text(), path);
  assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|\son\w+=/);
  const file = /\/console\/assets\/[^"]+\.js/.exec(html)?.[0] ?? '';
  const script = await get(file, { 'accept-encoding': 'gzip' });
  assert.equal(script.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(script.headers.get('content-encoding'), 'gzip');
  assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
  const again = await get(file, {
    'accept-encoding': 'gzip',
    'if-none-match': script.headers.get('etag') ?? '',
  });
  assert.equal(again.status, 304);
  assert.equal((await get('/console/assets/gone-abc.js')).status, 404);
  for (const path of ['/nothing', '/session', '/account', '/org/x']) {
    const answer = await get(path, { accept: 'text/html' });
    assert.match(answer.headers.get('content-type') ?? '', /problem\+json/, path);
  }
});

test('the people API on this origin keeps the check of origins', { skip: skipPages }, async () => {
  const sign = (origin: string) =>
    fetch(`${stage.url}/people/session`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@initech.example', password, transport: 'cookie' }),
    });
  assert.equal((await sign('https://evil.example')).status, 403);
  const good = await sign(stage.url);
  assert.equal(good.status, 200);
  const cookie = (good.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  const end = (origin: string) =>
    fetch(`${stage.url}/people/session`, { method: 'DELETE', headers: { origin, cookie } });
  assert.equal((await end('https://evil.example')).status, 403);
  assert.equal((await fetch(`${stage.url}/people/account`, { headers: { cookie } })).status, 200);
  assert.equal((await end(stage.url)).status, 204);
  assert.equal((await fetch(`${stage.url}/people/account`, { headers: { cookie } })).status, 401);
  const large = await fetch(`${stage.url}/people/session`, {
    method: 'POST',
    headers: { origin: stage.url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a'.repeat(20_000) }),
  });
  assert.equal(large.status, 413);
});
