import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { startApp, type TestApp, type TestOrganization } from '../../../../test/app.ts';
import { aContact } from '../../../../test/examples/contact.ts';
import { actIn } from '../../../../test/examples/deal.ts';
import { idOf } from '../../../../test/examples/example.ts';
import { until } from '../../../../test/until.ts';
import type { Mail } from '../../../adapters/mail/port.ts';
import { setFaultHook } from '../../../db/faults.ts';
import { decodeId } from '../../../kit/ids.ts';
import { changeOffer } from '../../offer/change.ts';
import { watchTimes } from '../../offer/expiry.ts';
import { lockOffer } from '../../offer/store.ts';
import { mailsPerDay, newOrganizationMailsPerDay } from '../../organization/mail-limits.ts';
import { findDigestReceivers } from './digest-store.ts';

type Shown = {
  eventID: string;
  action: string;
  priority: string;
  message: string;
  channels: string[];
  entityID: string;
};
type Message = { id: string; type: string; recipient: string; status: string; info: { subject: string } };

const hourMs = 3_600_000;

/** What the endpoints of notifications answer. */
type Body = {
  notificationEvents: Shown[];
  notificationMessages: Message[];
  slack: { enabled: boolean; webhookUrl?: string; scopes: string[] };
  allEmailNotificationScopes: string[];
  subject: string;
  textContent: string;
};

const sent: Mail[] = [];
let app: TestApp;
before(async () => {
  app = await startApp({}, { mailer: { send: async (mail: Mail) => void sent.push(mail) } });
});
after(() => app.close());
beforeEach(() => {
  sent.length = 0;
});

let count = 0;
const anOrganization = (): Promise<TestOrganization> => {
  count += 1;
  return app.addOrganization(`told-${count}`);
};

const dueTimes = async ({ uuid }: TestOrganization, kind: string): Promise<Date[]> => {
  const { rows } = await sql<{ due_time: Date }>`
    select due_time from due where org_id = ${uuid} and kind = ${kind}
  `.execute(app.database.reads);
  return rows.map((row) => row.due_time);
};

const ask = async <T = Body>(
  { owner }: TestOrganization,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ body: T; headers: Headers }> => {
  const reply = await owner.call(method, path, body === undefined ? {} : { body });
  assert.equal(reply.status, 200, reply.text);
  return reply as { body: T; headers: Headers };
};

const configure = (organization: TestOrganization, body: object) =>
  ask(organization, 'PATCH', '/notificationConfigInfo', body);

const rule = (scope: string, toEmails: string[], more: object = {}) => ({
  emailNotificationConfigs: [{ scope, enabled: true, toEmails, ccEmails: [], bccEmails: [], ...more }],
});

const foundedBefore = async ({ uuid }: TestOrganization, days: number): Promise<void> => {
  const time = new Date(app.app.environment.clock.now().getTime() - days * 24 * hourMs);
  await app.database.system((db) =>
    sql`update organization set creation_time = ${time} where id = ${uuid}`.execute(db),
  );
};

type OfferEvent = 'offer.accepted' | 'offer.updated' | 'offer.purchase_failed' | 'offer.released';

/** An offer, to which something happens. */
const anOffer = async (organization: TestOrganization, ...events: OfferEvent[]): Promise<string> => {
  count += 1;
  const body = { name: `Deal ${count}`, partner: 'AWS', info: { eulaType: 'SCMP' } };
  const offerId = idOf(await organization.editor.call('POST', '/draftOffer', { body }));
  for (const event of events) {
    await actIn(app, organization, async (call) => {
      const offer = await lockOffer(call.db, decodeId('offer', offerId) ?? '');
      assert.ok(offer);
      await changeOffer(call, offer, {}, event);
    });
  }
  return offerId;
};

const settle = (): Promise<void> => app.app.engine.idle();

const events = async (organization: TestOrganization, query = ''): Promise<Shown[]> =>
  (await ask(organization, 'GET', `/notificationEvent?${query}`)).body.notificationEvents;

const messages = async (organization: TestOrganization): Promise<Message[]> =>
  (await ask(organization, 'GET', '/notificationMessage')).body.notificationMessages;

describe('an event', () => {
  test('is mailed to each hidden receiver alone where a rule has no others', async () => {
    const organization = await anOrganization();
    await configure(organization, rule('ACCEPT.OFFER', [], { bccEmails: ['d@x.test', 'e@x.test'] }));
    await anOffer(organization, 'offer.accepted');
    await settle();
    assert.deepEqual(sent.map(({ to, cc, bcc }) => [to, cc, bcc]).sort(), [
      ['d@x.test', [], []],
      ['e@x.test', [], []],
    ]);
  });

  test('is mailed once to each address of its rule, and to nobody else', async () => {
    const organization = await anOrganization();
    const stranger = await anOrganization();
    await configure(
      organization,
      rule('ACCEPT.OFFER', ['a@x.test', 'b@x.test', 'A@x.test'], {
        ccEmails: ['c@x.test', 'b@x.test'],
        bccEmails: ['d@x.test'],
      }),
    );
    const offerId = await anOffer(organization, 'offer.accepted');
    await anOffer(stranger, 'offer.accepted');
    await settle();
    assert.deepEqual(sent.map(({ to, cc, bcc }) => [to, cc, bcc]).sort(), [
      ['a@x.test', ['c@x.test'], ['d@x.test']],
      ['b@x.test', [], []],
    ]);
    const [mail] = sent;
    assert.match(mail?.text ?? '', /accepted offer “Deal \d+” \(AWS\)/);
    assert.match(mail?.text ?? '', new RegExp(`${app.url}/org/${organization.id}/offer/${offerId}`));
    assert.match(mail?.html ?? '', /<html lang="en">.*<a href="[^"]+">Open it in the service<\/a>/);
    assert.deepEqual((await messages(stranger)).length, 0);
    const [shown] = await events(organization);
    assert.partialDeepStrictEqual(shown, {
      action: 'ACCEPT',
      priority: 'HIGH',
      entityID: offerId,
      channels: ['EMAIL'],
    });
  });

  test('is announced once, however often its range is processed', async () => {
    const organization = await anOrganization();
    await configure(organization, rule('ACCEPT.OFFER', ['a@x.test']));
    await anOffer(organization, 'offer.accepted');
    await settle();
    const told = await events(organization, 'priorities=LOW,MEDIUM,HIGH,CRITICAL');
    await settle();
    assert.deepEqual(await events(organization, 'priorities=LOW,MEDIUM,HIGH,CRITICAL'), told);
    assert.equal(sent.length, 1);
    assert.deepEqual(await dueTimes(organization, 'event.tell'), []);
  });

  test('is mailed in the words of the template that its rule names', async () => {
    const organization = await anOrganization();
    const template = {
      id: 'short',
      name: 'Short',
      subject: '{{organization}}: {{title}}',
      text: '{{message}}',
      html: '<b>{{message}}</b>',
    };
    await configure(organization, {
      ...rule('ACCEPT.OFFER', ['a@x.test'], { templateId: 'short' }),
      templates: [template],
    });
    await anOffer(organization, 'offer.accepted');
    await settle();
    assert.partialDeepStrictEqual(sent[0], { subject: `told-${count - 1}: Offer accepted` });
    assert.match(sent[0]?.html ?? '', /^<b>.*<\/b>$/);
    assert.doesNotMatch(sent[0]?.html ?? '', /[“"]Deal <|undefined/);
  });

  test('is mailed to a limited number of addresses per day: each recipient of a copy counts, and omitted mails store no text', async () => {
    const organization = await anOrganization();
    await foundedBefore(organization, 1);
    const addresses = (list: string) => Array.from({ length: 20 }, (_, index) => `${list}${index}@x.test`);
    const copies = { ccEmails: addresses('cc'), bccEmails: addresses('bcc') };
    await configure(organization, rule('ACCEPT.OFFER', ['to@x.test'], copies));
    await anOffer(organization, 'offer.accepted', 'offer.accepted');
    await settle();
    assert.equal(sent.length, 1, 'of two mails to 41 addresses each');
    const kept = await ask<{ notificationMessages: (Message & { info: { textContent: string } })[] }>(
      organization,
      'GET',
      '/notificationMessage',
    );
    assert.deepEqual(
      kept.body.notificationMessages.map(({ status, info }) => [status, info.textContent === '']).sort(),
      [
        ['DONE', false],
        ['FAILED', true],
      ],
    );
    const { owner } = organization;
    const body = { channel: 'EMAIL', toEmails: addresses('test').slice(0, 5) };
    assert.equal((await owner.call('POST', '/notificationConfigInfo/test', { body })).status, 200, '46 of 50');
    const more = await owner.call('POST', '/notificationConfigInfo/test', { body });
    assert.equal(more.status, 429, more.text);
    assert.deepEqual((more.body as { info: object }).info, { limit: newOrganizationMailsPerDay, used: 46 });
    // After its first days an organization writes more, but not without end.
    await foundedBefore(organization, 8);
    assert.equal((await owner.call('POST', '/notificationConfigInfo/test', { body })).status, 200);
    await app.database.write(organization.uuid, (db) =>
      sql`
        update notification_message set bcc_recipients = array(select 'b' || n || '@x.test' from generate_series(1, ${mailsPerDay}) n)
        where org_id = ${organization.uuid} and recipient = 'to@x.test' and status = 'DONE'
      `.execute(db.raw),
    );
    assert.equal((await owner.call('POST', '/notificationConfigInfo/test', { body })).status, 429);
  });

  test('waits for a digest if no more mails may be written today: nothing that an organization would be told is lost', async () => {
    const organization = await anOrganization();
    await foundedBefore(organization, 1);
    const others = Array.from({ length: 20 }, (_, index) => `b${index}@wait.test`);
    const mine = () => sent.filter(({ to }) => String(to).endsWith('@wait.test'));
    const rules = [
      { scope: 'ACCEPT.OFFER', toEmails: ['a@wait.test', ...others.slice(0, 19)], ccEmails: [], bccEmails: [] },
      { scope: 'ABNORMAL_ALERT.OFFER', toEmails: ['a@wait.test'], ccEmails: ['c@wait.test'], bccEmails: [] },
    ];
    await configure(organization, { emailNotificationConfigs: rules });
    for (let mail = 0; mail < 3; mail += 1) await anOffer(organization, 'offer.accepted');
    await settle();
    assert.equal(mine().length, newOrganizationMailsPerDay, 'of 60');
    const critical = await anOffer(organization, 'offer.purchase_failed');
    await settle();
    assert.equal(mine().length, newOrganizationMailsPerDay, 'critical or not');
    app.clock.advance(3 * hourMs);
    await settle();
    assert.equal(mine().length, newOrganizationMailsPerDay, 'no digest either');
    for (let hour = 0; hour < 24; hour += 1) {
      app.clock.advance(hourMs);
      await settle();
    }
    const digests = mine().slice(newOrganizationMailsPerDay);
    assert.equal(digests.length, new Set(digests.map(({ to }) => to)).size, 'one mail for each address');
    assert.deepEqual(
      digests.filter(({ to, text }) => /[ac]@wait/.test(String(to)) && text.includes(critical)).length,
      2,
    );
    assert.equal(digests.length, 12, 'ten of whom the third mail was not written to, and those of the alert');
  });

  test('is told to each of its receivers within a day and an hour, however steadily others follow that may not be written at once', async () => {
    const organization = await anOrganization();
    await foundedBefore(organization, 1);
    const addresses = Array.from({ length: 20 }, (_, index) => `${String.fromCharCode(97 + index)}@steady.test`);
    const scopes = ['ACCEPT.OFFER', 'ABNORMAL_ALERT.OFFER'];
    const emailNotificationConfigs = scopes.map((scope) => ({
      ...{ scope, toEmails: addresses, ccEmails: [], bccEmails: [] },
    }));
    await configure(organization, { emailNotificationConfigs });
    const begun: string[] = [];
    const told = new Map<string, number>();
    let half = 0;
    const look = async (): Promise<void> => {
      await settle();
      for (const { to, text } of sent.splice(0))
        for (const offerId of begun)
          if (text.includes(offerId) && !told.has(`${to} ${offerId}`)) told.set(`${to} ${offerId}`, half);
      app.clock.advance(hourMs / 2);
      half += 1;
    };
    for (let hour = 0; hour < 40; hour += 1) {
      begun.push(await anOffer(organization, hour % 2 === 0 ? 'offer.accepted' : 'offer.purchase_failed'));
      await look();
      await look();
    }
    for (const [hour, offerId] of begun.slice(0, 14).entries())
      for (const address of addresses) {
        const waited = (told.get(`${address} ${offerId}`) ?? Number.POSITIVE_INFINITY) / 2 - hour;
        assert.ok(waited <= 25, `${address} waits ${waited} hours for the event of hour ${hour}`);
      }
    app.clock.advance(26 * hourMs);
    await look();
    assert.equal(told.size, begun.length * addresses.length, 'and nothing is left');
  });

  test('shares a transaction with others only while their mails are small', async () => {
    const organization = await anOrganization();
    const text = '{{message}} '.repeat(200) + 'x'.repeat(17_000);
    const templates = [{ id: 'long', name: 'Long', subject: 's', text, html: text }];
    await configure(organization, { ...rule('ACCEPT.OFFER', ['a@x.test'], { templateId: 'long' }), templates });
    await anOffer(organization, ...Array.from({ length: 30 }, () => 'offer.accepted' as const));
    await settle();
    const { rows } = await sql<{ count: number; transactions: number; longest: number }>`
      select count(*)::int as count, count(distinct creation_time)::int as transactions, max(length(text_content)) as longest
      from notification_message where org_id = ${organization.uuid}
    `.execute(app.database.reads);
    assert.equal(rows[0]?.count, 30);
    assert.ok((rows[0]?.longest ?? 0) <= 50_000, `${rows[0]?.longest}`);
    assert.ok((rows[0]?.transactions ?? 0) >= 3, `${rows[0]?.transactions}`);
  });

  test('is not mailed by a rule that is switched off, nor when offers become ready if that is unwanted', async () => {
    const organization = await anOrganization();
    await configure(organization, {
      emailNotificationConfigs: [
        { scope: 'ACCEPT.OFFER', enabled: false, toEmails: ['a@x.test'] },
        { scope: 'PENDING_ACCEPTANCE.OFFER', toEmails: ['b@x.test'] },
      ],
      disableOfferReadyNotification: true,
    });
    await anOffer(organization, 'offer.accepted', 'offer.released');
    await settle();
    assert.deepEqual(sent, []);
    await configure(organization, { disableOfferReadyNotification: null });
    await anOffer(organization, 'offer.released');
    await settle();
    assert.deepEqual(
      sent.map(({ to }) => to),
      ['b@x.test'],
    );
  });
});

describe('whatever fails meanwhile', () => {
  for (const point of ['before-begin', 'before-commit', 'after-commit', 'step-done'] as const) {
    test(`an event is announced once, in one mail: ${point}`, async () => {
      for (let place = 1; place <= 6; place += 1) {
        sent.length = 0;
        const organization = await anOrganization();
        await configure(organization, rule('ACCEPT.OFFER', ['a@x.test']));
        let passed = 0;
        await anOffer(organization, 'offer.accepted');
        setFaultHook((reached) => {
          if (reached !== point) return;
          passed += 1;
          if (passed === place) throw new Error(`failed at ${point} ${place}`);
        });
        try {
          await settle().catch(() => {});
        } finally {
          setFaultHook(undefined);
        }
        await until('it is told', async () => {
          // An attempt that failed is followed by one a minute later.
          app.clock.advance(60_000);
          await settle();
          return (await messages(organization)).some(({ status }) => status === 'DONE');
        });
        assert.equal((await events(organization)).length, 1, `${point} ${place}`);
        assert.equal((await messages(organization)).length, 1, `${point} ${place}`);
        assert.equal(new Set(sent.map(({ messageId }) => messageId)).size, 1, `${point} ${place}`);
      }
    });
  }
});

describe('a digest', () => {
  test('lists once for each receiver what happened, and holds back nothing that is critical', async () => {
    const organization = await anOrganization();
    await configure(organization, {
      emailNotificationConfigs: [
        { scope: 'ACCEPT.OFFER', toEmails: ['a@x.test', 'b@x.test'] },
        { scope: 'ABNORMAL_ALERT.OFFER', toEmails: ['a@x.test'] },
      ],
      digest: { mode: 'HOURLY' },
    });
    await anOffer(organization, 'offer.accepted');
    await anOffer(organization, 'offer.accepted', 'offer.purchase_failed');
    await settle();
    assert.deepEqual(
      sent.map(({ subject }) => subject.replace(/:.*/, '')),
      ['Purchase failed'],
    );
    app.clock.advance(hourMs);
    await settle();
    assert.deepEqual(
      sent
        .slice(1)
        .map(({ to, subject }) => [to, subject])
        .sort(),
      [
        ['a@x.test', `2 events of told-${count - 2}`],
        ['b@x.test', `2 events of told-${count - 2}`],
      ],
    );
    app.clock.advance(2 * hourMs);
    await settle();
    assert.equal(sent.length, 3);
  });
});

test('a digest goes first to whoever has waited longest', async () => {
  const organization = await anOrganization();
  const of = (scope: string, address: string) => ({ scope, toEmails: [address], ccEmails: [], bccEmails: [] });
  const emailNotificationConfigs = [
    of('ACCEPT.OFFER', 'z@x.test'),
    of('UPDATE.OFFER', 'a@x.test'),
    of('PENDING_ACCEPTANCE.OFFER', 'm@x.test'),
  ];
  await configure(organization, { emailNotificationConfigs, digest: { mode: 'HOURLY' } });
  await anOffer(organization, 'offer.accepted', 'offer.updated', 'offer.released', 'offer.accepted');
  await settle();
  const next = (limit: number): Promise<string[]> =>
    actIn(app, organization, async ({ db }) =>
      (await findDigestReceivers(db, limit, { onlyCritical: false })).map(({ recipient }) => recipient),
    ) as Promise<string[]>;
  assert.deepEqual(await next(1), ['z@x.test']);
  assert.deepEqual(await next(5), ['z@x.test', 'a@x.test', 'm@x.test']);
});

describe('quiet hours', () => {
  test('hold back a digest of what could not be written before, but for those whom something critical waits for', async () => {
    const organization = await anOrganization();
    await foundedBefore(organization, 1);
    const hour = app.clock.now().getUTCHours();
    const text = (value: number): string => `${String((value + 24) % 24).padStart(2, '0')}:00`;
    const many = Array.from({ length: 20 }, (_, index) => `p${index}@quiet.test`);
    await configure(organization, {
      emailNotificationConfigs: [
        { scope: 'ACCEPT.OFFER', toEmails: many, ccEmails: [], bccEmails: [] },
        { scope: 'ABNORMAL_ALERT.OFFER', toEmails: ['p1@quiet.test'], ccEmails: [], bccEmails: [] },
      ],
      quietHours: { enabled: true, start: text(hour - 1), end: text(hour + 4) },
    });
    for (let mails = 0; mails < 3; mails += 1) await anOffer(organization, 'offer.accepted');
    await anOffer(organization, 'offer.purchase_failed');
    await settle();
    const digests = (): string[] =>
      sent
        .filter(({ to, subject }) => String(to).endsWith('@quiet.test') && / events? of /.test(subject))
        .map(({ to }) => String(to));
    for (let hours = 0; hours < 25; hours += 1) {
      app.clock.advance(hourMs);
      await settle();
    }
    assert.deepEqual(digests(), ['p1@quiet.test'], 'in the next night, when mails may be written again');
    app.clock.advance(3 * hourMs);
    await settle();
    assert.equal(digests().length, 11, 'in the morning, those to whom the third mail was not written');
  });

  test('hold messages back until they end', async () => {
    const organization = await anOrganization();
    const hour = app.clock.now().getUTCHours();
    const text = (value: number): string => `${String((value + 24) % 24).padStart(2, '0')}:00`;
    await configure(organization, {
      ...rule('ACCEPT.OFFER', ['a@x.test']),
      quietHours: { enabled: true, start: text(hour - 1), end: text(hour + 2) },
    });
    await anOffer(organization, 'offer.accepted');
    await settle();
    assert.deepEqual(sent, []);
    assert.equal((await messages(organization))[0]?.status, 'SCHEDULED');
    app.clock.advance(2 * hourMs);
    await settle();
    assert.equal(sent.length, 1);
  });
});

describe('lists of notification events', () => {
  test('show what is urgent, or the priorities that are asked for', async () => {
    const organization = await anOrganization();
    await aContact(organization);
    const offerId = await anOffer(organization, 'offer.accepted');
    await settle();
    assert.deepEqual(
      (await events(organization)).map(({ action }) => action),
      ['ACCEPT'],
    );
    assert.deepEqual((await events(organization, 'priorities=LOW,HIGH')).map(({ action }) => action).sort(), [
      'ACCEPT',
      'CREATE',
      'CREATE',
    ]);
    assert.equal((await events(organization, 'message=ACCEPTED%20OFFER')).length, 1);
    assert.equal((await events(organization, 'message=100%25')).length, 0);
    const timeline = await ask(organization, 'GET', `/notificationEvent/OFFER/${offerId}`);
    assert.deepEqual(
      timeline.body.notificationEvents.map(({ action }) => action),
      ['ACCEPT', 'CREATE'],
    );
    assert.equal((await organization.owner.call('GET', `/notificationEvent?priorities=URGENT`)).status, 400);
  });

  test('show what is new since a time, and of 30 days if no day is named', async () => {
    const organization = await anOrganization();
    await anOffer(organization, 'offer.accepted');
    await settle();
    const since = app.clock.now().toISOString();
    app.clock.advance(60_000);
    const fresh = await anOffer(organization, 'offer.accepted');
    await settle();
    assert.deepEqual(
      (await events(organization, `since=${since}`)).map(({ entityID }) => entityID),
      [fresh],
    );
    app.clock.advance(31 * 24 * hourMs);
    assert.deepEqual(await events(organization), []);
    assert.equal((await events(organization, `since=${since}`)).length, 1);
  });

  test('show only events about what the caller may read', async () => {
    const organization = await anOrganization();
    await anOffer(organization, 'offer.accepted');
    await settle();
    const role = { name: 'Told', permissions: ['notification:read'] };
    const roleId = idOf(await organization.owner.call('POST', '/role', { body: role }));
    const reader = await organization.addPerson('CUSTOM', decodeId('role', roleId) ?? '');
    const reply = await reader.call('GET', '/notificationEvent');
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual((reply.body as Body).notificationEvents, []);
    assert.equal((await events(organization)).length, 1);
  });
});

describe('the configuration', () => {
  const secret = 'https://hooks.slack.test/services/T0/B0/very-secret';

  test('shows no address of a chat channel, keeps it when its mask is sent back, and forgets it on demand', async () => {
    const organization = await anOrganization();
    const set = await configure(organization, { slack: { enabled: true, webhookUrl: secret } });
    const masked = 'https://hooks.slack.test/…cret';
    assert.equal(set.body.slack.webhookUrl, masked);
    const again = await configure(organization, {
      slack: { enabled: true, webhookUrl: masked, scopes: ['ACCEPT.OFFER'] },
    });
    assert.deepEqual(again.body.slack, { enabled: true, webhookUrl: masked, scopes: ['ACCEPT.OFFER'] });
    const { rows } = await sql<{ text: string }>`
      select row_to_json(a)::text as text from audit_event a where a.org_id = ${organization.uuid}
      union all select row_to_json(o)::text from outbox o where o.org_id = ${organization.uuid}
      union all select row_to_json(c)::text from notification_config c where c.org_id = ${organization.uuid}
    `.execute(app.database.reads);
    assert.ok(rows.length > 0);
    assert.deepEqual(
      rows.filter(({ text }) => text.includes('very-secret')),
      [],
    );
    const off = await configure(organization, { slack: null });
    assert.deepEqual(off.body.slack, { enabled: false, scopes: [] });
  });

  test('takes no masked address but that of the kept one: nothing could be sent to it', async () => {
    const organization = await anOrganization();
    const faultsOf = async (body: object): Promise<string[]> => {
      const reply = await organization.owner.call('PATCH', '/notificationConfigInfo', { body });
      assert.equal(reply.status, 400, reply.text);
      return (reply.body as unknown as { info: { path: string; code: string }[] }).info.map(
        ({ path, code }) => `${path} ${code}`,
      );
    };
    const old = 'https://hooks.slack.test/…cret';
    assert.deepEqual(await faultsOf({ slack: { enabled: true, webhookUrl: old } }), ['slack.webhookUrl masked']);
    await configure(organization, { slack: { enabled: true, webhookUrl: secret } });
    await configure(organization, { slack: { webhookUrl: 'https://hooks.slack.test/services/T0/B0/another' } });
    assert.deepEqual(await faultsOf({ slack: { webhookUrl: old } }), ['slack.webhookUrl masked']);
    assert.deepEqual(await faultsOf({ webhook: { enabled: true, url: 'https://10.0.0.1/…cret' } }), [
      'webhook.url address',
    ]);
  });

  test('comes back as it was sent, and absent members stay', async () => {
    const organization = await anOrganization();
    const { body: standard } = await ask(organization, 'GET', '/notificationConfigInfo');
    assert.ok(standard.allEmailNotificationScopes.includes('EXPIRE_SOON.OFFER'));
    assert.deepEqual((await configure(organization, standard)).body, standard);
    const rules = rule('ACCEPT.OFFER', ['a@x.test']);
    const changed = await configure(organization, rules);
    assert.deepEqual(changed.body, { ...standard, ...rules });
    assert.deepEqual((await configure(organization, { timeZone: 'Asia/Tokyo' })).body, {
      ...standard,
      ...rules,
      timeZone: 'Asia/Tokyo',
    });
    const version = changed.headers.get('etag') ?? '';
    const late = await organization.owner.call('PATCH', '/notificationConfigInfo', {
      body: {},
      headers: { 'if-match': version },
    });
    assert.equal(late.status, 412);
  });

  test('names every fault', async () => {
    const { owner } = await anOrganization();
    const body = {
      emailNotificationConfigs: [
        { scope: 'DANCE.OFFER', templateId: 'none' },
        { scope: 'ACCEPT.OFFER' },
        { scope: 'ACCEPT.OFFER' },
      ],
      slack: { enabled: true, scopes: ['ACCEPT.OFFER', 'ACCEPT.OFFER', 'nothing'] },
      webhook: { enabled: true },
      templates: [{ id: 'x', subject: '{{secret}}', text: 'ok' }],
      timeZone: 'Mars/Olympus',
    };
    const reply = await owner.call('PATCH', '/notificationConfigInfo', { body });
    assert.equal(reply.status, 400);
    assert.deepEqual((reply.body as { info: { path: string }[] }).info.map(({ path }) => path).sort(), [
      'emailNotificationConfigs.0.scope',
      'emailNotificationConfigs.0.templateId',
      'emailNotificationConfigs.2.scope',
      'slack.scopes.1',
      'slack.scopes.2',
      'slack.webhookUrl',
      'templates.0.subject',
      'timeZone',
      'webhook.url',
    ]);
    for (const toEmails of [['not an address'], ['a@x.test, b@x.test'], ['a@x.test\r\nBcc: c@x.test']])
      assert.equal(
        (await owner.call('PATCH', '/notificationConfigInfo', { body: rule('ACCEPT.OFFER', toEmails) })).status,
        400,
      );
  });

  test('yields to others while many long templates are read', async () => {
    const organization = await anOrganization();
    const long = (index: number, part: string) => `${index} ${part} ${'{{title}}'.repeat(150)}${'word '.repeat(3700)}`;
    const templates = Array.from({ length: 50 }, (_, index) => ({
      ...{ id: `t${index}`, name: 'Long', subject: 's' },
      ...{ text: long(index, 'text'), html: long(index, 'html') },
    }));
    const began = performance.now();
    let longest = 0;
    let last = began;
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    await configure(organization, { templates });
    clearInterval(watch);
    const whole = performance.now() - began;
    assert.ok(longest < whole / 3, `${Math.round(longest)} of ${Math.round(whole)} ms at once`);
  });

  test('moves the announcements of offers that wait', async () => {
    const organization = await anOrganization();
    const offerId = await anOffer(organization);
    const expire = new Date(app.clock.now().getTime() + 40 * 86_400_000);
    await actIn(app, organization, async (call) => {
      const offer = await lockOffer(call.db, decodeId('offer', offerId) ?? '');
      assert.ok(offer);
      await changeOffer(call, offer, { status: 'PENDING_ACCEPTANCE', expire_time: expire }, 'offer.released');
      await watchTimes(call, { ...offer, status: 'PENDING_ACCEPTANCE', expire_time: expire });
    });
    const dueTime = async (): Promise<number> => {
      await settle();
      const [due] = await dueTimes(organization, 'offer.expire_soon');
      return (expire.getTime() - (due?.getTime() ?? 0)) / 86_400_000;
    };
    assert.equal(await dueTime(), 7);
    await configure(organization, { daysToExpireSoonOfferWorkflowNotification: 21 });
    assert.equal(await dueTime(), 21);
    await configure(organization, { enableExpireSoonOfferWorkflowNotification: false });
    app.clock.advance(20 * 24 * hourMs);
    await settle();
    assert.deepEqual(
      (await events(organization, 'priorities=HIGH')).map(({ action }) => action),
      [],
    );
  });
});

describe('previews and tests', () => {
  test('a preview shows the latest event of the scope, in the words that are given', async () => {
    const organization = await anOrganization();
    const template = { subject: '{{title}}', text: '{{message}}' };
    const empty = await ask(organization, 'POST', '/notificationConfigInfo/preview', {
      scope: 'ACCEPT.OFFER',
      template,
    });
    assert.equal(empty.body.subject, 'Example');
    await anOffer(organization, 'offer.accepted');
    await settle();
    const { body } = await ask(organization, 'POST', '/notificationConfigInfo/preview', {
      scope: 'ACCEPT.OFFER',
      template,
    });
    assert.equal(body.subject, 'Offer accepted');
    assert.match(body.textContent, /Deal \d+/);
    assert.deepEqual(sent, []);
  });

  test('a test is sent to its caller', async () => {
    const organization = await anOrganization();
    const path = '/notificationConfigInfo/test';
    const { body } = await ask<Message[]>(organization, 'POST', path, { channel: 'EMAIL' });
    assert.equal(body.length, 1);
    await settle();
    assert.deepEqual(
      sent.map(({ to }) => to),
      [body[0]?.recipient],
    );
    const refused = await organization.owner.call('POST', '/notificationConfigInfo/test', {
      body: { channel: 'SLACK' },
    });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /SLACK has no address; set slack.webhookUrl first/);
  });
});
