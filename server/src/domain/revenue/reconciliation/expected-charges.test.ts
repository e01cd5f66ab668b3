import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localTimeOf } from '../../../kit/pacific-time.ts';
import type { BilledEntitlement, BilledTerm } from '../../entitlement/actions/load-billed-terms.ts';
import type { AcknowledgedUsage } from '../../metering/usage-record-report/actions/load-acknowledged-usage.ts';
import { fixedCharges, usageCharges } from './expected-charges.ts';
import type { ExpectedCharge } from './reconciliation.ts';

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);

const term = (changes: Partial<BilledTerm> = {}): BilledTerm => ({
  id: 'term',
  startTime: at('2026-01-31'),
  endTime: at('2027-01-31'),
  plannedEndTime: null,
  commitAmount: '1000',
  formerAmounts: [],
  offerId: 'offer',
  acceptTime: null,
  intervalMonths: null,
  isInArrears: false,
  isProrated: false,
  isCommitment: false,
  charging: null,
  planTerm: null,
  isTrial: false,
  info: { currency: 'USD' },
  ...changes,
});

const purchase = (terms: BilledTerm[], changes: Partial<BilledEntitlement> = {}): BilledEntitlement => ({
  id: 'ent',
  currency: 'USD',
  isBinding: true,
  isResold: false,
  isTest: false,
  terms,
  ...changes,
});

const brief = (charges: readonly ExpectedCharge[]): string[] =>
  charges.map(
    ({ place, chargeTime, amount, isCertain }) =>
      `${place} ${chargeTime.toISOString().slice(0, 10)} ${amount ?? '?'}${isCertain ? '' : ' maybe'}`,
  );

const now = at('2026-05-15');
const installments = [
  { amount: 300, chargeOn: '2026-02-01T00:00:00Z' },
  { amount: 700, chargeOnStr: '2026-09-01' },
];

describe('the charges of a purchase', () => {
  it('are its installments, once, whichever of its terms copies them', () => {
    const info = { currency: 'USD', paymentInstallments: installments };
    const terms = [term({ info }), term({ id: 'next', startTime: at('2027-01-31'), endTime: null, info })];
    assert.deepEqual(brief(fixedCharges('AWS', purchase(terms), now)), [
      'INSTALLMENT offer 1 2026-02-01 300',
      'INSTALLMENT offer 2 2026-09-01 700',
      'PRICE next 1 2027-01-31 ?',
    ]);
    const ended = purchase([term({ info, endTime: at('2026-06-01') })]);
    assert.deepEqual(brief(fixedCharges('AWS', ended, now)).slice(1), ['INSTALLMENT offer 2 2026-09-01 700 maybe']);
  });

  it('are installments at AWS when they are due, or when the buyer accepts after that', () => {
    const info = { currency: 'USD', paymentInstallments: installments };
    // Accepted before it begins: parts may be due in between.
    const early = term({ info, startTime: at('2026-04-01'), acceptTime: at('2026-01-15') });
    const late = term({ info, acceptTime: at('2026-02-20') });
    const days = (one: BilledTerm) => brief(fixedCharges('AWS', purchase([one]), now));
    assert.deepEqual(days(early), ['INSTALLMENT offer 1 2026-02-01 300', 'INSTALLMENT offer 2 2026-09-01 700']);
    assert.deepEqual(days(late), ['INSTALLMENT offer 1 2026-02-20 300', 'INSTALLMENT offer 2 2026-09-01 700']);
  });

  it('may be billed from the acceptance on at AWS if the agreement begins later, except a renewal', () => {
    const first = term({ acceptTime: at('2026-01-02') });
    const renewal = term({ ...first, id: 'next', startTime: at('2027-01-31'), endTime: null });
    const times = fixedCharges('AWS', purchase([first, renewal]), at('2027-02-01')).map(
      ({ chargeTime, earliestTime }) => [chargeTime, earliestTime],
    );
    assert.deepEqual(times, [
      [at('2026-01-31'), at('2026-01-02')],
      [at('2027-01-31'), undefined],
    ]);
  });

  it('are the former value at AWS, and what its buyer has added to it, whose price is not known', () => {
    const amended = term({ commitAmount: '1500', formerAmounts: [{ until: at('2026-04-10'), amount: '1000' }] });
    assert.deepEqual(brief(fixedCharges('AWS', purchase([amended]), now)), [
      'PRICE term 1 2026-01-31 1000',
      'ADDED term 1 2026-04-10 ? maybe',
    ]);
  });

  it('are the value of the agreement at AWS, and none without a value', () => {
    assert.deepEqual(brief(fixedCharges('AWS', purchase([term()]), now)), ['PRICE term 1 2026-01-31 1000']);
    assert.deepEqual(fixedCharges('AWS', purchase([term({ commitAmount: '0' })]), now), []);
    const waiting = purchase([term()], { isBinding: false });
    assert.deepEqual(brief(fixedCharges('AWS', waiting, now)), ['PRICE term 1 2026-01-31 1000 maybe']);
    const resold = purchase([term()], { isResold: true });
    assert.deepEqual(brief(fixedCharges('AWS', resold, now)), ['PRICE term 1 2026-01-31 ?']);
    assert.deepEqual(brief(fixedCharges('AWS', purchase([term({ info: {} })]), now)), ['PRICE term 1 2026-01-31 ?']);
  });

  it('are none for a free trial at AZURE, and those of the terms after it', () => {
    const trial = term({ planTerm: 'P1M', commitAmount: '49.9', isTrial: true, endTime: at('2026-02-28') });
    const paid = term({
      id: 'paid',
      planTerm: 'P1M',
      commitAmount: '49.9',
      startTime: at('2026-02-28'),
      endTime: null,
    });
    assert.deepEqual(brief(fixedCharges('AZURE', purchase([trial]), now)), []);
    assert.deepEqual(brief(fixedCharges('AZURE', purchase([trial, paid]), now)).slice(0, 2), [
      'PRICE paid 1 2026-02-28 49.9',
      'PRICE paid 2 2026-03-28 49.9',
    ]);
  });

  it('are the plan price for each of its terms at AZURE, on the last day of shorter months', () => {
    const monthly = term({ planTerm: 'P1M', commitAmount: '49.9' });
    assert.deepEqual(brief(fixedCharges('AZURE', purchase([monthly]), now)), [
      'PRICE term 1 2026-01-31 49.9',
      'PRICE term 2 2026-02-28 49.9',
      'PRICE term 3 2026-03-31 49.9',
      'PRICE term 4 2026-04-30 49.9',
    ]);
    assert.equal(fixedCharges('AZURE', purchase([term({ planTerm: 'P1Y' })]), now).length, 1);
  });

  it('are one at AZURE for a term of one month or year, also where a subscription of the 31st has a longer one', () => {
    for (const [planTerm, start, end, later] of [
      ['P1M', '2026-02-28', '2026-03-31', '2026-04-15'],
      ['P1M', '2026-02-28', '2026-03-28', '2026-04-15'],
      ['P1M', '2026-04-30', '2026-05-31', '2026-06-15'],
      ['P1Y', '2027-02-28', '2028-02-29', '2028-04-15'],
      ['P3Y', '2025-02-28', '2028-02-29', '2028-04-15'],
    ] as const) {
      const one = term({ planTerm, startTime: at(start), endTime: at(end) });
      assert.deepEqual(brief(fixedCharges('AZURE', purchase([one]), at(later))), [`PRICE term 1 ${start} 1000`]);
    }
    const startTime = at('2026-02-28');
    const cancelled = term({ planTerm: 'P1M', startTime, endTime: at('2026-04-30'), plannedEndTime: at('2026-05-28') });
    assert.equal(fixedCharges('AZURE', purchase([cancelled]), now).length, 3, 'cancelled within its third month');
  });

  it('are the price of the seats at each time at AZURE; the price of seats added within a term is unknown', () => {
    const formerAmounts = [
      { until: at('2026-02-10'), amount: '100' },
      { until: at('2026-03-05'), amount: '250' },
    ];
    const monthly = term({ planTerm: 'P1M', commitAmount: '150', formerAmounts });
    assert.deepEqual(brief(fixedCharges('AZURE', purchase([monthly]), now)), [
      'PRICE term 1 2026-01-31 100',
      'PRICE term 2 2026-02-28 250',
      'PRICE term 3 2026-03-31 150',
      'PRICE term 4 2026-04-30 150',
      'ADDED term 1 2026-02-10 ? maybe',
    ]);
    const yearly = term({ planTerm: 'P1Y', commitAmount: '0', formerAmounts: formerAmounts.slice(0, 1) });
    assert.deepEqual(brief(fixedCharges('AZURE', purchase([yearly]), now)), ['PRICE term 1 2026-01-31 100']);
  });

  it('are not certain at AZURE for a term that was cancelled within 72 hours', () => {
    const plannedEndTime = at('2027-01-31');
    const cancelled = term({ planTerm: 'P1Y', plannedEndTime, endTime: new Date('2026-02-03T18:00:00Z') });
    const days = (one: BilledTerm) => brief(fixedCharges('AZURE', purchase([one]), now));
    assert.deepEqual(days(cancelled), ['PRICE term 1 2026-01-31 1000 maybe']);
    assert.deepEqual(days({ ...cancelled, endTime: at('2026-02-05') }), ['PRICE term 1 2026-01-31 1000']);
    const short = at('2026-02-02');
    assert.deepEqual(days({ ...cancelled, endTime: short, plannedEndTime: short }), ['PRICE term 1 2026-01-31 1000']);
  });

  it('are of unknown amount at AZURE for the rest of a period in which the plan was changed', () => {
    const planTerm = 'P1M';
    const [start, changed, end] = [at('2026-01-01'), at('2026-01-16'), at('2026-02-01')];
    const basic = term({ planTerm, commitAmount: '10', startTime: start, endTime: changed, plannedEndTime: end });
    const gold = { ...basic, id: 'gold', commitAmount: '50', startTime: changed, endTime: end };
    const renewed = {
      ...gold,
      id: 'renewed',
      startTime: end,
      endTime: at('2026-03-01'),
      plannedEndTime: at('2026-03-01'),
    };
    const days = (...terms: BilledTerm[]) => brief(fixedCharges('AZURE', purchase(terms), now));
    assert.deepEqual(days(basic, gold, renewed), [
      'PRICE term 1 2026-01-01 10',
      'PRICE gold 1 2026-01-16 ? maybe',
      'PRICE renewed 1 2026-02-01 50',
    ]);
    const [silver, again] = [
      { ...gold, id: 'silver', endTime: at('2026-01-20') },
      { ...gold, startTime: at('2026-01-20') },
    ];
    assert.deepEqual(days(basic, silver, again).slice(1), [
      'PRICE silver 1 2026-01-16 ? maybe',
      'PRICE gold 1 2026-01-20 ? maybe',
    ]);
    // What shows several periods as one term keeps their days.
    const [long, rest] = [
      { ...basic, plannedEndTime: at('2026-04-01') },
      { ...gold, endTime: at('2026-04-01'), plannedEndTime: at('2026-04-01') },
    ];
    assert.deepEqual(days(long, rest).slice(1), [
      'PRICE gold 1 2026-01-16 ? maybe',
      'PRICE gold 2 2026-02-01 50',
      'PRICE gold 3 2026-03-01 50',
    ]);
    const restarted = { ...gold, endTime: at('2026-02-16'), plannedEndTime: at('2026-02-16') };
    assert.deepEqual(days(basic, restarted).slice(1), ['PRICE gold 1 2026-01-16 50'], 'a new term');
    const yearly = { ...restarted, planTerm: 'P1Y', endTime: at('2027-01-16'), plannedEndTime: at('2027-01-16') };
    assert.deepEqual(days(basic, yearly).slice(1), ['PRICE gold 1 2026-01-16 50'], 'a longer term');
    const cancelled = { ...gold, endTime: at('2026-01-20') };
    assert.deepEqual(days(basic, cancelled).slice(1), ['PRICE gold 1 2026-01-16 ? maybe']);
  });

  it('are an equal part of the order for each interval at GCP, in advance or in arrears; the parts add up to the whole', () => {
    const order = purchase([term({ commitAmount: '1000', intervalMonths: 3 })]);
    const ahead = fixedCharges('GCP', order, at('2028-01-01'));
    assert.deepEqual(brief(ahead), [
      'PRICE term 1 2026-01-31 250',
      'PRICE term 2 2026-04-30 250',
      'PRICE term 3 2026-07-30 250',
      'PRICE term 4 2026-10-30 250',
    ]);
    const arrears = purchase([term({ commitAmount: '100', isInArrears: true })]);
    const charges = fixedCharges('GCP', arrears, at('2028-01-01'));
    assert.equal(charges.length, 12);
    assert.deepEqual(brief(charges).slice(0, 1), ['PRICE term 1 2026-03-01 8.34']);
    assert.equal(
      charges.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0),
      10_000,
    );
    const cut = purchase([term({ intervalMonths: 3, endTime: at('2026-06-20') })]);
    assert.deepEqual(brief(fixedCharges('GCP', cut, now)), ['PRICE term 1 2026-01-31 ?', 'PRICE term 2 2026-04-30 ?']);
    const early = term({ intervalMonths: 3, endTime: at('2026-06-20'), plannedEndTime: at('2027-01-31') });
    assert.deepEqual(brief(fixedCharges('GCP', purchase([early]), now)), brief(ahead).slice(0, 2), 'as it was agreed');
  });
});

describe('the charges of an offer as Google states them', () => {
  const monthly = { months: 1, isProrated: false, isInArrears: false, price: '75', balance: '0' };
  const order = (changes: Partial<BilledTerm>) =>
    brief(fixedCharges('GCP', purchase([term({ startTime: new Date('2026-02-10T20:00:00Z'), ...changes })]), now));

  it('are each of its payments, whatever the order is worth, even where no end shows how many there are', () => {
    const paid = ['PRICE term 1 2026-02-10 75', 'PRICE term 2 2026-03-10 75', 'PRICE term 3 2026-04-10 75'];
    const last = 'PRICE term 4 2026-05-10 75';
    assert.deepEqual(order({ charging: monthly, intervalMonths: 1, endTime: new Date('2027-02-10T20:00:00Z') }), [
      ...paid,
      last,
    ]);
    assert.deepEqual(order({ charging: monthly, intervalMonths: 1, endTime: null }), [...paid, last]);
    assert.deepEqual(
      order({ charging: monthly, intervalMonths: 1, endTime: at('2026-05-25') }),
      [...paid, 'PRICE term 4 2026-05-10 ?'],
      'what a part of an interval costs is on no page',
    );
  });
});

describe('the charges of a public plan at Google', () => {
  it('are of calendar months there, and nobody says what a part of one costs', () => {
    const start = new Date('2026-02-10T20:00:00Z');
    const plan = term({
      startTime: start,
      endTime: new Date('2027-02-10T20:00:00Z'),
      commitAmount: '1200',
      offerId: null,
    });
    assert.deepEqual(brief(fixedCharges('GCP', purchase([plan]), at('2026-04-20'))), [
      'PRICE term 1 2026-02-10 ?',
      'PRICE term 2 2026-03-01 100',
      'PRICE term 3 2026-04-01 100',
    ]);
    const { amount } = fixedCharges('GCP', purchase([{ ...plan, offerId: 'offer' }]), at('2026-02-20'))[0] ?? {};
    assert.equal(amount, '100', 'an offer names its own intervals');
  });

  it('go on in each renewal, where the term before ended', () => {
    const starts = ['2026-02-10', '2026-03-10', '2026-04-10', '2026-05-10'].map((day) => new Date(`${day}T20:00:00Z`));
    const renewals = (amounts: readonly string[]): BilledTerm[] =>
      amounts.map((commitAmount, index) => ({
        ...term({ startTime: starts[index] as Date, endTime: starts[index + 1] as Date, commitAmount, offerId: null }),
        id: `term${index}`,
      }));
    assert.deepEqual(brief(fixedCharges('GCP', purchase(renewals(['100', '100', '100'])), at('2026-05-20'))), [
      'PRICE term0 1 2026-02-10 ?',
      'PRICE term0 2 2026-03-01 100',
      'PRICE term0 3 2026-04-01 100',
      'PRICE term0 4 2026-05-01 ?',
    ]);
    assert.deepEqual(brief(fixedCharges('GCP', purchase(renewals(['100', '100', '120'])), at('2026-05-20'))), [
      'PRICE term0 1 2026-02-10 ?',
      'PRICE term0 2 2026-03-01 100',
      'PRICE term0 3 2026-04-01 ?',
      'PRICE term2 1 2026-04-10 ?',
      'PRICE term2 2 2026-05-01 ?',
    ]);
  });
});

describe('days of charges at Google', () => {
  const time = (text: string): Date => new Date(text);
  const brief = (charges: readonly ExpectedCharge[]): string[] =>
    charges.map(({ chargeTime, period, amount, deadline }) =>
      [chargeTime.toISOString().slice(0, 16), period, amount ?? '?', deadline.toISOString().slice(0, 10)].join(' '),
    );

  it('are those in Los Angeles: a charge there on the last evening of a month belongs to that month', () => {
    const order = purchase([
      term({ startTime: time('2026-12-01T07:30:00Z'), endTime: time('2027-02-01T07:30:00Z'), commitAmount: '200' }),
    ]);
    assert.deepEqual(brief(fixedCharges('GCP', order, at('2028-01-01'))), [
      '2026-12-01T07:30 2026-11 100 2026-12-21',
      '2027-01-01T07:30 2026-12 100 2027-01-21',
    ]);
  });

  it('leave a term its whole months across daylight saving changes', () => {
    for (const [startTime, endTime] of [
      ['2027-03-01T08:00:00Z', '2027-06-01T07:00:00Z'],
      ['2027-09-01T07:00:00Z', '2027-12-01T08:00:00Z'],
    ] as const) {
      const order = purchase([term({ startTime: time(startTime), endTime: time(endTime), commitAmount: '300' })]);
      const amounts = fixedCharges('GCP', order, at('2028-01-01')).map(({ amount }) => amount);
      assert.deepEqual(amounts, ['100', '100', '100']);
    }
  });

  it('give each month of a year its charge, whatever the clocks in Los Angeles show', () => {
    for (const [startTime, endTime, days] of [
      ['2027-07-01T07:00:00Z', '2028-07-01T07:00:00Z', '1 1 1 1 1 1 1 1 1 1 1 1'],
      ['2027-12-31T08:00:00Z', '2028-12-31T08:00:00Z', '31 31 29 31 30 31 30 31 31 30 31 30'],
      ['2028-02-29T08:00:00Z', '2029-02-28T08:00:00Z', '29 29 29 29 29 29 29 29 29 29 29 29'],
      ['2027-08-31T06:30:00Z', '2028-08-31T06:30:00Z', '30 30 30 30 30 30 29 30 30 30 30 30'],
    ] as const) {
      const order = purchase([term({ startTime: time(startTime), endTime: time(endTime), commitAmount: '1200' })]);
      const charges = fixedCharges('GCP', order, at('2030-01-01'));
      assert.deepEqual(charges.map(({ chargeTime }) => localTimeOf(chargeTime).day).join(' '), days, startTime);
      assert.equal(new Set(charges.map(({ period }) => period)).size, 12, 'a charge in each month');
      assert.ok(charges.every(({ amount }) => amount === '100'));
    }
  });

  it('start installments, of which the first is charged when the offer starts', () => {
    const info = {
      currency: 'USD',
      paymentInstallments: [
        { amount: 1, chargeOn: '2027-03-01T00:00:00Z' },
        { amount: 2, chargeOn: '2027-04-01T00:00:00Z' },
        { amount: 3, chargeOn: '2027-12-01T00:00:00Z' },
      ],
    };
    const order = purchase([term({ startTime: time('2027-03-03T20:00:00Z'), endTime: at('2028-03-03'), info })]);
    assert.deepEqual(brief(fixedCharges('GCP', order, at('2028-01-01'))), [
      '2027-03-03T20:00 2027-03 1 2027-04-21',
      '2027-04-01T07:00 2027-04 2 2027-05-21',
      '2027-12-01T08:00 2027-12 3 2028-01-21',
    ]);
  });

  it('are calendar months where part of a month costs less: how much is unknown', () => {
    const order = purchase([
      term({
        startTime: time('2027-02-10T20:00:00Z'),
        endTime: time('2027-06-10T19:00:00Z'),
        commitAmount: '399.96',
        isProrated: true,
      }),
    ]);
    assert.deepEqual(brief(fixedCharges('GCP', order, at('2028-01-01'))), [
      '2027-02-10T20:00 2027-02 ? 2027-03-21',
      '2027-03-01T08:00 2027-03 99.99 2027-04-21',
      '2027-04-01T07:00 2027-04 99.99 2027-05-21',
      '2027-05-01T07:00 2027-05 99.99 2027-06-21',
      '2027-06-01T07:00 2027-06 ? 2027-07-21',
    ]);
  });

  it('give no charge for a pending order whose price is unknown', () => {
    const waiting = purchase([term({ endTime: null })], { isBinding: false });
    assert.deepEqual(fixedCharges('GCP', waiting, now), []);
  });
});

describe('the charge for usage', () => {
  const used = (changes: Partial<AcknowledgedUsage>): AcknowledgedUsage => ({
    entitlementId: 'ent',
    month: '2026-02',
    dimension: 'calls',
    unitPrice: '0.125',
    quantity: '80',
    open: '0',
    included: '0',
    paid: '0',
    computed: '0',
    ...changes,
  });
  const charge = (...usage: AcknowledgedUsage[]): ExpectedCharge | undefined =>
    usageCharges('AWS', purchase([term()]), usage)[0];

  it('is the exact sum of its dimensions at their prices', () => {
    const found = charge(used({}), used({ unitPrice: '0.3333', quantity: '3' }), used({ dimension: 'gb', open: '8' }));
    assert.equal(found?.amount, '20.9999');
    assert.equal(found?.open, '1');
    assert.deepEqual([found?.place, found?.chargeTime], ['USAGE 2026-02', at('2026-03-01')]);
  });

  it('is unknown without a price, or if another tool submits the usage; no usage costs nothing', () => {
    assert.deepEqual(
      [charge(used({ unitPrice: null }))?.amount, charge(used({ unitPrice: null }))?.unknown],
      [null, 'UNPRICED'],
    );
    assert.equal(charge(used({ computed: '5' }))?.unknown, 'SHADOW');
    assert.equal(charge(used({ quantity: '0' })), undefined);
    assert.equal(charge(used({ unitPrice: null, quantity: '0' })), undefined);
  });

  it('explains what the partner would bill if it did not apply what was deducted here', () => {
    assert.deepEqual(charge(used({ quantity: '0', included: '16', paid: '5' }))?.explanations, [
      { cause: 'INCLUDED', amount: '2' },
      { cause: 'COMMITTED', amount: '5' },
      { cause: 'COMMITTED', amount: '7' },
    ]);
    assert.equal(usageCharges('GCP', purchase([term()]), [used({})])[0]?.covered, undefined, 'a fee pays for no usage');
  });

  it('is covered by the amount that Google lets the buyer spend, which exceeds what is paid, and is spent once', () => {
    const order = (changes: Partial<BilledTerm>) =>
      purchase([term({ startTime: at('2026-02-10'), endTime: at('2027-02-10'), isCommitment: true, ...changes })]);
    const months = ['2026-02', '2026-03', '2026-04', '2026-05'].map((month) =>
      used({ month, unitPrice: '1', quantity: '130' }),
    );
    const covered = (changes: Partial<BilledTerm>) =>
      // In whatever order the months are.
      [months, months.toReversed()].map((usage) =>
        usageCharges('GCP', order(changes), usage)
          .sort((left, right) => (left.period < right.period ? -1 : 1))
          .map((one) => one.covered ?? '0')
          .join(' '),
      );
    const payment = { price: '90', balance: '100' };
    const monthly = { ...payment, months: 1, isProrated: false, isInArrears: false };
    assert.deepEqual(covered({ charging: monthly }), Array(2).fill('100 100 100 100'), 'rolled over, and used up');
    const rich = { ...monthly, balance: '150' };
    assert.deepEqual(covered({ charging: rich }), Array(2).fill('150 170 190 210'));
    const installments = [
      { price: '0', balance: '200', day: null },
      { price: '90', balance: '100', day: '2026-04-01' },
    ];
    const paymentInstallments = [{ amount: 0 }, { amount: 90, chargeOn: '2026-04-01T00:00:00Z' }];
    const info = { currency: 'USD', paymentInstallments };
    assert.deepEqual(covered({ charging: { installments }, info }), Array(2).fill('200 70 100 0'), 'given for nothing');
    const alone = installments.map((one) => ({ ...one, discardsEarlier: true as const }));
    const small = [{ ...used({ month: '2026-03', unitPrice: '1', quantity: '30' }) }];
    const late = [...small, used({ month: '2026-05', unitPrice: '1', quantity: '500' })];
    const coveredOf = (charging: BilledTerm['charging'], usage: typeof months) =>
      usageCharges('GCP', order({ charging, info }), usage).map((one) => one.covered ?? '0');
    assert.deepEqual(coveredOf({ installments }, late), ['200', '270'], 'what is left is rolled over');
    assert.deepEqual(coveredOf({ installments: alone }, late), ['200', '100'], 'or lost when the next payment is made');
    const inTime = [...small, used({ month: '2026-04', unitPrice: '1', quantity: '10' }), ...late.slice(1)];
    assert.deepEqual(coveredOf({ installments: alone }, inTime), ['200', '100', '90'], 'but not before');
    const within = { ...info, paymentInstallments: [{ amount: 0 }, { amount: 90, chargeOn: '2026-04-10T00:00:00Z' }] };
    assert.deepEqual(
      usageCharges('GCP', order({ charging: { installments: alone }, info: within }), inTime).map((one) => one.covered),
      ['200', '270', '100'],
      'nobody says which usage of its month was before it',
    );
    const discarding = { ...rich, discardsEarlier: true as const };
    assert.deepEqual(covered({ charging: discarding }), Array(2).fill('150 170 300 300'));
    const fromTheFirst = { startTime: new Date('2026-02-01T08:00:00Z'), endTime: new Date('2027-02-01T08:00:00Z') };
    assert.deepEqual(covered({ charging: discarding, ...fromTheFirst }), Array(2).fill('150 150 150 150'));
    const postpaid = { charging: { ...rich, isInArrears: true }, isInArrears: true };
    assert.deepEqual(covered(postpaid), covered({ charging: rich }), 'it is spent from the begin, whenever it is paid');
    assert.deepEqual(covered({ commitAmount: '1200' }), Array(2).fill('100 100 100 100'), 'as much as is paid');
  });

  it('is not covered by what an earlier contract at Google has left', () => {
    const pacific = (day: string): Date => new Date(`${day}T20:00:00Z`);
    const contract = (id: string, from: string, to: string | null, changes: Partial<BilledTerm> = {}): BilledTerm => ({
      ...term({ startTime: pacific(from), endTime: to === null ? null : pacific(to), isCommitment: true, offerId: id }),
      id: `term-${id}-${from}`,
      charging: { installments: [{ price: '100', balance: '100', day: null }] },
      info: { currency: 'USD', paymentInstallments: [{ amount: 100 }] },
      ...changes,
    });
    const covered = (terms: BilledTerm[], months = ['2026-02', '2026-03', '2026-04', '2026-05']): string =>
      usageCharges(
        'GCP',
        purchase(terms),
        months.map((month) => used({ month, unitPrice: '1', quantity: '30' })),
      )
        .map((one) => one.covered ?? '0')
        .join(' ');
    const first = contract('a', '2026-02-10', '2026-03-10');
    const second = contract('b', '2026-03-10', '2026-05-20');
    assert.equal(covered([first, second]), '100 170 100 70', '70 of the first pay for what was used before the 10th');
    const ofFebruary = { startTime: new Date('2026-02-01T08:00:00Z'), endTime: new Date('2026-03-01T08:00:00Z') };
    const fromMarch = { startTime: ofFebruary.endTime, endTime: new Date('2026-06-01T07:00:00Z') };
    assert.equal(
      covered([contract('a', '2026-02-01', null, ofFebruary), contract('b', '2026-03-01', null, fromMarch)]),
      '100 100 70 40',
    );
    assert.equal(covered([first, contract('b', '2026-05-10', null)]), '100 70 0 100', 'a gap gives it back to nobody');
    const feeless = { isCommitment: false, charging: null, offerId: null, info: { currency: 'USD' } };
    assert.equal(covered([first, contract('', '2026-03-10', null, feeless)]), '100 70 0 0', 'at the public price');
    // The order of the rows is of no importance, nor how many months without usage are between.
    assert.equal(covered([first, second], ['2026-02', '2026-05']), '100 100');

    const replaced = { ...first, plannedEndTime: pacific('2026-12-31') };
    assert.equal(covered([replaced, second]), '100 170 140 110', 'Google does not say what a replaced one leaves');
    const overlapping = contract('b', '2026-03-01', '2026-05-20');
    assert.equal(covered([first, overlapping]), '100 170 140 110', 'nor which of two pays');
    const third = contract('c', '2026-05-20', null);
    assert.equal(
      covered([first, overlapping, third], ['2026-02', '2026-05', '2026-06']),
      '100 270 100',
      'both have ended',
    );
    const monthly = { months: 1, isProrated: false, isInArrears: false, price: '100', balance: '100' };
    const renewals = [
      contract('a', '2026-02-10', '2026-03-10', { charging: monthly, info: { currency: 'USD' } }),
      contract('a', '2026-03-10', '2026-04-10', { charging: monthly, info: { currency: 'USD' } }),
    ];
    assert.equal(covered(renewals), '100 170 140 0', 'a renewal of the same offer goes on');
  });
});
