import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readReferenceSchemas, referenceIsMissing } from '../../../../test/reference-schemas.ts';
import { type EventName, eventCatalogue } from '../../../contract/events.ts';
import { notificationActions, notificationEntities } from '../../../contract/reference/notification-words.ts';
import { eventTexts, priorityOf, scopeOf, scopes } from './event-texts.ts';
import { type DescribedEvent, messageMax, money, nameOf, partnerOf, quantity, statusOf } from './texts/event-text.ts';

const names = Object.keys(eventCatalogue) as EventName[];
const actor = { type: 'user', id: 'user_01jd0000000000000000000001', name: 'Ada' } as const;

const say = (name: EventName, payload: Record<string, unknown>, id = ''): string =>
  eventTexts[name].message({ name, entity_type: '', entity_id: id, payload, actor } satisfies DescribedEvent);

const assertReadable = (text: string, what: string): void => {
  assert.ok(text.length > 10 && text.length <= messageMax, `${what}: ${text.length} characters`);
  assert.doesNotMatch(text, /undefined|\[object|NaN|null|[\p{Cc}\u2028\u2029]| {2}/u, what);
  assert.match(text, /^\P{Ll}.*[.…]$/u, what);
};

/** Every member that a sentence may read, with the same value. */
const filledWith = (value: unknown): Record<string, unknown> => {
  const members = [
    ...['name', 'status', 'partner', 'currency', 'amount', 'dealName', 'dealValue', 'email', 'dimension', 'recipient'],
    ...['expireTime', 'endTime', 'dueTime', 'nextAttemptTime', 'acceptBy', 'entitlementID', 'closeReason', 'priority'],
    ...[
      'kind',
      'period',
      'billedAmount',
      'billedCurrency',
      'expectedAmount',
      'totalAmount',
      'part',
      'message',
      'error',
    ],
    ...['crm', 'service', 'role', 'intent', 'day', 'newDifferences', 'lastUsageDate', 'usualIntervalDays', 'quantity'],
    ...['lastError', 'pushError', 'statusMessage', 'invoiceNumber', 'type', 'sharedWith', 'hour', 'emailAddress'],
  ];
  const inner = { message: value, name: value, companyName: value, organizationName: value, errorMessages: [value] };
  return {
    ...Object.fromEntries(members.map((name) => [name, value])),
    info: { commitAmount: value, currency: value },
    ...{ company: inner, buyerCompany: inner, sender: inner, metaInfo: inner, sync: { errors: [inner] } },
  };
};

describe('what events say to people', () => {
  test('uses words of the reference alone', { skip: referenceIsMissing }, () => {
    const { NotificationEventAction: action, EntityType: entity } = readReferenceSchemas();
    assert.deepEqual(notificationActions, action?.enum);
    assert.deepEqual(notificationEntities, entity?.enum);
  });

  test('has a scope for every event that anyone is notified of, and no others', () => {
    const toldOf = names.filter((name) => eventTexts[name].priority !== '' || eventTexts[name].isRaised);
    assert.deepEqual(scopes, [...new Set(toldOf.map(scopeOf))].sort());
    for (const scope of scopes) assert.match(scope, /^[A-Z_]+\.[A-Z_]+$/);
    for (const known of ['ACCEPT.OFFER', 'EXPIRE_SOON.OFFER', 'END_SOON.ENTITLEMENT', 'CREATE.ENTITLEMENT'])
      assert.ok(scopes.includes(known), known);
    assert.ok(!scopes.some((scope) => scope.endsWith('.NOTIFICATION_MESSAGE')), 'a mail about a mail');
  });

  test('has the priority that the catalogue promises', () => {
    for (const name of names) {
      const [, promised] = /[Pp]riority (HIGH|CRITICAL)/.exec(eventCatalogue[name]) ?? [];
      if (promised === undefined) continue;
      assert.equal(priorityOf({ name, payload: { priority: promised } }), promised, name);
      if (!eventTexts[name].isRaised) assert.equal(eventTexts[name].priority, promised, name);
    }
  });

  test('is raised by the payload of events that say so, never lowered, and never by others', () => {
    const priority = (name: EventName, own: unknown) => priorityOf({ name, payload: { priority: own } });
    assert.equal(priority('usage_record_report.updated', 'HIGH'), 'HIGH');
    assert.equal(priority('usage_record_report.updated', undefined), '');
    assert.equal(priority('usage_comparison.differed', ''), 'MEDIUM');
    assert.equal(priority('usage_comparison.differed', 'URGENT'), 'MEDIUM');
    // A ticket has a priority of its own.
    assert.equal(priority('support_ticket.updated', 'CRITICAL'), 'LOW');
  });

  test('asks for action only where it is urgent', () => {
    for (const name of names) {
      const { isActionItem, priority } = eventTexts[name];
      if (isActionItem) assert.match(priority, /^(MEDIUM|HIGH|CRITICAL)$/, name);
      assert.match(eventTexts[name].title, /^[A-Z][\w ]{3,40}$/, name);
    }
  });

  test('is a sentence whatever a payload has', () => {
    const long = `<!channel> https://evil.example/ @all\n${'\u202ex\u0000 '.repeat(5000)}`;
    const strange = [undefined, null, 7, true, Number.NaN, [], ['a'], {}, { a: 1 }, '', ' ', long, '😀'.repeat(900)];
    for (const name of names) {
      assertReadable(say(name, {}), name);
      for (const value of strange) {
        const text = say(name, filledWith(value), long);
        assertReadable(text, `${name} of ${String(value).slice(0, 20)}`);
        assert.doesNotMatch(text, /:\/\//, name);
        assert.ok(text.isWellFormed(), name);
      }
    }
  });

  test('names the thing, its partner, its money and its reason', () => {
    const offer = { name: 'Acme 2027', partner: 'AWS', info: { commitAmount: 24_000, currency: 'USD' } };
    assert.equal(say('offer.accepted', offer), 'The buyer accepted offer “Acme 2027” (AWS) for 24,000.00 USD.');
    const refused = { ...offer, metaInfo: { prettifiedErrorMessages: ['The price is wrong.'] } };
    assert.equal(
      say('offer.create_failed', refused),
      'Offer “Acme 2027” (AWS) could not be created: The price is wrong.',
    );
    assert.equal(
      say('invoice.payment_failed', {
        partner: 'STRIPE',
        amount: 100,
        currency: 'JPY',
        error: { message: 'Declined' },
      }),
      'A payment of invoice (Stripe) of 100 JPY failed: Declined.',
    );
    const difference = { partner: 'AZURE', kind: 'DOUBLE', currency: 'USD', billedAmount: 20, expectedAmount: 10 };
    assert.match(
      say('revenue_difference.found', { ...difference, period: '2026-11', entitlementID: 'ent_1' }),
      /Azure for entitlement ent_1, 2026-11, .*more than once; billed 20\.00 USD, expected 10\.00 USD\.$/,
    );
    const received = { name: 'Mills', partner: 'AWS', acceptBy: '2026-12-10T00:00:00Z' };
    assert.match(
      say('referral.received', { ...received, status: 'PENDING_ACCEPTANCE' }),
      /offers .* by Dec 10, 2026\.$/,
    );
    assert.match(
      say('referral.received', { ...received, status: 'ACCEPTED' }),
      /was found at the partner: ACCEPTED\.$/,
    );
  });
});

describe('the members of a payload', () => {
  test('are read where our entities have them', () => {
    assert.equal(nameOf({ name: 'a' }), 'a');
    assert.equal(nameOf({ company: { name: 'Globex' } }), 'Globex');
    assert.equal(nameOf({ name: '', emailAddress: 'ann@a.example' }), 'ann at a·example');
    const sides = { recipient: { companyName: 'Us' }, sender: { organizationName: 'Them' } };
    assert.equal(nameOf({ direction: 'INBOUND', ...sides }), 'Them');
    assert.equal(nameOf({ direction: 'OUTBOUND', ...sides }), 'Us');
    assert.equal(statusOf({ lastSyncStatus: 'FAILED' }), 'FAILED');
    assert.equal(partnerOf({ partner: 'AWS' }), 'AWS');
    assert.equal(partnerOf({ partner: 'DIRECT' }), undefined);
  });

  test('keep every digit of their numbers', () => {
    assert.equal(money(JSON.rawJSON('123456789012345678.123456789'), 'USD'), '123,456,789,012,345,678.123456789 USD');
    assert.equal(money('0.5', 'KWD'), '0.500 KWD');
    assert.equal(money(1, 'usd'), '');
    assert.equal(money('1e9', 'USD'), '');
    assert.equal(quantity('12.50'), '12.5');
  });
});
