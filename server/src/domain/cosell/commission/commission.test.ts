import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Reply, startApp, type TestApp, type TestOrganization } from '../../../../test/app.ts';
import { aNewDeal } from '../../../../test/examples/direct-deal.ts';
import { setFaultHook } from '../../../db/faults.ts';
import {
  advance,
  anotherDeal,
  aSale,
  bothSides,
  done,
  invoice,
  propose,
  type ReferralBody,
  type Sale,
  type Side,
  seenBy,
  send,
  update,
  ways,
} from './commission.test-support.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const dayMs = 86_400_000;

type Trail = { action: string; actor: { type: string; id: string }; request_id: string; changes: { path: string }[] };

const trailOf = async ({ uuid }: TestOrganization): Promise<Trail[]> =>
  (
    await app.database.pool.query(
      'select action, actor, request_id, changes from audit_event where org_id = $1 order by wall_time, id',
      [uuid],
    )
  ).rows as Trail[];
const eventsOf = async ({ uuid }: TestOrganization): Promise<string[]> =>
  (await app.database.pool.query('select name from outbox where org_id = $1 order by id', [uuid])).rows.map(
    ({ name }) => name as string,
  );

const infoOf = ({ body }: Reply): { status?: string; allowedFrom?: string[]; side?: string } =>
  (body as { info: { status?: string; allowedFrom?: string[]; side?: string } }).info;

const refused = (reply: Reply, status: number, message?: RegExp): void => {
  assert.equal(reply.status, status, reply.text);
  if (message) assert.match((reply.body as { message: string }).message, message);
};

describe('a deal that is registered', () => {
  test('is a referral of both organizations, accepted from the start, in one act with a trail in each', async () => {
    const sale = await aSale(app);
    const before = { seller: await trailOf(sale.seller), partner: await trailOf(sale.partner) };
    const events = { seller: await eventsOf(sale.seller), partner: await eventsOf(sale.partner) };
    const { deals } = await anotherDeal(sale, { name: 'Second' });
    const [ours, theirs] = [await seenBy({ ...sale, deals }, 'seller'), await seenBy({ ...sale, deals }, 'partner')];
    const same = { partner: 'DIRECT', status: 'ACCEPTED', name: 'Second', dealValue: 120000.5, currency: 'USD' };
    assert.partialDeepStrictEqual(ours, { ...same, direction: 'INBOUND', organizationID: sale.seller.id });
    assert.partialDeepStrictEqual(theirs, { ...same, direction: 'OUTBOUND', organizationID: sale.partner.id });
    const revenueShare = { type: 'REFERRAL_FEE', ratePercent: 10, capAmount: 15000, clawbackDays: 90 };
    const earner = { organizationID: sale.partner.id, revenueShare, dealValue: 120000.5 };
    assert.deepEqual(ours.partners, [{ partnerId: sale.ids.seller, ...earner }]);
    assert.deepEqual(theirs.partners, [{ partnerId: sale.ids.partner, ...earner }]);
    const added = bothSides.map((side) => before[side].length);
    const [mine] = (await trailOf(sale.seller)).slice(added[0]);
    const [its] = (await trailOf(sale.partner)).slice(added[1]);
    assert.equal((await trailOf(sale.seller)).length, (added[0] ?? 0) + 1);
    assert.equal((await trailOf(sale.partner)).length, (added[1] ?? 0) + 1);
    assert.deepEqual([mine?.action, its?.action], Array(2).fill('createReferralOnBehalf'));
    assert.equal(mine?.request_id, its?.request_id);
    assert.equal(mine?.actor.type, 'app');
    assert.deepEqual([its?.actor.type, its?.actor.id], ['partner', sale.seller.id]);
    for (const side of bothSides)
      assert.deepEqual((await eventsOf(sale[side])).slice(events[side].length), [
        'referral.created',
        'referral.accepted',
      ]);
  });

  test('needs a partnership in force, and amounts of its currency', async () => {
    const sale = await aSale(app);
    const register = (more: object, partnerId = sale.ids.seller) =>
      sale.seller.editor.call('POST', '/cosell/referral/onBehalf', { body: aNewDeal(partnerId, more) });
    refused(await register({}, sale.ids.partner), 400, /partnerId/);
    refused(await register({ dealValue: -1 }), 400, /dealValue/);
    const share = { type: 'REFERRAL_FEE', ratePercent: 10 };
    refused(await register({ revenueShare: { ...share, ratePercent: 100.1 } }), 400, /ratePercent/);
    refused(await register({ revenueShare: { ...share, ratePercent: -1 } }), 400, /ratePercent/);
    refused(await register({ revenueShare: { ...share, capAmount: 0.001 } }), 400, /capAmount/);
    refused(await register({ currency: 'JPY', revenueShare: { ...share, capAmount: 10.5 } }), 400, /capAmount/);
    refused(await register({ revenueShare: { ...share, clawbackDays: 0 } }), 400, /clawbackDays/);
    const body = { status: 'INACTIVE' };
    assert.equal((await sale.partner.editor.call('PATCH', `/prm/partner/${sale.ids.partner}`, { body })).status, 200);
    const reply = await register({});
    refused(reply, 409);
    assert.deepEqual(infoOf(reply), { status: 'INACTIVE', allowedFrom: ['ACTIVE'] });
  });

  test('changes on both sides at once when its seller changes it', async () => {
    const sale = await aSale(app);
    const change = {
      name: 'Renamed',
      buyerCompany: { name: 'Globex', country: 'DE' },
      dealValue: 2000.25,
      currency: 'EUR',
      stage: 'COMMITTED',
      targetCloseDate: '2027-01-31',
    };
    await done(update(sale, 'seller', { ...change, metaInfo: { own: true } }));
    const theirs = await seenBy(sale, 'partner');
    assert.partialDeepStrictEqual(theirs, change);
    assert.deepEqual(theirs.metaInfo, {}, 'notes are of each side');
    await done(update(sale, 'seller', { status: 'LOST', closeReason: 'Price' }));
    assert.partialDeepStrictEqual(await seenBy(sale, 'partner'), { status: 'LOST', closeReason: 'Price' });
    await done(update(sale, 'seller', { closeReason: 'Time' }));
    assert.equal((await seenBy(sale, 'partner')).closeReason, 'Time');
    await done(update(sale, 'seller', { status: 'ACCEPTED' }));
    const open = await seenBy(sale, 'partner');
    assert.deepEqual([open.status, open.closeReason], ['ACCEPTED', undefined]);
  });

  test('is changed by its partner only where that is its own', async () => {
    const sale = await aSale(app);
    for (const body of [
      { name: 'Mine' },
      { dealValue: 1 },
      { stage: 'COMMITTED' },
      { status: 'WON' },
      { status: 'LOST' },
      { targetCloseDate: '2027-01-01' },
      { buyerCompany: { name: 'Other' } },
    ]) {
      const reply = await update(sale, 'partner', body);
      refused(reply, 403, /Only the seller .* Its partner may change metaInfo/);
      assert.equal(infoOf(reply).side, 'PARTNER');
    }
    const own = {
      metaInfo: { note: 1 },
      approvalInfo: { by: 'Ann' },
      info: { direct: { plan: 'visit' } },
      crm: { system: 'HUBSPOT', recordId: '42' },
    };
    const whole = await seenBy(sale, 'partner');
    await done(update(sale, 'partner', { ...whole, ...own }));
    assert.partialDeepStrictEqual(await seenBy(sale, 'partner'), own);
    assert.deepEqual((await seenBy(sale, 'seller')).metaInfo, {});
    await ways.PENDING(sale);
    refused(await update(sale, 'partner', { status: 'ACCEPTED' }), 403);
    await done(update(sale, 'partner', { status: 'ARCHIVED' }));
    assert.equal((await seenBy(sale, 'seller')).status, 'WON');
    await done(update(sale, 'seller', { name: 'Renamed' }));
    assert.partialDeepStrictEqual(await seenBy(sale, 'partner'), { status: 'ARCHIVED', name: 'Renamed' });
    await done(update(sale, 'seller', { status: 'ACCEPTED' }));
    assert.equal((await seenBy(sale, 'partner')).status, 'ACCEPTED', 'a deal that goes on is shown again');
  });

  test('has terms that its seller changes until it is won', async () => {
    const sale = await aSale(app);
    const change = (side: Side, body: object) =>
      send(sale, side, 'PATCH', '/partner', { partnerId: sale.ids[side], ...body });
    const revenueShare = { type: 'FINDERS_FEE', ratePercent: 5.5 };
    await done(change('seller', { revenueShare, dealValue: 3000, note: 'As agreed' }));
    for (const side of bothSides) {
      const { partners, dealValue } = await seenBy(sale, side);
      assert.partialDeepStrictEqual(partners, [{ revenueShare, dealValue: 3000, note: 'As agreed' }]);
      assert.equal(dealValue, 3000);
    }
    refused(await change('partner', { dealValue: 1 }), 403, /seller/);
    refused(await change('seller', { partnerId: sale.ids.partner }), 400, /partnerId/);
    await ways.PENDING(sale);
    const late = await change('seller', { revenueShare, dealValue: 4000 });
    refused(late, 409);
    assert.deepEqual(infoOf(late), { status: 'WON', allowedFrom: ['ACCEPTED'] });
    const { commission } = await done(change('seller', { dealValue: 4000, note: null }));
    assert.equal(commission?.amount, 220, 'the commission follows the value');
    const theirs = await seenBy(sale, 'partner');
    assert.deepEqual([theirs.dealValue, theirs.commission?.amount, theirs.partners[0]?.note], [4000, 220, undefined]);
  });
});

describe('a commission', () => {
  const actions = [
    'ADVANCE',
    'VOID',
    'CLAWBACK',
    'PROPOSE',
    'WITHDRAW_UPDATE',
    'ACCEPT_UPDATE',
    'REJECT_UPDATE',
  ] as const;
  type Action = (typeof actions)[number];
  type Situation = keyof typeof ways;

  /** Who may do what, and the status afterwards. What is not listed is 409 for that side. */
  const allowed: Record<Situation, Partial<Record<Action, readonly [Side, string]>>> = {
    PENDING: {
      ADVANCE: ['seller', 'CONFIRMED'],
      VOID: ['seller', 'VOIDED'],
      PROPOSE: ['seller', 'PENDING_CONFIRMATION'],
    },
    PENDING_OPEN: {
      ADVANCE: ['seller', 'CONFIRMED'],
      VOID: ['seller', 'VOIDED'],
      WITHDRAW_UPDATE: ['seller', 'PENDING_CONFIRMATION'],
      ACCEPT_UPDATE: ['partner', 'PENDING_CONFIRMATION'],
      REJECT_UPDATE: ['partner', 'PENDING_CONFIRMATION'],
    },
    CONFIRMED: {
      ADVANCE: ['partner', 'INVOICED'],
      VOID: ['seller', 'VOIDED'],
      PROPOSE: ['seller', 'CONFIRMED'],
    },
    CONFIRMED_OPEN: {
      VOID: ['seller', 'VOIDED'],
      WITHDRAW_UPDATE: ['seller', 'CONFIRMED'],
      ACCEPT_UPDATE: ['partner', 'CONFIRMED'],
      REJECT_UPDATE: ['partner', 'CONFIRMED'],
    },
    INVOICED: { ADVANCE: ['seller', 'PAID'], VOID: ['seller', 'VOIDED'] },
    PAID: { CLAWBACK: ['seller', 'CLAWED_BACK'] },
    CLAWED_BACK: {},
    VOIDED: {},
  };

  /** Whose action it is, where the situation does not decide that. */
  const sideOf = (situation: Situation, action: Action): Side | 'both' => {
    if (action === 'ACCEPT_UPDATE' || action === 'REJECT_UPDATE') return 'partner';
    if (action !== 'ADVANCE') return 'seller';
    if (situation === 'CONFIRMED_OPEN') return 'partner';
    return allowed[situation].ADVANCE?.[0] ?? 'both';
  };

  const attempt = (sale: Sale, situation: Situation, side: Side, action: Action): Promise<Reply> => {
    if (action === 'PROPOSE')
      return send(sale, side, 'POST', '/commission-update?dryRun=true', {
        revenueShare: { type: 'REFERRAL_FEE', ratePercent: 1 },
        reason: 'why not',
      });
    const isInvoice = action === 'ADVANCE' && situation.startsWith('CONFIRMED');
    return send(sale, side, 'PATCH', '/commission?dryRun=true', isInvoice ? invoice : { action });
  };

  for (const situation of Object.keys(ways) as Situation[]) {
    test(`that is ${situation}: each action by each side`, async () => {
      const sale = await aSale(app);
      const { commission } = await ways[situation](sale);
      for (const action of actions) {
        for (const side of bothSides) {
          const reply = await attempt(sale, situation, side, action);
          const owner = sideOf(situation, action);
          const what = `${situation} ${action} by the ${side}: ${reply.text}`;
          if (owner !== 'both' && owner !== side) {
            assert.equal(reply.status, 403, what);
            assert.equal(infoOf(reply).side, side.toUpperCase());
            continue;
          }
          const rule = allowed[situation][action];
          if (rule) {
            assert.equal(reply.status, 200, what);
            assert.equal((reply.body as ReferralBody).commission?.status, rule[1], what);
            continue;
          }
          assert.equal(reply.status, 409, what);
          assert.ok(Array.isArray(infoOf(reply).allowedFrom), what);
          assert.ok(!infoOf(reply).allowedFrom?.includes(infoOf(reply).status ?? ''), what);
        }
      }
      assert.deepEqual((await seenBy(sale, 'seller')).commission, commission, 'dry runs leave nothing');
    });
  }

  test('does not exist before the deal is won, nor for a marketplace', async () => {
    const sale = await aSale(app);
    const reply = await advance(sale, 'seller', { action: 'ADVANCE' });
    refused(reply, 409, /when the deal is won/);
    assert.deepEqual(infoOf(reply), { status: 'ACCEPTED', allowedFrom: ['WON'] });
    refused(await propose(sale, 'seller'), 409);
    assert.equal((await seenBy(sale, 'partner')).commission, undefined);
  });

  test('goes through its whole lifecycle, visible to both sides', async () => {
    const sale = await aSale(app, { dealValue: 1234.56 });
    const { id: by } = sale.seller;
    const seen: string[] = [];
    const look = async (): Promise<void> => {
      const [ours, theirs] = [await seenBy(sale, 'seller'), await seenBy(sale, 'partner')];
      assert.deepEqual(ours.commission, theirs.commission);
      assert.equal(ours.status, theirs.status);
      const ledgers = await Promise.all(
        bothSides.map(async (side) => {
          const { text, body } = await sale[side].editor.call('GET', `/prm/partner/${sale.ids[side]}/commissions`);
          const { data } = body as { data: Record<string, unknown>[] };
          assert.equal(data.length, 1, text);
          const { id, partnerId, referralId, side: shown, creationTime, lastUpdateTime, ...rest } = data[0] ?? {};
          assert.deepEqual([partnerId, referralId, shown], [sale.ids[side], sale.deals[side], side.toUpperCase()]);
          assert.match(String(id), /^commis_/);
          assert.ok(creationTime && lastUpdateTime);
          return rest;
        }),
      );
      assert.deepEqual(ledgers[0], ledgers[1]);
      assert.partialDeepStrictEqual(ledgers[0], { ...ours.commission, dealName: ours.name, dealValue: 1234.56 });
      seen.push(ours.commission?.status ?? '');
    };
    await ways.PENDING(sale);
    await look();
    await done(advance(sale, 'seller', { action: 'ADVANCE', note: 'Checked' }));
    await look();
    refused(await advance(sale, 'partner', { action: 'ADVANCE' }), 400, /invoiceNumber/);
    await done(advance(sale, 'partner', invoice));
    await look();
    const paidTime = new Date(app.clock.now().getTime() - dayMs).toISOString();
    const later = new Date(app.clock.now().getTime() + dayMs).toISOString();
    refused(await advance(sale, 'seller', { action: 'ADVANCE', paidTime: later }), 400, /paidTime/);
    refused(await advance(sale, 'seller', { action: 'ADVANCE', invoiceNumber: 'INV-8' }), 400, /invoiceNumber/);
    await done(advance(sale, 'seller', { action: 'ADVANCE', paidTime }));
    await look();
    await done(advance(sale, 'seller', { action: 'CLAWBACK', note: 'Refunded' }));
    await look();
    assert.deepEqual(seen, ['PENDING_CONFIRMATION', 'CONFIRMED', 'INVOICED', 'PAID', 'CLAWED_BACK']);
    const { commission } = await seenBy(sale, 'partner');
    assert.partialDeepStrictEqual(commission?.history, [
      { action: 'WIN', status: 'PENDING_CONFIRMATION', by, amount: 123.46 },
      { action: 'ADVANCE', status: 'CONFIRMED', by, note: 'Checked' },
      { action: 'ADVANCE', status: 'INVOICED', by: sale.partner.id, invoiceNumber: 'INV-7' },
      { action: 'ADVANCE', status: 'PAID', by, paidTime },
      { action: 'CLAWBACK', status: 'CLAWED_BACK', by, note: 'Refunded' },
    ]);
  });

  test('leaves an audit row and its event in both organizations, under one request', async () => {
    const sale = await aSale(app);
    await ways.CONFIRMED(sale);
    const before = { seller: await trailOf(sale.seller), partner: await trailOf(sale.partner) };
    const events = { seller: await eventsOf(sale.seller), partner: await eventsOf(sale.partner) };
    const reply = await advance(sale, 'partner', invoice);
    assert.equal(reply.status, 200, reply.text);
    for (const side of bothSides) {
      const [row, ...more] = (await trailOf(sale[side])).slice(before[side].length);
      assert.deepEqual(more, []);
      assert.equal(row?.action, 'advanceReferralCommission');
      assert.equal(row?.request_id, reply.headers.get('x-request-id'));
      assert.ok(
        row?.changes.some(({ path }) => path.endsWith('invoiceNumber')),
        JSON.stringify(row?.changes),
      );
      assert.deepEqual((await eventsOf(sale[side])).slice(events[side].length), ['commission.invoiced']);
    }
    const [, there] = [await trailOf(sale.partner), (await trailOf(sale.seller)).at(-1)];
    assert.deepEqual([there?.actor.type, there?.actor.id], ['partner', sale.partner.id]);
  });

  test('follows the deal until it is confirmed, and is frozen from then on', async () => {
    const sale = await aSale(app);
    await ways.PENDING(sale);
    const amounts = async () =>
      Promise.all(bothSides.map(async (side) => (await seenBy(sale, side)).commission?.amount));
    await done(update(sale, 'seller', { dealValue: 1500.55, name: 'Larger' }));
    assert.deepEqual(await amounts(), [150.06, 150.06], '150.055 is nearer to no cent: the even one');
    await done(update(sale, 'seller', { currency: 'JPY' }));
    assert.deepEqual(await amounts(), [150, 150]);
    await done(advance(sale, 'seller', { action: 'ADVANCE' }));
    await done(update(sale, 'seller', { dealValue: 9999, currency: 'USD', name: 'Largest' }));
    assert.deepEqual(await amounts(), [150, 150]);
    const { commission, dealValue } = await seenBy(sale, 'partner');
    assert.deepEqual([commission?.currency, dealValue], ['JPY', 9999]);
    const list = await sale.partner.editor.call('GET', `/prm/partner/${sale.ids.partner}/commissions`);
    assert.partialDeepStrictEqual(list.body, { data: [{ dealName: 'Larger', dealValue: 1500.55, amount: 150 }] });
  });

  test('is capped, and its deal takes no currency in which the cap is no amount', async () => {
    const revenueShare = { type: 'REVENUE_SPLIT', ratePercent: 50, capAmount: 99.99 };
    const sale = await aSale(app, { revenueShare });
    assert.equal((await ways.PENDING(sale)).commission?.amount, 99.99);
    refused(await update(sale, 'seller', { currency: 'JPY' }), 400, /currency/);
  });

  test('takes other terms until it is invoiced; accepted ones set the amount anew', async () => {
    const sale = await aSale(app);
    await ways.PENDING(sale);
    const first = await done(propose(sale, 'seller', 20));
    assert.partialDeepStrictEqual(first.commission, {
      amount: 100,
      pendingUpdate: { status: 'PROPOSED', amount: 200 },
    });
    refused(await propose(sale, 'seller', 30), 409);
    await done(update(sale, 'seller', { dealValue: 2000 }));
    const seen = await seenBy(sale, 'partner');
    assert.deepEqual([seen.commission?.amount, seen.commission?.pendingUpdate?.amount], [200, 400]);
    await done(advance(sale, 'partner', { action: 'ACCEPT_UPDATE' }));
    assert.equal((await seenBy(sale, 'seller')).commission?.amount, 400);
    await done(advance(sale, 'seller', { action: 'ADVANCE' }));
    await done(propose(sale, 'seller', 5, { capAmount: 90 }));
    const blocked = await advance(sale, 'partner', invoice);
    refused(blocked, 409);
    assert.deepEqual(infoOf(blocked), { status: 'PROPOSED', allowedFrom: ['ACCEPTED', 'REJECTED', 'WITHDRAWN'] });
    await done(advance(sale, 'partner', { action: 'REJECT_UPDATE', note: 'No' }));
    await done(propose(sale, 'seller', 5, { capAmount: 95 }));
    await done(advance(sale, 'seller', { action: 'WITHDRAW_UPDATE' }));
    await done(propose(sale, 'seller', 50, { capAmount: 450 }));
    const { commission } = await done(advance(sale, 'partner', { action: 'ACCEPT_UPDATE' }));
    assert.partialDeepStrictEqual(commission, {
      status: 'CONFIRMED',
      amount: 450,
      terms: { ratePercent: 50, capAmount: 450 },
    });
    assert.equal(commission?.pendingUpdate, undefined);
    refused(await advance(sale, 'partner', { action: 'ACCEPT_UPDATE' }), 409);
    await done(advance(sale, 'partner', invoice));
    refused(await propose(sale, 'seller', 1), 409);
  });

  test('takes at most 20 proposals', async () => {
    const sale = await aSale(app);
    await ways.PENDING(sale);
    for (let proposal = 0; proposal < 20; proposal += 1) {
      await done(propose(sale, 'seller', proposal));
      await done(advance(sale, 'partner', { action: 'REJECT_UPDATE' }));
    }
    refused(await propose(sale, 'seller', 50), 409, /20 times/);
  });

  test('is taken back only where the terms say so, and in time', async () => {
    const never = await aSale(app, { revenueShare: { type: 'REFERRAL_FEE', ratePercent: 10 } });
    await ways.PAID(never);
    refused(await advance(never, 'seller', { action: 'CLAWBACK' }), 409, /clawbackDays/);
    const sale = await aSale(app);
    await ways.INVOICED(sale);
    const paid = (days: number) => new Date(app.clock.now().getTime() - days * dayMs + 60_000).toISOString();
    await done(advance(sale, 'seller', { action: 'ADVANCE', paidTime: paid(30) }));
    const { commission } = await done(send(sale, 'seller', 'PATCH', '/commission?dryRun=true', { action: 'CLAWBACK' }));
    assert.equal(commission?.status, 'CLAWED_BACK');
    const late = await aSale(app);
    await ways.INVOICED(late);
    await done(advance(late, 'seller', { action: 'ADVANCE', paidTime: paid(31) }));
    refused(await advance(late, 'seller', { action: 'CLAWBACK' }), 409, /30 days/);
  });

  test('holds its deal closed once it is confirmed; until then reopening voids it and winning makes another', async () => {
    const sale = await aSale(app);
    const first = await ways.PENDING_OPEN(sale);
    const reopened = await done(update(sale, 'seller', { status: 'ACCEPTED' }));
    assert.deepEqual([reopened.status, reopened.commission?.status], ['ACCEPTED', 'VOIDED']);
    assert.deepEqual(
      reopened.commission?.history.map(({ action }) => action),
      ['WIN', 'PROPOSE_UPDATE', 'REOPEN'],
    );
    assert.equal(reopened.commission?.pendingUpdate, undefined);
    assert.deepEqual((await seenBy(sale, 'partner')).commission, reopened.commission);
    const again = await done(update(sale, 'seller', { status: 'WON', dealValue: 500 }));
    assert.partialDeepStrictEqual(again.commission, { status: 'PENDING_CONFIRMATION', amount: 50 });
    assert.equal(again.commission?.history.length, 1);
    for (const side of bothSides) {
      const path = `/prm/partner/${sale.ids[side]}/commissions?s=won_time,id`;
      const { data } = (await sale[side].editor.call('GET', path)).body as { data: { status: string }[] };
      assert.deepEqual(
        data.map(({ status }) => status),
        ['VOIDED', 'PENDING_CONFIRMATION'],
        'one for each time it was won',
      );
    }
    assert.ok(first.commission);
    for (const status of ['CONFIRMED', 'INVOICED', 'PAID', 'CLAWED_BACK'] as const) {
      const closed = await aSale(app);
      await ways[status](closed);
      const reply = await update(closed, 'seller', { status: 'ACCEPTED' });
      refused(reply, 409);
      assert.deepEqual(infoOf(reply), { status, allowedFrom: ['PENDING_CONFIRMATION', 'VOIDED'] });
      assert.equal((await seenBy(closed, 'partner')).status, 'WON');
    }
    const voided = await aSale(app);
    await ways.VOIDED(voided);
    assert.equal((await done(update(voided, 'seller', { status: 'ACCEPTED' }))).status, 'ACCEPTED');
  });

  test('is settled after the partnership has ended, and after its deal was put away', async () => {
    const sale = await aSale(app);
    await ways.CONFIRMED(sale);
    const body = { status: 'INACTIVE' };
    assert.equal((await sale.seller.editor.call('PATCH', `/prm/partner/${sale.ids.seller}`, { body })).status, 200);
    await done(update(sale, 'seller', { status: 'ARCHIVED' }));
    await done(advance(sale, 'partner', invoice));
    const { commission, status } = await done(advance(sale, 'seller', { action: 'ADVANCE' }));
    assert.deepEqual([status, commission?.status], ['ARCHIVED', 'PAID']);
    refused(await update(sale, 'seller', { name: 'Late' }), 409);
  });

  test('is visible to its two organizations alone', async () => {
    const sale = await aSale(app);
    await ways.PENDING(sale);
    const third = await app.addOrganization('third');
    const { deals, ids, seller, partner } = sale;
    for (const [organization, deal, relation] of [
      [third, deals.seller, ids.seller],
      [third, deals.partner, ids.partner],
      [seller, deals.partner, ids.partner],
      [partner, deals.seller, ids.seller],
    ] as const) {
      const call = (method: string, path: string, body?: object) =>
        organization.editor.call(method, path, body ? { body } : {});
      refused(await call('GET', `/cosell/referral/${deal}`), 404);
      refused(await call('PATCH', `/cosell/referral/${deal}`, { name: 'x' }), 404);
      refused(await call('PATCH', `/cosell/referral/${deal}/commission`, { action: 'VOID' }), 404);
      refused(await call('PATCH', `/cosell/referral/${deal}/partner`, { partnerId: relation, dealValue: 1 }), 404);
      const terms = { revenueShare: { type: 'REFERRAL_FEE', ratePercent: 1 }, reason: 'x' };
      refused(await call('POST', `/cosell/referral/${deal}/commission-update`, terms), 404);
      refused(await call('GET', `/prm/partner/${relation}/commissions`), 404);
      refused(await call('GET', `/prm/partner/${relation}/commissions/statement?month=2026-11`), 404);
    }
  });

  test('is moved under an If-Match of the referral, once for an idempotency key', async () => {
    const sale = await aSale(app);
    await ways.PENDING(sale);
    const read = await send(sale, 'seller', 'GET', '');
    const etag = read.headers.get('etag') ?? '';
    refused(await send(sale, 'seller', 'PATCH', '/commission', { action: 'ADVANCE' }, { 'if-match': '"99"' }), 412);
    const reply = await send(sale, 'seller', 'PATCH', '/commission', { action: 'ADVANCE' }, { 'if-match': etag });
    assert.equal(reply.status, 200, reply.text);
    assert.notEqual(reply.headers.get('etag'), etag);
    refused(await send(sale, 'seller', 'PATCH', '/commission', { action: 'VOID' }, { 'if-match': etag }), 412);
    const headers = { 'idempotency-key': 'terms' };
    const terms = { revenueShare: { type: 'REFERRAL_FEE', ratePercent: 1 }, reason: 'x' };
    const first = await send(sale, 'seller', 'POST', '/commission-update', terms, headers);
    const second = await send(sale, 'seller', 'POST', '/commission-update', terms, headers);
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers.get('idempotency-replayed'), 'true');
  });
});

describe('at the same time', () => {
  /** Neither commits before both have decided, unless one waits for a lock of the other. */
  const atOnce = async (...acts: (() => Promise<Reply>)[]): Promise<number[]> => {
    let waiting = 0;
    let meet = (): void => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const given = setTimeout(meet, 60);
    setFaultHook(async (point) => {
      if (point !== 'before-commit') return;
      waiting += 1;
      if (waiting === acts.length) meet();
      await met;
    });
    try {
      return (await Promise.all(acts.map((act) => act()))).map(({ status }) => status);
    } finally {
      setFaultHook(undefined);
      clearTimeout(given);
    }
  };

  const entriesOf = async ({ uuid }: TestOrganization): Promise<string[]> =>
    (await app.database.pool.query('select type from commission_entry where org_id = $1 order by id', [uuid])).rows.map(
      ({ type }) => type as string,
    );

  const pay = (sale: Sale) => () => advance(sale, 'seller', { action: 'ADVANCE' });

  test('two pay: one does', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sale = await aSale(app);
      await ways.INVOICED(sale);
      assert.deepEqual((await atOnce(pay(sale), pay(sale))).sort(), [200, 409]);
      for (const side of bothSides) assert.deepEqual(await entriesOf(sale[side]), ['CONFIRMED', 'PAID']);
    }
  });

  test('one pays and one voids: one does, and both sides and the ledger agree', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sale = await aSale(app);
      await ways.INVOICED(sale);
      const voids = () => advance(sale, 'seller', { action: 'VOID' });
      assert.deepEqual((await atOnce(pay(sale), voids)).sort(), [200, 409]);
      const [ours, theirs] = [await seenBy(sale, 'seller'), await seenBy(sale, 'partner')];
      assert.deepEqual(ours.commission, theirs.commission);
      const last = ours.commission?.status ?? '';
      assert.ok(['PAID', 'VOIDED'].includes(last));
      for (const side of bothSides) assert.deepEqual(await entriesOf(sale[side]), ['CONFIRMED', last]);
    }
  });

  test('the seller voids and the partner invoices: no deadlock, and both sides agree', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sale = await aSale(app);
      await ways.CONFIRMED(sale);
      const statuses = await atOnce(
        () => advance(sale, 'seller', { action: 'VOID' }),
        () => advance(sale, 'partner', invoice),
      );
      assert.ok(
        [
          [200, 409],
          [200, 200],
        ].some((one) => JSON.stringify(one) === JSON.stringify(statuses)),
        JSON.stringify(statuses),
      );
      const [ours, theirs] = [await seenBy(sale, 'seller'), await seenBy(sale, 'partner')];
      assert.deepEqual(ours.commission, theirs.commission);
      assert.equal(ours.commission?.status, 'VOIDED');
    }
  });

  test('a commission that is voided has no open proposal left', async () => {
    const sale = await aSale(app);
    await ways.CONFIRMED_OPEN(sale);
    await done(advance(sale, 'seller', { action: 'VOID' }));
    for (const side of bothSides) assert.equal((await seenBy(sale, side)).commission?.pendingUpdate, undefined, side);
  });

  test('the seller withdraws terms and the partner accepts them: one does', async () => {
    const sale = await aSale(app);
    await ways.CONFIRMED_OPEN(sale);
    const statuses = await atOnce(
      () => advance(sale, 'seller', { action: 'WITHDRAW_UPDATE' }),
      () => advance(sale, 'partner', { action: 'ACCEPT_UPDATE' }),
    );
    assert.deepEqual(statuses.sort(), [200, 409]);
  });

  test('both write to their own copies, and to what belongs to both', async () => {
    const sale = await aSale(app);
    const statuses = await atOnce(
      () => update(sale, 'seller', { name: 'New name' }),
      () => update(sale, 'partner', { metaInfo: { own: 1 } }),
    );
    assert.deepEqual(statuses, [200, 200]);
    assert.partialDeepStrictEqual(await seenBy(sale, 'partner'), { name: 'New name', metaInfo: { own: 1 } });
  });
});
