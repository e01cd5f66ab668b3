import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createSimulatedClock } from '../kit/clock.ts';
import { startListener } from '../kit/listener.ts';
import { createOutbox } from './outbox.ts';

const home = mkdtempSync(join(tmpdir(), 'mos-outbox-page-'));
after(() => rmSync(home, { recursive: true, force: true }));
const dir = join(home, 'outbox');
const outbox = createOutbox({ dir });

const ask = async (path: string) =>
  outbox.handle({ method: 'GET', path, query: '', headers: {}, body: Buffer.alloc(0) });

const mail = (subject: string, text: string): string =>
  [
    'From: Operations <ops@localhost>',
    'To: ada@byron.example',
    `Subject: ${subject}`,
    'Date: Fri, 20 Nov 2026 12:00:00 +0000',
    'Content-Type: multipart/alternative; boundary="b 1"',
    '',
    '--b 1',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    text,
    '--b 1',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('<p onclick="x()">fine</p><script>evil()</script>').toString('base64'),
    '--b 1--',
    '',
  ].join('\r\n');

test('a missing folder is an empty list', () => {
  assert.match(outbox.page(), /<table>/);
  assert.ok(!outbox.page().includes('/outbox/'));
});

test('the latest mail comes first, and each has a page with its text', async () => {
  mkdirSync(dir);
  writeFileSync(
    join(dir, '20261120T120000-a.eml'),
    mail('=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=', 'One =C3=A4 https://x.example/?a=3D1&b=3D2 =\r\nend'),
  );
  writeFileSync(join(dir, '20261120T120001-b.eml'), mail('<b>Second</b>', 'two'));
  const page = outbox.page();
  assert.ok(page.indexOf('-b.eml') < page.indexOf('-a.eml'));
  assert.ok(page.includes('Grüße') && page.includes('&lt;b&gt;Second&lt;/b&gt;') && !page.includes('<b>Second'));
  const answer = await ask('/outbox/20261120T120000-a.eml');
  assert.equal(answer?.status, 200);
  assert.ok(answer.body.includes('One ä <a href="https://x.example/?a=1&amp;b=2">'), answer.body);
  assert.ok(answer.body.includes('sandbox="" srcdoc="&lt;p onclick=&quot;x()&quot;'));
  assert.ok(!answer.body.includes('<script>'));
  assert.match(answer.headers['content-security-policy'] ?? '', /default-src 'none'/);
});

test('nothing but mails in the folder can be read', async () => {
  writeFileSync(join(home, 'secret-key'), 'secret');
  symlinkSync(join(home, 'secret-key'), join(dir, '20261120T120002-c.eml'));
  writeFileSync(join(dir, '20261120T120003-d.eml.part'), 'half');
  for (const name of ['../secret-key', '..%2Fsecret-key', '20261120T120002-c.eml', '20261120T120003-d.eml.part', ''])
    assert.equal((await ask(`/outbox/${name}`))?.status, 404, name);
  assert.ok(!outbox.page().includes('-c.eml') && !outbox.page().includes('.part'));
});

test('no mail is shown without the token, and nothing of the folder is on the start page', async (t) => {
  const clock = createSimulatedClock({ dataDir: home });
  const listener = await startListener({ host: '127.0.0.1', port: 0, clock, mounts: [outbox] });
  t.after(listener.close);
  const mailAt = `${listener.url}/outbox/20261120T120000-a.eml`;
  for (const address of [mailAt, `${listener.url}/`]) {
    const refused = await fetch(address);
    assert.equal(refused.status, 401);
    assert.doesNotMatch(await refused.text(), /x\.example|byron/);
  }
  const shown = await fetch(mailAt, { headers: { authorization: `Bearer ${listener.token}` } });
  assert.match(await shown.text(), /x\.example/);
  assert.match(shown.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.equal(await ask('/elsewhere'), null);
});
