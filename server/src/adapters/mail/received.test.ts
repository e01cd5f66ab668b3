import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMail } from './read-mail.ts';
import { headOf, parseMail } from './received.ts';

const htmlMail = (html: string): Buffer =>
  Buffer.from(`From: a@b.example\r\nTo: x@y.example\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${html}`);

const textOf = async (html: string): Promise<string> => (await parseMail(htmlMail(html))).text;

test('the text of an HTML mail is extracted, with a line for each paragraph', async () => {
  const page =
    '<html><head><title>not me</title><style>p { color: red }</style></head><body><!-- nor me -->\r\n' +
    '<p>Hello &amp; good&nbsp;day&#33;</p><P class="a>b">one<br>two<BR/>three</P><script>alert("<p>no</p>")</script>\r\n' +
    '<ul><li>first</li><li> second </li></ul>a < b<div>end</div></body></html>';
  assert.equal(await textOf(page), 'Hello & good day!\nb">one\ntwo\nthree\nfirst\nsecond\na end');
});

test('a mail is from one address, or from nobody', async () => {
  const from = async (headers: string): Promise<string | null> =>
    (await parseMail(Buffer.from(`${headers}\r\nTo: x@y.example\r\n\r\nhello`))).from;
  for (const one of [
    'a@b.example',
    'A <a@b.example>',
    '"evil@c.example" <a@b.example>',
    '=?utf-8?q?=C3=A4?= <a@b.example>',
  ])
    assert.equal(await from(`From: ${one}`), 'a@b.example', one);
  for (const several of [
    'From: a@b.example, evil@c.example',
    'From: A <a@b.example>,\r\n E <evil@c.example>',
    'From: a@b.example\r\nFrom: evil@c.example',
    'From: team: a@b.example;',
    'From: team: a@b.example, evil@c.example;',
    'From: ',
    'Sender: a@b.example',
  ])
    assert.equal(await from(several), null, several);
});

test('text after an unclosed comment or element is kept', async () => {
  assert.equal(await textOf('<p>a</p><!-- b <i>c</i> d'), 'a\nc d');
  assert.equal(await textOf('<p>a</p><script>b'), 'a\nb');
  assert.equal(await textOf('<p>a</p>1 < 2'), 'a\n1 < 2');
});

test('an HTML mail takes time in proportion to its length, whatever is in it', async () => {
  for (const part of [
    '<',
    '< ',
    '<!--',
    '<script',
    '<style>',
    '</script',
    '<br',
    '&nbsp; ',
    '&',
    '&#',
    '<p>\n',
    '-->',
  ]) {
    const began = performance.now();
    await parseMail(htmlMail(part.repeat(Math.floor(100_000 / part.length))));
    const ms = performance.now() - began;
    // Where each were compared with all that follow, the slowest would take minutes.
    assert.ok(ms < 15_000, `${part} took ${Math.round(ms)} ms`);
  }
});

test('a mail that takes long to parse delays nothing else', async () => {
  const forwarded = Buffer.from(
    `From: a@b.example\r\n${'Content-Type: message/rfc822\r\n\r\nFrom: a@b.example\r\n'.repeat(900)}`,
  );
  let isRead = false;
  let [longest, last] = [0, performance.now()];
  const began = last;
  const turn = (): void => {
    const now = performance.now();
    [longest, last] = [Math.max(longest, now - last), now];
    if (!isRead) setImmediate(turn);
  };
  turn();
  await readMail(forwarded);
  isRead = true;
  turn();
  const ms = performance.now() - began;
  assert.ok(longest < ms / 2, `${Math.round(longest)} of ${Math.round(ms)} ms at once`);
});

const multipart = 'From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';

test('a mail of a hundred thousand parts is left at once', async () => {
  for (const part of ['--b\r\n\r\n', '--b\n\n', '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n']) {
    const mail = Buffer.from(`${multipart}${part.repeat(100_000)}--b--\r\n`);
    // Refused before the parser reads it, which takes 5 to 11 s.
    await assert.rejects(parseMail(mail), /more than 10000 parts/);
    assert.equal(await readMail(mail), undefined);
  }
  const some = await parseMail(Buffer.from(`${multipart}${'--b\r\n\r\nx\r\n'.repeat(1000)}--b--\r\n`));
  assert.equal(some.text.replace(/\s/g, ''), 'x'.repeat(1000));
});

test('the head of a mail says from whom and to whom it is, whatever follows', async () => {
  for (const line of ['\r\n', '\n', '\r\r\n']) {
    const lines = [
      'From: a@b.example',
      'To: x@y.example',
      'Auto-Submitted: auto-replied',
      '',
      'From: evil@c.example',
      '',
    ];
    const mail = Buffer.from(lines.join(line));
    const [head, whole] = [await parseMail(headOf(mail)), await parseMail(mail)];
    assert.equal(head.text, '');
    assert.deepEqual(head, { ...whole, text: head.text });
  }
  assert.equal(headOf(Buffer.from('From: a@b.example')).length, 17);
});
