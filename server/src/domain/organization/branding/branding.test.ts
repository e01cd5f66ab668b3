import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Shown = Record<string, string>;
const change = (body: object, headers?: Record<string, string>) =>
  app.acme.editor.call('PATCH', '/branding', { body, ...(headers && { headers }) });

test('what buyers see is changed by members, and read by viewers', async () => {
  const empty = await app.acme.viewer.call('GET', '/branding');
  assert.deepEqual([empty.status, empty.body], [200, {}]);
  const first = await change({ displayName: 'Acme Analytics', accentColor: '#1F6FEB', logo: pixel });
  assert.equal(first.status, 200, first.text);
  await change({ supportEmail: 'help@acme.example', accentColor: null });
  const { lastUpdateTime, ...shown } = (await app.acme.viewer.call('GET', '/branding')).body as Shown;
  assert.ok(lastUpdateTime);
  assert.deepEqual(shown, { displayName: 'Acme Analytics', logo: pixel, supportEmail: 'help@acme.example' });
  assert.equal((await app.acme.viewer.call('PATCH', '/branding', { body: {} })).status, 403);
  assert.deepEqual((await app.globex.viewer.call('GET', '/branding')).body, {}, 'of another organization');
  assert.equal((await change({ displayName: 'Late' }, { 'if-match': '"1"' })).status, 412);
});

test('the audit trail and events hold a digest of the logo, and nothing of a change that changes nothing', async () => {
  const rows = async () =>
    (
      await app.database.pool.query(
        `select changes::text as text from audit_event where org_id = $1 and entity_id = 'branding'`,
        [app.globex.uuid],
      )
    ).rows as { text: string }[];
  const put = (body: object) => app.globex.editor.call('PATCH', '/branding', { body });
  await put({ logo: pixel });
  await put({ logo: pixel });
  const [row, ...others] = await rows();
  assert.deepEqual(others, []);
  assert.match(row?.text ?? '', /image\/png, 70 bytes, SHA-256 [0-9a-f]{64}/);
  const { rows: sent } = await app.database.pool.query(
    `select payload::text as text from outbox where org_id = $1 and entity_id = 'branding'`,
    [app.globex.uuid],
  );
  assert.equal(sent.length, 1);
  for (const { text } of [row, ...sent]) assert.ok(!text.includes('base64'), text);
});

test('every fault is named, with what is allowed', async () => {
  const reply = await change({
    displayName: 'Two\nlines',
    accentColor: 'blue',
    logo: 'https://acme.example/logo.png',
    supportEmail: 'help',
    supportUrl: 'javascript:alert(1)',
  });
  assert.equal(reply.status, 400);
  const { info } = reply.body as { info: { path: string; message: string }[] };
  assert.deepEqual(Object.fromEntries(info.map(({ path, message }) => [path, message])), {
    displayName: 'must be one line of visible text',
    accentColor: 'must be a colour of six hexadecimal digits, such as #1f6feb',
    logo: 'must be a PNG or JPEG image as data:image/png;base64,… or data:image/jpeg;base64,…; export other images, such as SVG, as PNG',
    supportEmail: 'must be a mail address, such as support@acme.example',
    supportUrl: 'must be the address of a web page, such as https://acme.example/support',
  });
});

test('the preview shows the page of a state with values that are not stored', async () => {
  const ask = async (body: object) => {
    const reply = await app.acme.viewer.call('POST', '/branding/preview', { body });
    assert.equal(reply.status, 200, reply.text);
    return reply.body as { html: string; hints: string[]; fieldHints: { path: string; message: string }[] };
  };
  await change({ displayName: 'Stored' });
  const { html, hints } = await ask({ accentColor: '#FFD400', state: 'WAITING' });
  assert.match(html, /Your order is waiting for Stored\./);
  assert.match(html, /--accent: #ffd400; --on-accent: #000000/);
  assert.equal(hints.length, 1);
  assert.match((await ask({ displayName: null })).html, /registered with acme\./);
  // What is said of an address is what mails do; domain/notification/message/message.test.ts has those.
  const { hints: all, fieldHints } = await ask({ accentColor: '#FFD400', supportEmail: 'jörg@acme.example' });
  assert.deepEqual(
    fieldHints.map(({ path }) => path),
    ['accentColor', 'supportEmail'],
  );
  assert.match(all[1] ?? '', /do not name jörg@acme\.example as their reply address/);
  assert.deepEqual((await ask({ supportEmail: 'joerg@müller.example' })).fieldHints, []);
  const { displayName } = (await app.acme.viewer.call('GET', '/branding')).body as Shown;
  assert.equal(displayName, 'Stored');
});
