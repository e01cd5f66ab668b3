import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Reply, startApp, type TestApp } from '../../../../../test/app.ts';

const token = 'writer-token-0123456789';

type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: Record<string, unknown> };
type Answering = (response: ServerResponse) => void;

const json =
  (status: number, body: unknown): Answering =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const asked: Asked[] = [];
let answer: Answering;
let writer: Server;
let app: TestApp;
let plain: TestApp;

before(async () => {
  writer = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, url, headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => writer.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(writer.address() as AddressInfo).port}`;
  const settings = { EMAIL_WRITER_URL: `${origin}/drafts`, EMAIL_WRITER_TOKEN: token, ALLOWED_HOSTS: origin };
  app = await startApp(settings, { idle: true });
  plain = await startApp({}, { idle: true });
});
after(async () => {
  writer.closeAllConnections();
  writer.close();
  await app.close();
  await plain.close();
});
beforeEach(() => {
  asked.length = 0;
});

const recipient = { companyName: 'Initech', email: 'bill@initech.example', name: 'Bill' };

const generate = ({ acme }: TestApp, more: object = {}): Promise<Reply> =>
  acme.viewer.call('POST', '/prm/partner/invitation/generate-email', { body: { recipient, ...more } });

const draft = { subject: 'Shall we?', text: 'Dear Bill,\n\nlet us sell together.\nYours' };

describe('a draft by the writer of the operator', () => {
  test('has the subject and text of the writer, and HTML of that text', async () => {
    answer = json(200, draft);
    const reply = await generate(app, { tone: 'FRIENDLY', relationship: 'RESELLER' });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body, {
      subject: draft.subject,
      body: draft.text,
      html: '<p>Dear Bill,</p>\n<p>let us sell together.<br>Yours</p>',
      writtenBy: 'WRITER',
    });
    const [{ method, url, headers, body } = assert.fail('nothing was asked')] = asked;
    assert.deepEqual([method, url, headers.authorization], ['POST', '/drafts', `Bearer ${token}`]);
    assert.partialDeepStrictEqual(body, {
      purpose: 'PARTNER_INVITATION',
      recipient: { companyName: 'Initech', name: 'Bill', website: '' },
      sender: { organizationName: 'acme' },
      relationship: 'RESELLER',
      tone: 'FRIENDLY',
      files: [],
      limits: { subject: 200, text: 10_000 },
    });
    assert.match((body.template as { text: string }).text, /^Hello Bill,/);
    assert.ok(!JSON.stringify(body).includes(recipient.email), 'the address of the person is not shown to it');
  });

  test('never has markup of the writer', async () => {
    const text = '<img src=x onerror=alert(1)> & "you"\r\n\r\nhttps://initech.example';
    answer = json(200, { subject: '<b>Hi</b>', text, html: '<script>alert(1)</script>' });
    const reply = await generate(app);
    assert.equal(reply.status, 200, reply.text);
    const { html, body } = reply.body as { html: string; body: string };
    assert.equal(body, text.replaceAll('\r\n', '\n'));
    assert.ok(!/<(?!\/?p>|br>)/.test(html), html);
    assert.match(html, /^<p>&lt;img src=x onerror=alert\(1\)&gt; &amp; /);
  });

  const wrong: Readonly<Record<string, Answering>> = {
    'a refusal': json(422, { code: 'Flagged', message: `No, ${token}` }),
    'a failure': json(500, {}),
    'a redirect': (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'no JSON': (response) => void response.end('Dear Bill'),
    'a further member': json(200, { ...draft, bcc: 'all@initech.example' }),
    'no text': json(200, { subject: 'Hi' }),
    'an empty text': json(200, { subject: 'Hi', text: ' \n ' }),
    'a subject of two lines': json(200, { ...draft, subject: 'Hi\nBcc: all@initech.example' }),
    'a long subject': json(200, { ...draft, subject: 'x'.repeat(201) }),
    'a long text': json(200, { ...draft, text: 'x'.repeat(10_001) }),
    'a control character': json(200, { ...draft, text: 'a\u0000b' }),
    'half a character': json(200, { ...draft, text: 'a\ud800' }),
    'an answer beyond 64 KiB': json(200, { ...draft, html: 'x'.repeat(70_000) }),
    'an end in the middle': (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"subject":');
      setImmediate(() => response.destroy());
    },
  };

  for (const [name, answering] of Object.entries(wrong))
    test(`is a 502 after ${name}, with no template in its place`, async () => {
      answer = answering;
      const reply = await generate(app);
      assert.equal(reply.status, 502, reply.text);
      assert.partialDeepStrictEqual(reply.body, { code: '3rdPartyError', info: { partner: 'EMAIL_WRITER' } });
      assert.match(
        (reply.body as { message: string }).message,
        /^The (mail writer of this deployment|endpoint|server)/,
      );
      assert.ok(!reply.text.includes(token), 'the token is not shown');
      assert.equal(asked.length, 1, 'it was asked once');
    });

  test('is not asked for by a request that is refused', async () => {
    assert.equal((await generate(app, { tone: 'RUDE' })).status, 400);
    const linkedFileIds = ['file_00000000000000000000000000'];
    assert.equal((await generate(app, { linkedFileIds })).status, 400);
    assert.equal(asked.length, 0);
  });
});

test('without a writer, the draft is that of the templates', async () => {
  const reply = await generate(plain, { tone: 'CONCISE' });
  assert.equal(reply.status, 200, reply.text);
  assert.partialDeepStrictEqual(reply.body, { subject: 'Partnership with acme', writtenBy: 'TEMPLATE' });
  assert.match((reply.body as { html: string }).html, /^<p>Hello Bill,<\/p>\n<p>acme invites Initech/);
  assert.equal(asked.length, 0);
});
