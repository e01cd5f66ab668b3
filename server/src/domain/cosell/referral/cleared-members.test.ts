import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Reply, startApp, type TestApp } from '../../../../test/app.ts';
import { aReferralIn } from '../../../../test/factories/referral.ts';
import { having } from '../../../adapters/cosell/documents.test-support.ts';
import { encodeId } from '../../../kit/ids.ts';
import { aSale, done, seenBy, update, ways } from '../commission/commission.test-support.ts';
import type { Referral } from './referral.ts';

// What null clears in a PATCH of a referral, and what is refused because it cannot be cleared (decided.md 1, PATCH).

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

type Shown = {
  crm?: object;
  dealValue?: number;
  currency?: string;
  targetCloseDate?: string;
  closeReason?: string;
  name: string;
};

const patch = ({ id }: Referral, body: object): Promise<Reply> =>
  app.acme.editor.call('PATCH', `/cosell/referral/${encodeId('referral', id)}`, { body });
const shown = async ({ id }: Referral): Promise<Shown> =>
  (await app.acme.editor.call('GET', `/cosell/referral/${encodeId('referral', id)}`)).body as Shown;
const faultsOf = (reply: Reply): string[] => {
  assert.equal(reply.status, 400, reply.text);
  return (reply.body as { info: { path: string; code: string }[] }).info.map(({ path, code }) => `${path} ${code}`);
};

describe('null clears', () => {
  for (const partner of ['AZURE', 'GCP'] as const) {
    test(`the value and the day of a deal of ${partner}, here and in its document`, async () => {
      const draft = await aReferralIn(app, app.acme, { partner, status: 'DRAFT' });
      const before = await shown(draft);
      assert.ok(before.dealValue && before.currency && before.targetCloseDate);
      const reply = await patch(draft, { dealValue: null, targetCloseDate: null });
      assert.equal(reply.status, 200, reply.text);
      const { dealValue, targetCloseDate, currency } = await shown(draft);
      assert.deepEqual([dealValue, targetCloseDate, currency], [undefined, undefined, before.currency]);
    });
  }

  test('the contract of a deal of AWS, whose value is otherwise that of its spend, which is said', async () => {
    const document = having('AWS', { 'SoftwareRevenue.Value': { Amount: '70000.00', CurrencyCode: 'USD' } });
    const stated = await aReferralIn(app, app.acme, { partner: 'AWS', status: 'DRAFT', document });
    assert.deepEqual(faultsOf(await patch(stated, { dealValue: null })), ['dealValue stated']);
    const only = having('AWS', {
      'SoftwareRevenue.Value': { Amount: '70000.00', CurrencyCode: 'USD' },
      'Project.ExpectedContractDuration': undefined,
      'Project.ExpectedCustomerSpend': undefined,
    });
    const alone = await aReferralIn(app, app.acme, { partner: 'AWS', status: 'DRAFT', document: only });
    assert.equal((await patch(alone, { dealValue: null })).status, 200);
    assert.equal((await shown(alone)).dealValue, undefined);
  });

  test('the address of a CRM record, which stays where it is absent', async () => {
    const referral = await aReferralIn(app, app.acme, { partner: 'AWS', status: 'DRAFT' });
    const record = { system: 'SALESFORCE', recordId: '006000000000001AAA' };
    const url = 'https://crm.test/006000000000001AAA';
    const steps: [object, object][] = [
      [{ url }, { url }],
      [{}, { url }],
      [{ url: null }, {}],
    ];
    for (const [given, seen] of steps) {
      assert.equal((await patch(referral, { crm: { ...record, ...given } })).status, 200);
      assert.deepEqual((await shown(referral)).crm, { ...record, ...seen });
    }
  });

  test('nothing that the partner wants', async () => {
    const referral = await aReferralIn(app, app.acme, { partner: 'AWS', status: 'DRAFT' });
    const [fault] = faultsOf(await patch(referral, { targetCloseDate: null, status: 'SUBMITTED' }));
    assert.match(fault ?? '', /^info\.aceOpportunityV2\.LifeCycle\.TargetCloseDate/);
  });

  test('the day of a deal between two organizations on both sides, by its seller, and never its amount', async () => {
    const sale = await aSale(app);
    assert.deepEqual(faultsOf(await update(sale, 'seller', { dealValue: null, currency: null })), [
      'dealValue required',
      'currency required',
    ]);
    assert.equal((await update(sale, 'partner', { targetCloseDate: null })).status, 403);
    await done(update(sale, 'seller', { targetCloseDate: null }));
    assert.equal('targetCloseDate' in (await seenBy(sale, 'partner')), false);
  });

  test('why a deal was lost, on both sides', async () => {
    const sale = await aSale(app);
    await done(update(sale, 'seller', { status: 'LOST', closeReason: 'Price' }));
    assert.equal((await update(sale, 'partner', { closeReason: null })).status, 403);
    await done(update(sale, 'seller', { closeReason: null }));
    for (const side of ['seller', 'partner'] as const) assert.equal((await seenBy(sale, side)).closeReason, undefined);
  });
});

describe('why a deal was lost', () => {
  test('stays a code of AWS while AWS cannot be notified yet', async () => {
    const referral = await aReferralIn(app, app.acme, { partner: 'AWS', status: 'IN_REVIEW' });
    assert.equal((await patch(referral, { status: 'LOST', closeReason: 'Price' })).status, 200);
    assert.deepEqual(faultsOf(await patch(referral, { closeReason: 'Bad luck' })), ['closeReason choice']);
    assert.deepEqual(faultsOf(await patch(referral, { closeReason: null })), ['closeReason choice']);
    assert.equal((await patch(referral, { closeReason: 'Other' })).status, 200);
    assert.equal((await shown(referral)).closeReason, 'Other');
  });

  test('is not changed here alone once AWS has it', async () => {
    const referral = await aReferralIn(app, app.acme, { partner: 'AWS', status: 'LOST' });
    const [fault] = faultsOf(await patch(referral, { closeReason: 'Other' }));
    assert.equal(fault, 'info.aceOpportunityV2.LifeCycle fixed');
    assert.equal((await shown(referral)).closeReason, 'Price');
  });
});

test('A referral that was put away is not changed as a side effect: its partner would not learn of it', async () => {
  const referral = await aReferralIn(app, app.acme, { partner: 'GCP', status: 'WON' });
  const { name } = await shown(referral);
  assert.equal((await patch(referral, { status: 'ARCHIVED', dealValue: 1 })).status, 409);
  const reply = await patch(referral, { ...(await shown(referral)), status: 'ARCHIVED', metaInfo: { why: 'old' } });
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual([(reply.body as { status: string }).status, (await shown(referral)).name], ['ARCHIVED', name]);
});

test('A deal that is won keeps its amount although its day is cleared', async () => {
  const sale = await aSale(app);
  await ways.CONFIRMED(sale);
  await done(update(sale, 'seller', { targetCloseDate: null }));
  assert.equal((await seenBy(sale, 'partner')).commission?.amount, 100);
});
