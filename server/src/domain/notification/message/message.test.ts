import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Reply, startApp, type TestApp } from '../../../../test/app.ts';
import { actIn } from '../../../../test/examples/deal.ts';
import { anAnnouncedOffer } from '../../../../test/examples/notification.ts';
import type { Mail } from '../../../adapters/mail/port.ts';
import { partnerError } from '../../../adapters/partner-error.ts';
import { decodeId } from '../../../kit/ids.ts';
import { type Announcement, composeAnnouncement } from './announcement.ts';

type Shown = {
  id: string;
  recipient: string;
  status: string;
  attempts: number;
  lastError?: { code: string };
  nextAttemptTime?: string;
  info: { standardFields: { entityId: string } };
};

const sent: Mail[] = [];
let answer: () => void = () => {};
const mailer = {
  send: async (mail: Mail) => {
    sent.push(mail);
    answer();
  },
};

const refuses = (partnerCode: string, retryable: boolean) => () => {
  throw partnerError(`The mail server did not accept the mail: ${partnerCode}`, {
    partner: 'SMTP',
    outcome: 'REFUSED',
    partnerCode,
    httpStatus: undefined,
    requestId: undefined,
    retryable,
  });
};

let app: TestApp;
before(async () => {
  app = await startApp({}, { mailer });
});
after(() => app.close());
beforeEach(() => {
  sent.length = 0;
  answer = () => {};
});

const call = (method: string, path: string, body?: unknown): Promise<Reply> =>
  app.acme.editor.call(method, path, body === undefined ? {} : { body });

const notify = async (offerId: string, body?: unknown): Promise<Reply> =>
  call('POST', `/offer/${offerId}/notifyContacts`, body);

const messages = async (): Promise<Shown[]> =>
  ((await call('GET', '/notificationMessage')).body as { notificationMessages: Shown[] }).notificationMessages;

/** Waits for the latest message about the offer to match, running due work along the way. */
const latest = async (offerId: string, is: (message: Shown) => boolean): Promise<Shown> => {
  for (let round = 0; round < 200; round += 1) {
    await app.app.engine.runDueNow();
    const message = (await messages()).find(({ info }) => info.standardFields.entityId === offerId);
    if (message && is(message)) return message;
    await sleep(25);
  }
  throw new Error(`the message stays ${JSON.stringify((await messages())[0])}`);
};

const mailsSent = async (count: number): Promise<void> => {
  for (let round = 0; sent.length < count && round < 200; round += 1) {
    await app.app.engine.runDueNow();
    await sleep(25);
  }
  assert.equal(sent.length, count);
};

describe('notifying the contacts of an offer', () => {
  test('the mail that a contact would get is shown before it is sent, word for word', async () => {
    const { offerId, contactId } = await anAnnouncedOffer(app, app.acme);
    const scope = 'NOTIFY_CONTACTS.OFFER';
    const preview = (body: object): Promise<Reply> =>
      call('POST', '/notificationConfigInfo/preview', { scope, offerId, ...body });
    const first = await preview({});
    const shown = first.body as { subject: string; textContent: string; htmlContent: string };
    assert.match(shown.textContent, /^Hello Ada,/);
    assert.deepEqual((await preview({ contactId })).body, shown);
    assert.equal(sent.length, 0);
    await notify(offerId);
    await mailsSent(1);
    const [mail] = sent;
    assert.deepEqual({ subject: mail?.subject, textContent: mail?.text, htmlContent: mail?.html }, shown);

    assert.equal((await call('DELETE', `/contact/${contactId}/offer/${offerId}`)).status, 200);
    assert.match((await preview({})).text, /Hello,/);
    for (const wrong of [
      { contactId },
      { offerId: 'offer_none' },
      { scope: 'ACCEPT.OFFER' },
      { offerId: null, contactId },
    ])
      assert.equal((await preview(wrong)).status, 400, JSON.stringify(wrong));
  });

  test('each contact gets one mail of its own, and its delivery is seen', async () => {
    const { offerId, contactId } = await anAnnouncedOffer(app, app.acme);
    const other = (await call('POST', '/contact', { emailAddress: 'second@example.com' })).body as { id: string };
    await call('POST', `/contact/${other.id}/offer/${offerId}`);
    const reply = await notify(offerId);
    assert.deepEqual([reply.status, reply.body], [200, '']);
    await mailsSent(2);
    await latest(offerId, ({ status }) => status === 'DONE');
    assert.equal(new Set(sent.map(({ to }) => to)).size, 2);
    assert.equal(new Set(sent.map(({ messageId }) => messageId)).size, 2);
    for (const mail of sent) {
      assert.match(mail.subject, /^Offer from acme: Announced$/);
      assert.match(mail.text, /acme has made you an offer/);
      assert.match(mail.html ?? '', /Announced/);
    }
    sent.length = 0;
    await notify(offerId, [contactId]);
    await mailsSent(1);
    await latest(offerId, ({ status }) => status === 'DONE');
    assert.equal(sent.length, 1);
  });

  test('only contacts of the offer, of an offer that has some and can be accepted', async () => {
    const { offerId } = await anAnnouncedOffer(app, app.acme);
    const stranger = (await call('POST', '/contact', { emailAddress: 'stranger@example.com' })).body as { id: string };
    const reply = await notify(offerId, [stranger.id, 'nonsense']);
    assert.equal(reply.status, 400);
    assert.deepEqual(
      (reply.body as { info: { path: string }[] }).info.map(({ path }) => path),
      ['0', '1'],
    );
    const bare = (await call('POST', '/draftOffer', { name: 'Bare', partner: 'AWS' })).body as { id: string };
    assert.equal((await notify(bare.id)).status, 400);
    await call('POST', `/contact/${stranger.id}/offer/${bare.id}`);
    const refused = await notify(bare.id, []);
    assert.equal(refused.status, 409);
    assert.deepEqual((refused.body as { info: unknown }).info, {
      status: 'DRAFT',
      allowedFrom: ['PENDING_ACCEPTANCE', 'ACTIVE', 'USED'],
    });
    assert.equal(sent.length, 0);
  });

  test('a refused mail is retried with growing pauses and the same id, until it is accepted', async () => {
    answer = refuses('451', true);
    const { offerId } = await anAnnouncedOffer(app, app.acme);
    await notify(offerId);
    const first = await latest(offerId, ({ attempts }) => attempts === 1);
    assert.deepEqual([first.status, first.lastError?.code], ['PENDING', '451']);
    const pause = Date.parse(first.nextAttemptTime ?? '') - app.clock.now().getTime();
    assert.ok(pause > 50_000 && pause <= 60_000, String(pause));
    app.clock.advance(60_000);
    const second = await latest(offerId, ({ attempts }) => attempts === 2);
    const longer = Date.parse(second.nextAttemptTime ?? '') - app.clock.now().getTime();
    assert.ok(longer > 110_000 && longer <= 120_000, String(longer));
    answer = () => {};
    app.clock.advance(120_000);
    const done = await latest(offerId, ({ status }) => status === 'DONE');
    assert.equal(done.attempts, 3);
    assert.equal(done.lastError, undefined);
    assert.equal(sent.length, 3);
    assert.equal(new Set(sent.map(({ messageId }) => messageId)).size, 1);
  });

  test('it is abandoned after 24 hours, and at once after a permanent refusal', async () => {
    answer = refuses('421', true);
    const { offerId } = await anAnnouncedOffer(app, app.acme);
    await notify(offerId);
    await latest(offerId, ({ attempts }) => attempts === 1);
    app.clock.advance(24 * 3_600_000);
    const late = await latest(offerId, ({ status }) => status === 'FAILED');
    assert.equal(late.attempts, 2);
    assert.equal(late.nextAttemptTime, undefined);
    answer = refuses('550', false);
    await notify(offerId);
    const refused = await latest(offerId, ({ status, id }) => status === 'FAILED' && id !== late.id);
    assert.deepEqual([refused.attempts, refused.lastError?.code], [1, '550']);
  });

  test('a message is found by a part of its subject or text', async () => {
    const found = async (keyword: string): Promise<number> =>
      (
        (await call('GET', `/notificationMessage?keyword=${encodeURIComponent(keyword)}`)).body as {
          totalCount: number;
        }
      ).totalCount;
    assert.ok((await found('announced')) > 0);
    assert.ok((await found('made you an OFFER')) > 0);
    assert.equal(await found('100%'), 0);
    const reply = await call('GET', '/notificationMessage?limit=1');
    assert.equal((reply.body as { nextOffset: number }).nextOffset, 1);
  });
});

const announced = (given: Partial<Announcement> = {}): Announcement => ({
  ...{ seller: 'A', colors: null, isAnswerable: false, offer: 'B', product: null, expireTime: null, url: null },
  ...{ receiver: '', personalLine: null, parts: [] },
  ...given,
});

test('what others have written stands in a mail as text only', () => {
  const { subject, text, html } = composeAnnouncement(
    announced({
      seller: 'Acme <b>&"\'',
      offer: 'One\r\nBcc: eve@example.com',
      product: '<script>alert(1)</script>',
      expireTime: new Date('2027-06-30T23:59:59.999Z'),
      url: 'https://aws.example/accept?a=1&b="x',
      receiver: 'Ada\nOffer: another one',
      personalLine: 'Look at <script>https://evil.example/\nOffer: a third',
      parts: [{ title: 'Price', lines: [['<i>x</i>', '1.00 USD']] }],
    }),
  );
  assert.ok(!/[\r\n]/.test(subject));
  assert.ok(!/^Bcc|^Offer: (another|a third)/m.test(text), text);
  assert.ok(!text.includes('https://evil'), text);
  assert.match(text, /Open until: 2027-06-30 23:59 UTC/);
  assert.ok(!html.includes('<script>') && !html.includes('<b>') && !html.includes('<i>'), html);
  assert.ok(!html.includes('href='), 'an address that is none is not linked');
  const good = composeAnnouncement(announced({ url: 'https://aws.example/a?b=1&c=2' }));
  assert.match(good.html, /href="https:\/\/aws\.example\/a\?b=1&amp;c=2"/);
  assert.match(good.text, /^Hello,$/m);
  for (let length = 180; length <= 200; length += 1) {
    const long = announced({ offer: `${'x'.repeat(length)}😀` });
    assert.ok(composeAnnouncement(long).subject.isWellFormed(), 'a database takes no half of a sign');
  }
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'https://evil.example/\u202emoc.elpmaxe'])
    assert.ok(!composeAnnouncement(announced({ url })).html.includes('href'));
});

test('the mail has price and terms in a table, the line of the seller, and replies that reach it', async () => {
  const seller = { displayName: 'Acme Analytics', accentColor: '#ffd400', supportEmail: 'sales@acme.example' };
  assert.equal((await call('PATCH', '/branding', seller)).status, 200);
  const { offerId } = await anAnnouncedOffer(app, app.acme);
  const info = {
    currency: 'USD',
    eulaType: 'SCMP',
    commits: [{ key: 'platform', name: 'Platform', rate: 12_000, quantity: 2, length: 12, timeUnit: 'MONTH' }],
    dimensions: [{ key: 'requests', rate: 0.0005 }],
    paymentInstallments: [{ amount: 24_000, chargeOn: '2027-01-01T00:00:00Z' }],
  };
  await actIn(app, app.acme, (act) =>
    act.db
      .updateTable('offer')
      .set({ info: JSON.stringify(info) })
      .where('offer.id', '=', decodeId('offer', offerId) ?? '')
      .execute(),
  );
  const personalLine = 'As agreed on Tuesday, with the second seat.';
  const body = { scope: 'NOTIFY_CONTACTS.OFFER', offerId, personalLine };
  const shown = (await call('POST', '/notificationConfigInfo/preview', body)).body as Record<string, string>;
  const query = `personalLine=${encodeURIComponent(personalLine)}`;
  assert.equal((await call('POST', `/offer/${offerId}/notifyContacts?${query}`)).status, 200);
  await mailsSent(1);
  const [mail] = sent;
  assert.equal(mail?.replyTo, 'sales@acme.example');
  assert.deepEqual(
    { subject: mail?.subject, textContent: mail?.text, htmlContent: mail?.html, replyTo: mail?.replyTo },
    shown,
  );
  assert.equal(
    mail?.text,
    `Hello Ada,

Acme Analytics has made you an offer.

As agreed on Tuesday, with the second seat.

Offer: Announced

Price
- Platform: 2 × 12,000.00 USD = 24,000.00 USD for 12 months
- requests: 0.0005 USD for each unit used
- Total contract value: 24,000.00 USD

Payments
- 2027-01-01: 24,000.00 USD

Terms
- Begins: When it is accepted
- Lasts: 12 months
- Legal terms: Standard contract of the marketplace

You can find it among the private offers of your marketplace account.

The terms shown in the marketplace are binding; taxes are not included.
Questions? Reply to this mail: it reaches Acme Analytics.
`,
  );
  assert.match(mail?.html ?? '', /<th scope="row"[^>]*>Total contract value<\/th><td[^>]*>24,000\.00 USD<\/td>/);
  assert.match(mail?.html ?? '', /background:#ffd400;color:#000000[^>]*>Acme Analytics</);
  const done = await latest(offerId, ({ status }) => status === 'DONE');
  assert.equal((done.info.standardFields as { replyTo?: string }).replyTo, 'sales@acme.example');

  await call('PATCH', '/branding', { supportEmail: 'jörg@acme.example' });
  const narrow = (await call('POST', '/notificationConfigInfo/preview', body)).body as Record<string, string>;
  assert.equal(narrow.replyTo, undefined, 'a header with it would be refused by many mail servers');
  assert.ok(!/Questions/.test(narrow.textContent ?? ''));

  sent.length = 0;
  await call('PATCH', '/branding', { supportEmail: null, displayName: null, accentColor: null });
  await notify(offerId);
  await mailsSent(1);
  assert.equal(sent[0]?.replyTo, undefined);
  assert.ok(!/Questions|Tuesday/.test(sent[0]?.text ?? ''), sent[0]?.text);
  assert.equal((await call('POST', `/offer/${offerId}/notifyContacts?personalLine=${'x'.repeat(301)}`)).status, 400);
  assert.equal((await call('POST', `/offer/${offerId}/notifyContacts?personalLine=a%0Ab`)).status, 400);
});

test('a new organization sends a limited number of mails per day', async () => {
  const { offerId, contactId } = await anAnnouncedOffer(app, app.globex);
  const age = (days: number) =>
    app.database.system((db) =>
      sql`update organization set creation_time = ${new Date(app.clock.now().getTime() - days * 86_400_000)}
        where id = ${app.globex.uuid}`.execute(db),
    );
  const tell = (): Promise<Reply> =>
    app.globex.editor.call('POST', `/offer/${offerId}/notifyContacts`, { body: [contactId] });
  await age(1);
  // A pending message is not created again.
  for (let told = 0; told < 200 && (await tell()).status === 200; told += 1);
  const refused = await tell();
  assert.equal(refused.status, 429, refused.text);
  assert.deepEqual((refused.body as { info: unknown }).info, { limit: 50, used: 50 });
  await age(8);
  assert.equal((await tell()).status, 200);
});
