import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { openWorld, type World } from '../../../test/factories/commerce.ts';
import type { ChargeRead, RefundRead } from '../../adapters/payment/port.ts';
import { big } from '../../kit/decimal.ts';
import { isRefusal } from '../../kit/errors.ts';
import { decodeId, encodeId } from '../../kit/ids.ts';
import { applyAddonToEntitlement } from '../entitlement/addon/actions/apply-addon-to-entitlement.ts';
import { scheduleEntitlementCancellation } from '../entitlement/cancellation/actions/schedule-cancellation.ts';
import { CancellationSchedule } from '../entitlement/cancellation/schema.ts';
import { divideEntitlementCommit } from '../entitlement/divided-commit/actions/divide-entitlement-commit.ts';
import { DivideEntitlementCommit } from '../entitlement/divided-commit/schema.ts';
import { addEntitlementCredit } from '../entitlement/own-record/actions/add-entitlement-credit.ts';
import { AddEntitlementCredit } from '../entitlement/own-record/schema.ts';
import { updateEntitlementPriceModel } from '../entitlement/price-model/actions/update-entitlement-price-model.ts';
import { UpdateEntitlementPriceModel } from '../entitlement/price-model/schema.ts';
import { reportUsage } from '../metering/usage-record-group/actions/report-usage.ts';
import { retryInvoicePayment } from './actions/pay-invoice.ts';
import { loadPayment, recordPayment } from './actions/record-payment.ts';
import { loadRefund, recordInvoiceRefund } from './actions/record-refund.ts';
import {
  aBilledMetric,
  aDirectBuyer,
  aDirectOffer,
  aDirectPurchase,
  dueWork,
  giveCard,
  grantCredit,
  handleDue,
  newDirectSeller,
  rowsOf,
  runDueWork,
} from './direct-world.test-support.ts';
import { payKind } from './invoice.ts';
import { type History, histories, monthEnds } from './invoice-histories.test-support.ts';
import {
  type Bought,
  type Dimension,
  dayMs,
  fraction,
  installmentsOf,
  inUnits,
  type Line,
  listLines,
  type Metric,
} from './invoice-model.test-support.ts';

// Direct purchases as the service bills them, against a second calculation written from the decisions alone.

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const rows = (table: string) => rowsOf(world, table);

/** The closing of hours recurs for ever; each billing does the remaining part of it. */
const closing = 'usage.aggregate';
const dueRows = () => dueWork(world, [closing]);

const runDue = ({ bought: { digits } }: History): Promise<void> =>
  runDueWork(world, {
    except: [closing],
    after: async ({ kind, entity_id: invoiceId }) => {
      if (kind !== payKind) return;
      const paid = (await rows('invoice')).find(({ id }) => id === invoiceId);
      if (paid.payment_status === 'PROCESSING' && paid.refund_of === null)
        assertExhausted(await rows('wallet'), paid, digits);
    },
  });

const failed = (code: string): ChargeRead => ({ state: 'FAILED', chargeId: null, code, message: 'Refused.' });

/** The provider's response to a charge of this amount. */
const answerTo = ({ fails }: History, { partner, currency, attempts, id }: Row, amount: string): ChargeRead => {
  if (partner === 'STRIPE' && fine(amount) < (smallest[currency] ?? 0n)) return failed('amount_too_small');
  return attempts <= fails ? failed('card_declined') : { state: 'SUCCEEDED', chargeId: `pi_${id}_${attempts}` };
};

/** Charged amounts that are not owed: the seller is notified, and refunds them at the provider. */
let paidTwice = 0n;

/** Failed charges succeed after all. */
const rescueAll = async (): Promise<void> => {
  for (const charge of (await rows('wallet_charge')).filter(({ status }) => status === 'FAILED')) {
    const invoiceId = decodeId('invoice', charge.reference.split(' ')[0]) ?? '';
    const invoice = (await rows('invoice')).find(({ id }) => id === invoiceId);
    // Stripe never executes a charge that it refused as too small.
    if (charge.error.code === 'amount_too_small') continue;
    const isPaidByCredit = fine(invoice.charged_amount) === 0n && fine(invoice.refunded_amount) === 0n;
    const isOwed =
      invoice.status === 'FINALIZED' &&
      (['PENDING', 'FAILED'].includes(invoice.payment_status) ||
        (invoice.payment_status === 'SUCCESS' && isPaidByCredit));
    if (!isOwed) paidTwice += fine(charge.amount);
    const read: ChargeRead = { state: 'SUCCEEDED', chargeId: `pi_late_${charge.id}` };
    await world.act((call) => recordPayment(call, { invoiceId, chargeId: charge.id, read }));
    const told = (await world.events(encodeId('invoice', invoiceId))).at(-1)?.name;
    assert.equal(told, isOwed ? 'invoice.paid' : 'invoice.charged_again');
  }
};

/** The provider responds to everything in progress. */
const answerAll = async (history: History): Promise<void> => {
  for (let count = 0; count < 1000; count += 1) {
    const busy = (await rows('invoice')).find((row) => row.payment_status === 'PROCESSING');
    if (!busy) return;
    const invoiceId = busy.id;
    if (busy.refund_of === null) {
      const payment = await world.act((call) => loadPayment(call, invoiceId));
      assert.ok(payment);
      const read = answerTo(history, busy, payment.charge.amount);
      await world.act((call) => recordPayment(call, { invoiceId, chargeId: payment.charge.id, read }));
    } else {
      const loaded = await world.act((call) => loadRefund(call, invoiceId));
      const isFailing = history.refundFails && busy.attempts === 1;
      const read: RefundRead = isFailing
        ? { state: 'FAILED', code: 'no', message: 'Refused.' }
        : { state: 'SUCCEEDED', refundId: `re_${invoiceId}` };
      await world.act((call) => recordInvoiceRefund(call, { invoiceId, refundId: loaded?.refundId ?? '', read }));
      if (isFailing) await world.act((call) => retryInvoicePayment(call, { params: { invoiceId } }));
    }
    await runDue(history);
  }
  assert.fail('payments do not end');
};

type Row = Awaited<ReturnType<typeof rows>>[number];

/** Stripe's minimum charges in the currencies of the histories (docs.stripe.com/currencies); 0: unknown. */
const smallest: Readonly<Record<string, bigint>> = { JPY: 50_000_000_000n, USD: 500_000_000n };

/**
 * A charge is tried only while the credit that holds now cannot pay another unit, or has to leave what the provider
 * charges at least (decisions 0215 and 0233).
 */
const assertExhausted = (wallets: Row[], paid: Row, digits: number): void => {
  const now = world.clock.now();
  const left = wallets
    .filter(
      (row) => row.type === 'credit' && row.start_time <= now && (row.expire_time === null || row.expire_time > now),
    )
    .reduce((sum, row) => sum + fine(row.total_amount) - fine(row.used_amount), 0n);
  const least = paid.partner === 'STRIPE' ? (smallest[paid.currency] ?? 0n) : 0n;
  const isLeast = fine(paid.amount) - fine(paid.credit_amount) <= least;
  assert.ok(left < (isLeast ? least : fineUnit(digits)), `a charge although ${left} of credit is left`);
};

const fineDigits = 9;
const fine = (text: unknown): bigint => inUnits(fraction(String(text)), fineDigits);
const fineUnit = (digits: number): bigint => 10n ** BigInt(fineDigits - digits);

const passTo = async (history: History, time: number): Promise<void> => {
  for (;;) {
    await runDue(history);
    await answerAll(history);
    const [next] = await dueRows();
    if (!next || next.due_time.getTime() > time) break;
    setClock(next.due_time.getTime());
  }
  setClock(time);
  await runDue(history);
  await answerAll(history);
};
/** Closes the hours of usage that are over. */
const closeHours = async (): Promise<void> => {
  const now = world.clock.now();
  const due = (await rows('due')).find((row) => row.kind === closing && row.due_time <= now);
  if (due) await world.act((call) => handleDue(call, due.kind, due.entity_id, due.due_time));
};
/** Business time never moves backwards. */
const setClock = (time: number): void => {
  if (time > world.clock.now().getTime()) world.clock.set(new Date(time));
};

const plain: Metric = { aggregation: 'SUM', isGrouped: false, isFiltered: false };
const onlyLinux = { name: 'os', operation: 'IS', value: 'linux', valueType: 'STRING' };
const describeMetric = ({ aggregation, isGrouped, isFiltered }: Metric, index: number) => ({
  name: `Metric ${index}`,
  aggregationType: aggregation,
  info: {
    ...(isGrouped ? { groupBys: ['os'] } : {}),
    ...(isFiltered ? { filterGroups: [{ filters: [onlyLinux] }] } : {}),
  },
});

const iso = (time: number): string => new Date(time).toISOString();

/** Plays a history, and returns the input of the model. */
const live = async (history: History): Promise<Bought> => {
  const { partner, bought, netTermsInDays } = history;
  const { start, currency, term, trial } = bought;
  world.clock.set(new Date(start + 1000));
  await newDirectSeller(world, partner);
  const buyer = await aDirectBuyer(world, { partner, currency });
  await giveCard(world, buyer, partner);
  paidTwice = 0n;
  const grantWallet = async ({ amount, days, granted }: History['wallets'][number]): Promise<void> => {
    const times = { startTime: iso(granted), expireTime: iso(granted + days * dayMs) };
    await grantCredit(world, buyer.id, { totalAmount: amount, currency, ...times });
  };
  for (const wallet of history.wallets) if (wallet.granted === start) await grantWallet(wallet);
  const metrics: string[] = [];
  for (const [index] of history.dimensions.entries())
    metrics.push(await aBilledMetric(world, describeMetric(history.metrics[index] ?? plain, index)));
  const billedBy = (list: History['dimensions']): Dimension[] =>
    list.map((one, index) => ({ billableMetricId: metrics[index] ?? '', name: `D${index}`, ...one }) as Dimension);
  const dimensions = billedBy(history.dimensions);
  const given = (name: keyof History['bought']) => (bought[name] === null ? {} : { [name]: bought[name] });
  const info = {
    currency,
    ...(history.commits.length > 0 ? { commits: history.commits } : {}),
    ...(bought.commitAmount === null ? {} : { commitAmount: bought.commitAmount }),
    ...(bought.installments.length > 0
      ? {
          paymentInstallments: bought.installments.map(({ amount, chargeOn }) => ({
            amount,
            ...(chargeOn === undefined ? {} : { chargeOn: iso(chargeOn) }),
          })),
        }
      : {}),
    ...(dimensions.length > 0 ? { billableDimensions: dimensions } : {}),
    ...(trial ? { trialConfig: { trialPeriod: trial.length, trialPeriodUnit: trial.timeUnit } } : {}),
    ...given('billingIntervalInMonths'),
    ...given('commitBillingIntervalInMonths'),
    ...given('usageBillingIntervalInMonths'),
    ...given('proratedBilling'),
    autoRenew: bought.autoRenew,
    isMeteringOverageCommit: bought.funds.isDeducted,
    billingCycle: bought.billingCycle,
    paymentSchedule: bought.paymentSchedule,
    gracePeriodInDays: bought.gracePeriodInDays,
    netTermsInDays,
  };
  const offerId = await aDirectOffer(world, { partner, info });
  const endDate = 'months' in term ? iso(addMonthsAgreed(start, term.months)) : iso(start + term.days * dayMs);
  const asked = { buyerId: buyer.id, offerId, startDate: iso(start), endDate };
  const entitlementId = await aDirectPurchase(world, asked);
  const params = { entitlementId };
  for (const { id, amount, chargeOn } of bought.addons)
    await world.act((call) =>
      applyAddonToEntitlement(call, { params, body: { id, name: id, amount, chargeOn: iso(chargeOn) } }),
    );
  const prices: Bought['prices'][number][] = [{ from: start, commits: history.commits, dimensions }];
  const { change } = history;
  const announce = async (): Promise<void> => {
    if (!change) return;
    const next = change.dimensions && billedBy(change.dimensions);
    const changed = {
      ...(change.commits ? { commits: change.commits } : {}),
      ...(next ? { billableDimensions: next } : {}),
    };
    if (Object.keys(changed).length > 0) {
      const update = UpdateEntitlementPriceModel.parse({ ...changed, applyTime: iso(change.from) });
      await world.act((call) => updateEntitlementPriceModel(call, { params, body: update }));
      prices.push({
        from: change.from,
        commits: change.commits ?? history.commits,
        dimensions: next ?? dimensions,
      });
    }
  };
  const taken: Bought['usage'][number][] = [];
  const report = async ({ metric, quantity, os, time, reported }: History['usage'][number]): Promise<void> => {
    const key = metrics[metric] ?? '';
    const record = { timestamp: iso(time), billableRecords: [{ key, quantity, properties: os ? { os } : {} }] };
    try {
      await world.act((call) => reportUsage(call, { params, body: record }));
      taken.push({ metric: key, quantity, os, time, reported });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const isBilledBy = prices
        .findLast(({ from }) => from <= reported)
        ?.dimensions.some((one) => one.billableMetricId === key);
      assert.ok(reported > history.end.time || !isBilledBy, `usage was refused: ${JSON.stringify(error)}`);
    }
  };
  const schedule = async (): Promise<void> => {
    const asked = CancellationSchedule.parse({ type: 'SpecificDate', cancelDate: iso(history.end.time) });
    await world.act((call) => scheduleEntitlementCancellation(call, { params, body: asked }));
  };
  const { division, grants } = bought.funds;
  const divide = async (starts: readonly number[]): Promise<void> => {
    const body = DivideEntitlementCommit.parse({ startDates: starts.map(iso) });
    await world.act((call) => divideEntitlementCommit(call, { params, body }));
  };
  const grant = async (amount: number): Promise<void> => {
    const body = AddEntitlementCredit.parse({ creditAmountIncrement: amount });
    await world.act((call) => addEntitlementCredit(call, { params, body }));
  };
  const steps = [
    ...(division ? [{ time: start, act: () => divide(division.starts) }] : []),
    ...grants.map(({ time, amount }) => ({ time, act: () => grant(amount) })),
    ...history.usage.map((one) => ({ time: one.reported, act: () => report(one) })),
    ...(change ? [{ time: change.announced, act: announce }] : []),
    ...history.wallets
      .filter(({ granted }) => granted > start)
      .map((one) => ({ time: one.granted, act: () => grantWallet(one) })),
    ...(history.rescued === null ? [] : [{ time: history.rescued, act: rescueAll }]),
    ...(history.end.by === 'SCHEDULE' ? [{ time: history.end.scheduled, act: schedule }] : []),
  ].toSorted((left, right) => left.time - right.time);
  for (const { time, act } of steps) {
    await passTo(history, Math.max(time, start + 1000));
    await closeHours();
    await act();
  }
  await passTo(history, Math.max(history.end.time, world.clock.now().getTime()) + (netTermsInDays + 100) * dayMs);
  const counting = Object.fromEntries(metrics.map((id, index) => [id, history.metrics[index] ?? plain]));
  return { ...bought, metrics: counting, prices, usage: taken, end: history.end.time };
};

const addMonthsAgreed = (time: number, months: number): number => {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  date.setUTCDate(Math.min(day, date.getUTCDate()));
  return date.getTime();
};

const shortly = 10 * 60_000;

const show = ({ type, key, from, to, amount }: Pick<Line, 'type' | 'key' | 'from' | 'to' | 'amount'>): string =>
  [type, key, from === null ? '-' : iso(from), to === null ? '-' : iso(to), amount].join(' ');

/** The lines of an invoice, with all that pays for usage before money does in one: only together need they be chargeable. */
const coveredTogether = (lines: Row[]): Row[] => {
  const covers = lines.filter(({ kind }) => kind === 'TERM_CREDIT' || kind === 'TERM_COMMIT');
  if (covers.length === 0) return lines;
  const amount = covers.reduce((sum, line) => sum.plus(line.amount), big(0)).toFixed();
  return [...lines.filter((line) => !covers.includes(line)), { kind: 'TERM_CREDIT', key: 'cover', amount }];
};

const isWrittenOff = ({ status, carried_to: to, error }: Row): boolean =>
  status === 'CANCELED' && to === null && error?.code === 'amount_too_small' && /^Written off/.test(error.message);

/** An invoice that was carried to another is a line of that one; one that was written off is too small to be charged. */
const assertCarried = ({ id, amount, currency, carried_to: to, ...row }: Row, invoices: Row[]): void => {
  const least = row.partner === 'STRIPE' ? (smallest[currency] ?? 0n) : 0n;
  if (to !== null || isWrittenOff({ ...row, carried_to: to })) assert.ok(fine(amount) < least, 'too small');
  if (to === null) return;
  const into = invoices.find((other) => other.id === to);
  const lines = ((into?.lines ?? []) as Row[]).filter(({ key }) => key === encodeId('invoice', id));
  assert.deepEqual(
    lines.map(({ kind, amount: taken }) => [kind, fine(taken)]),
    [['CARRIED_OVER', fine(amount)]],
  );
};

/** The invoices of the organization, as shown. */
const assertBilled = async (bought: Bought): Promise<void> => {
  const { digits } = bought;
  const invoices = await rows('invoice');
  const exactUnits = (text: unknown): bigint => {
    const scaled = fine(text);
    assert.equal(scaled % fineUnit(digits), 0n, `${text} cannot be charged`);
    return scaled / fineUnit(digits);
  };
  for (const row of invoices) {
    const lines: bigint = (row.lines as Row[]).reduce((sum, line) => sum + fine(line.amount), 0n);
    assert.equal(fine(row.amount), lines, 'an invoice is the sum of its lines');
    if (row.status === 'CANCELED') {
      assertCarried(row, invoices);
      continue;
    }
    assert.equal(row.payment_status, 'SUCCESS', `${row.type} ${row.reference}`);
    assert.equal(fine(row.credit_amount) + fine(row.charged_amount), fine(row.amount), 'paid in full, and no more');
  }
  const found = invoices
    .filter(({ type }) => type !== 'FINAL' && type !== 'REFUND')
    .flatMap((row) =>
      coveredTogether(row.lines.filter(({ kind }: Row) => kind !== 'CARRIED_OVER')).map((line) => ({
        type: row.type as Line['type'],
        key: row.type === 'INSTALLMENT' ? '' : String(line.key ?? ''),
        from: row.period_start?.getTime() ?? null,
        to: row.period_end?.getTime() ?? null,
        amount: exactUnits(line.amount),
        drafted: row.creation_time.getTime() as number,
      })),
    )
    .filter(({ amount }) => amount !== 0n);
  const expected = listLines(bought).filter(({ amount }) => amount !== 0n);
  assert.deepEqual(found.map(show).sort(), expected.map(show).sort());
  const byTime = (lines: readonly Pick<Line, 'type' | 'key' | 'from' | 'to' | 'amount' | 'drafted'>[]) =>
    lines.toSorted((left, right) =>
      show(left) < show(right) ? -1 : show(left) > show(right) ? 1 : left.drafted - right.drafted,
    );
  const drafted = byTime(found);
  for (const [index, line] of byTime(expected).entries()) {
    const time = drafted[index]?.drafted ?? 0;
    assert.ok(time >= line.drafted - 1 && time <= line.drafted + shortly, `${show(line)} at ${iso(time)}`);
  }
  const cut = expected.filter(({ used }) => used !== null);
  const { early } = installmentsOf(bought);
  const wanted = expected
    .map(({ amount, used }) => (used === null ? amount : inUnits(used, digits)))
    .reduce((sum, amount) => sum + amount, early === null ? 0n : inUnits(early.worth, digits) - early.due);
  const billed = invoices
    .filter(({ status }) => status !== 'CANCELED')
    .reduce((sum, row) => sum + (row.refund_of === null ? 1n : -1n) * exactUnits(row.amount), 0n);
  const writtenOff = invoices.filter(isWrittenOff).reduce((sum, row) => sum + exactUnits(row.amount), 0n);
  // An unused part of an invoice that was carried to an unpaid one stays in that one.
  const carried = invoices
    .filter(({ carried_to: to }) => to !== null)
    .reduce((sum, row) => sum + exactUnits(row.amount), 0n);
  const more = billed + writtenOff - wanted;
  const kept = cut.length > 0 || early !== null ? carried : 0n;
  assert.ok(
    more >= -BigInt(cut.length) && more <= BigInt(cut.length) + kept,
    `${billed} and ${writtenOff} written off, not ${wanted}`,
  );
  const sum = (list: Row[], name: string): bigint => list.reduce((all, row) => all + fine(row[name]), 0n);
  const charged = sum(
    (await rows('wallet_charge')).filter(({ status }) => status === 'SUCCEEDED'),
    'amount',
  );
  const back = sum(
    (await rows('wallet_refund')).filter(({ status }) => status === 'SUCCEEDED'),
    'amount',
  );
  const spent = sum(await rows('wallet'), 'used_amount');
  assert.equal(charged - paidTwice - back + spent, billed * fineUnit(digits), 'the money that moved');
  const terms = await rows('entitlement_term');
  const covered = found.filter(({ key }) => key === 'cover').reduce((total, { amount }) => total - amount, 0n);
  const used = sum(terms, 'used_credit_amount') + sum(terms, 'used_commit_amount');
  assert.equal(used, covered * fineUnit(digits), 'what terms have paid for usage');
};

test('every line of every invoice matches a second calculation, and the money moved is their sum', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => assertBilled(await live(history))),
    // A run lives a year or two; a failure is shown as it was found, since shrinking would take minutes.
    {
      numRuns: Number(process.env.INVOICE_RUNS ?? 12),
      seed: Number(process.env.INVOICE_SEED ?? 1),
      endOnFailure: true,
      examples: [[monthEnds]],
    },
  );
});
