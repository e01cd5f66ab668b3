import fc from 'fast-check';
import {
  type Bought,
  type Commit,
  type Dimension,
  dayMs,
  hourMs,
  type Interval,
  type Metric,
  monthsLater,
} from './invoice-model.test-support.ts';

// Histories of direct purchases for the model and the service alike.

/** The metrics of a history, by their place. */
export type MetricPlace = 0 | 1;

export type History = {
  partner: 'STRIPE' | 'ADYEN';
  bought: Omit<Bought, 'prices' | 'usage' | 'end' | 'metrics'>;
  netTermsInDays: number;
  commits: Commit[];
  dimensions: Omit<Dimension, 'billableMetricId'>[];
  /** Other prices, announced in the term that they begin in. */
  change: {
    announced: number;
    from: number;
    commits: Commit[] | null;
    dimensions: Omit<Dimension, 'billableMetricId'>[] | null;
  } | null;
  metrics: Metric[];
  usage: { metric: MetricPlace; quantity: number; os: string; time: number; reported: number }[];
  /** When the purchase ends, and how that comes about. */
  end: { time: number; by: 'TERM' | 'SCHEDULE'; scheduled: number };
  /** Credit of the buyer, valid from `granted` on for some days. */
  wallets: { amount: number; days: number; granted: number }[];
  /** So many attempts of each payment fail. */
  fails: number;
  /** When charges that had failed until then are made after all. */
  rescued: number | null;
  /** The first attempt of each refund fails. */
  refundFails: boolean;
};

const amounts = fc.constantFrom(100, 1000, 365, 33.33, 10.005, 0.015, 99.999, 1200.5, 7);

const intervals: fc.Arbitrary<Partial<Interval>> = fc.constantFrom(
  { length: 1, timeUnit: 'MONTH' as const },
  { length: 1, timeUnit: 'MONTH' as const },
  { length: 3, timeUnit: 'MONTH' as const },
  { length: 1, timeUnit: 'YEAR' as const },
  { length: 30, timeUnit: 'DAY' as const },
  { length: 7, timeUnit: 'DAY' as const },
  {},
);

const commitsOf = fc
  .array(fc.record({ rate: amounts, quantity: fc.constantFrom(1, 1, 3, 7), interval: intervals }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((list) => list.map(({ interval, ...one }, index): Commit => ({ key: `c${index}`, ...one, ...interval })));

const models: fc.Arbitrary<Omit<Dimension, 'billableMetricId'>> = fc.constantFrom(
  { category: 'basic' as const, priceModelBasic: { unitAmount: 0.015 } },
  { category: 'basic' as const, priceModelBasic: { unitAmount: 0.5555 } },
  {
    category: 'tiered' as const,
    priceModelTiered: {
      tiers: [
        { firstUnit: 0, lastUnit: 10, unitAmount: 1.25 },
        { firstUnit: 10, lastUnit: 100, unitAmount: 0.333, flatFee: 3 },
        { firstUnit: 100, unitAmount: 0.1 },
      ],
    },
  },
  {
    category: 'volume' as const,
    priceModelVolume: { tiers: [{ maximumUnits: 50, unitAmount: 0.45, flatFee: 5 }, { unitAmount: 0.4 }] },
  },
  { category: 'bulk' as const, priceModelBulk: { bulkSize: 12, bulkAmount: 7.77 } },
  { category: 'percentage' as const, priceModelPercentage: { percentageRate: 0.025, flatFee: 3 } },
  {
    category: 'tiered-percentage' as const,
    priceModelTieredPercentage: {
      tiers: [
        { firstUnit: 0, lastUnit: 50, percentageRate: 0.125, flatFee: 2 },
        { firstUnit: 51, percentageRate: 0.0333, flatFee: 4.5 },
      ],
    },
  },
  {
    category: 'matrix' as const,
    priceModelMatrix: {
      matrix: [{ properties: [{ name: 'os', value: 'linux' }], unitAmount: 0.125 }],
      defaultUnitAmount: 0.3333,
    },
  },
);

const dimensionsOf = fc.array(
  fc
    .record({
      model: models,
      interval: intervals,
      discount: fc.constantFrom(
        undefined,
        { discountType: 'PERCENTAGE' as const, value: 12.5 },
        { discountType: 'ABSOLUTE' as const, value: 4 },
      ),
      minimum: fc.constantFrom(
        {},
        {},
        { minimumCommit: 20 },
        { minimumCommit: 31, minimumCommitProrata: true },
        { minimumCommit: 12.5, minimumCommitScope: 'DIMENSION_GROUP_BY' as const },
        { minimumCommit: 9, minimumCommitScope: 'DIMENSION_GROUP_BY' as const, minimumCommitProrata: true },
      ),
    })
    .map(({ model, interval, discount, minimum }) => ({
      ...{ ...model, ...interval, ...minimum },
      ...(discount ? { discount } : {}),
    })),
  { maxLength: 2 },
);

const begins = [
  '2026-12-01',
  '2027-01-28',
  '2027-01-29',
  '2027-01-30',
  '2027-01-31',
  '2027-05-15',
  '2027-12-31',
  '2028-02-29',
];
const timesOfDay = ['00:00:00Z', '09:30:00Z', '12:34:56.789Z', '23:59:59.999Z'];

const inMinorUnits = (rate: number, currency: string): number =>
  currency === 'JPY' ? Math.ceil(rate) : Math.ceil(rate * 100) / 100;

const part = fc.integer({ min: 1, max: 999 }).map((n) => n / 1000);
const lateness = [0, 0, 0, hourMs, 3 * hourMs, dayMs, 20 * dayMs, 45 * dayMs];

export const histories: fc.Arbitrary<History> = fc
  .record({
    partner: fc.constantFrom('STRIPE' as const, 'ADYEN' as const),
    currency: fc.constantFrom('USD', 'USD', 'JPY', 'KWD'),
    begin: fc.constantFrom(...begins),
    timeOfDay: fc.constantFrom(...timesOfDay),
    term: fc.constantFrom<Bought['term']>(
      { months: 1 },
      { months: 3 },
      { months: 12 },
      { months: 13 },
      { days: 45 },
      { days: 100 },
    ),
    autoRenew: fc.boolean(),
    trial: fc.constantFrom<Interval | null>(
      null,
      null,
      { length: 14, timeUnit: 'DAY' },
      { length: 1, timeUnit: 'MONTH' },
    ),
    billingCycle: fc.constantFrom('MONTH_FIRST_DAY' as const, 'ENTITLEMENT_START_DATE' as const),
    paymentSchedule: fc.constantFrom('PREPAY' as const, 'POSTPAY' as const),
    billingIntervalInMonths: fc.constantFrom(null, 1, 2),
    commitBillingIntervalInMonths: fc.constantFrom(null, null, 0, 3),
    usageBillingIntervalInMonths: fc.constantFrom(null, null, 2, 6),
    proratedBilling: fc.constantFrom(null, true, false, false),
    gracePeriodInDays: fc.constantFrom(0, 0, 3),
    netTermsInDays: fc.constantFrom(0, 0, 10, 40),
    priced: fc.constantFrom('commits', 'commits', 'whole', 'installments', 'none'),
    commits: commitsOf,
    amount: amounts,
    installments: fc.array(fc.record({ amount: amounts, at: fc.option(part, { nil: null }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    dimensions: dimensionsOf,
    change: fc.option(
      fc.record({
        at: part,
        commits: fc.option(commitsOf, { nil: null }),
        dimensions: fc.constantFrom('SAME', 'CHEAPER', 'OTHER', 'FEWER'),
        others: dimensionsOf,
      }),
      {
        nil: null,
      },
    ),
    usage: fc.array(
      fc.record({
        metric: fc.constantFrom<MetricPlace>(0, 1),
        quantity: fc.constantFrom(1, 10, 12, 50, 100.5, 0.001, 250, 0),
        os: fc.constantFrom('linux', 'linux', 'mac', ''),
        at: part,
        late: fc.constantFrom(...lateness),
      }),
      { maxLength: 12 },
    ),
    metrics: fc.array(
      fc.record({
        aggregation: fc.constantFrom('SUM' as const, 'SUM' as const, 'COUNT' as const, 'MAX' as const, 'LAST' as const),
        isGrouped: fc.boolean(),
        isFiltered: fc.constantFrom(false, false, true),
      }),
      { minLength: 2, maxLength: 2 },
    ),
    funds: fc.option(
      fc.record({
        isDeducted: fc.boolean(),
        parts: fc.constantFrom(0, 1, 2, 3, 7),
        grants: fc.array(fc.record({ at: part, amount: fc.constantFrom(5, 20, 100) }), { maxLength: 2 }),
      }),
      { nil: null },
    ),
    addon: fc.option(fc.record({ at: part, amount: fc.constantFrom(5, 250) }), { nil: null }),
    endAt: part,
    terms: fc.integer({ min: 1, max: 3 }),
    endsEarly: fc.boolean(),
    wallets: fc.array(
      fc.record({
        amount: fc.constantFrom(30.005, 100, 1000, 0.5, 0.3),
        days: fc.constantFrom(20, 90, 400),
        at: fc.option(part, { nil: null }),
      }),
      { maxLength: 4 },
    ),
    fails: fc.constantFrom(0, 0, 1, 2, 4),
    rescuedAt: fc.option(part, { nil: null }),
    refundFails: fc.boolean(),
  })
  .map((one): History => {
    const start = Date.parse(`${one.begin}T${one.timeOfDay}`);
    const boundary = (count: number): number =>
      'months' in one.term ? monthsLater(start, one.term.months * count) : start + one.term.days * dayMs * count;
    const first = boundary(1);
    const isLong = first - start > 300 * dayMs;
    const count = one.autoRenew ? Math.min(one.terms, isLong ? 1 : 3) : 1;
    const [from, planned] = [boundary(count - 1), boundary(count)];
    // Announced within the term that it ends, and not before that has begun.
    const early = Math.round(from + 3 * hourMs + one.endAt * (planned - from - 6 * hourMs));
    const time = one.endsEarly ? early : planned;
    const end = {
      time,
      by: one.endsEarly || one.autoRenew ? ('SCHEDULE' as const) : ('TERM' as const),
      scheduled: Math.max(from + 2 * hourMs, time - 3 * dayMs),
    };
    const within = (share: number, until: number): number => Math.round(start + share * (until - start));
    const trial = one.trial && first - start > 40 * dayMs ? one.trial : null;
    const hasInstallments = one.priced === 'installments';
    // What pays for usage first depends on the order of invoices that end at once: here there is one.
    const [shared = {}] = one.dimensions.map(({ length, timeUnit }) => (timeUnit ? { length, timeUnit } : {}));
    const together = (list: Omit<Dimension, 'billableMetricId'>[]) =>
      one.funds
        ? list.map(({ length: _length, timeUnit: _unit, ...rest }) => ({ ...rest, ...shared }) as typeof rest)
        : list;
    const dimensions = together(one.dimensions);
    const dimensionsAfter = (changed: NonNullable<typeof one.change>): typeof dimensions | null => {
      if (changed.dimensions === 'SAME' || dimensions.length === 0) return null;
      if (changed.dimensions === 'FEWER') return dimensions.slice(0, -1);
      if (changed.dimensions === 'OTHER') return together(changed.others).slice(0, dimensions.length);
      return dimensions.map((dimension) => ({ ...dimension, discount: { discountType: 'PERCENTAGE', value: 50 } }));
    };
    const isDivided = one.funds !== null && one.funds.parts > 0 && one.priced === 'whole';
    const changed = within(one.change?.at ?? 0, time);
    const change = one.change && {
      announced: Math.max(...[0, 1, 2].map(boundary).filter((begin) => begin <= changed)) + 2000,
      from: changed,
      // Prices that change are whole minor units, as is checked when they are.
      commits: hasInstallments
        ? null
        : (one.change.commits?.map((commit) => ({ ...commit, rate: inMinorUnits(commit.rate, one.currency) })) ?? null),
      dimensions: dimensionsAfter(one.change),
    };
    return {
      partner: one.partner,
      bought: {
        currency: one.currency,
        digits: one.currency === 'JPY' ? 0 : one.currency === 'KWD' && one.partner === 'ADYEN' ? 3 : 2,
        start,
        term: one.term,
        autoRenew: one.autoRenew,
        trial,
        billingCycle: one.billingCycle,
        paymentSchedule: one.paymentSchedule,
        billingIntervalInMonths: one.billingIntervalInMonths,
        commitBillingIntervalInMonths: one.commitBillingIntervalInMonths,
        usageBillingIntervalInMonths: one.usageBillingIntervalInMonths,
        proratedBilling: one.proratedBilling,
        minorDigits: one.currency === 'JPY' ? 0 : one.currency === 'KWD' ? 3 : 2,
        funds: {
          isDeducted: one.funds?.isDeducted ?? false,
          division: isDivided
            ? {
                starts: Array.from({ length: one.funds?.parts ?? 1 }, (_, index) =>
                  Math.round(start + (index * (first - start)) / (one.funds?.parts ?? 1)),
                ),
              }
            : null,
          grants: (one.funds?.grants ?? []).map(({ at, amount }) => ({ time: within(at, time), amount })),
        },
        gracePeriodInDays: one.gracePeriodInDays,
        commitAmount: one.priced === 'whole' ? one.amount : null,
        installments: hasInstallments
          ? one.installments.map(({ amount, at }) => ({
              amount,
              ...(at === null ? {} : { chargeOn: within(at, first) }),
            }))
          : [],
        addons: one.addon ? [{ id: 'addon', amount: one.addon.amount, chargeOn: within(one.addon.at, first) }] : [],
      },
      netTermsInDays: one.netTermsInDays,
      commits: one.priced === 'commits' ? one.commits : [],
      dimensions,
      change: change && (change.commits !== null || change.dimensions !== null) ? change : null,
      metrics: one.metrics,
      usage: one.usage
        .map(({ metric, quantity, os, at, late }) => {
          const used = within(at, time);
          // Zero is not usage, but it matters to the others.
          const isNothing = quantity === 0 && one.metrics[metric]?.aggregation === 'SUM';
          return { metric, quantity: isNothing ? 1 : quantity, os, time: used, reported: used + late };
        })
        .filter(({ metric }) => metric < one.dimensions.length)
        .toSorted((left, right) => left.reported - right.reported),
      end,
      wallets: one.wallets.map(({ amount, days, at }) => ({
        amount,
        days,
        granted: at === null ? start : within(at, time),
      })),
      fails: one.fails,
      rescued: one.rescuedAt === null ? null : within(one.rescuedAt, time) + dayMs,
      refundFails: one.refundFails,
    };
  });

const monthEnd = Date.UTC(2027, 0, 31, 9, 30);

/** Renewed each month from 31 January on, and ended within April: 28 February, 31 March, 30 April. */
export const monthEnds: History = {
  partner: 'STRIPE',
  bought: {
    ...{ currency: 'USD', digits: 2, start: monthEnd, term: { months: 1 }, autoRenew: true, trial: null },
    ...{ billingCycle: 'ENTITLEMENT_START_DATE', paymentSchedule: 'PREPAY', billingIntervalInMonths: null },
    ...{ commitBillingIntervalInMonths: null, usageBillingIntervalInMonths: null, proratedBilling: null },
    ...{ gracePeriodInDays: 0, commitAmount: null, installments: [], addons: [] },
    ...{ minorDigits: 2, funds: { isDeducted: false, division: null, grants: [] } },
  },
  netTermsInDays: 0,
  commits: [
    { key: 'c0', rate: 100, length: 1, timeUnit: 'MONTH' },
    { key: 'c1', rate: 33.33, length: 7, timeUnit: 'DAY' },
  ],
  dimensions: [],
  change: null,
  metrics: [],
  usage: [],
  end: { time: monthsLater(monthEnd, 3), by: 'SCHEDULE', scheduled: monthsLater(monthEnd, 3) - 3 * dayMs },
  wallets: [{ amount: 30.005, days: 400, granted: monthEnd }],
  fails: 0,
  rescued: null,
  refundFails: false,
};
