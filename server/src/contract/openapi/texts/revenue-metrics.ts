import type { Texts } from './notation.ts';

const item = {
  itemID: 'The price line: the term, and where it has several lines, which one.',
  entitlementID: 'The entitlement, ent_….',
  buyerID: 'The buyer, buyer_…; of an entitlement without a buyer, the entitlement.',
  productID: 'The product, prod_…; empty if it is not known.',
  partner: 'The marketplace or payment provider.',
};

const source = {
  ...item,
  termID: 'The term, term_….',
  recordIDs: 'The revenue records that bill it, revenue_….',
};

const value = {
  currency: 'The currency in which it was agreed, ISO 4217.',
  amount: 'What it adds to the cell, in the currency of the report, rounded on its own.',
  exact: 'What it adds to the cell, exactly: a whole number, or a fraction such as 9125/27.',
};

const rate = 'What one unit of its currency is worth in the currency of the report, exactly.';

const basis = {
  metricsVersion: 'The version of the definitions that the figures were computed by.',
  settings: 'What the figures were computed by.',
  timeZone: 'The time zone of days, months, quarters and years (IANA).',
  currency: 'The currency of the report, ISO 4217.',
  rateTable: 'The table of rates by which all currencies were converted; absent: only amounts in currency count.',
  measure: 'Whether waterfalls show MRR or ARR.',
};

const retentions = {
  netRevenueRetention:
    'MRR at the closing of buyers with MRR at the opening, as a ratio to their opening MRR; null if there were none.',
  grossRevenueRetention:
    'Retained MRR of buyers with MRR at the opening, without growth, as a ratio to their opening MRR; null if there were none.',
};

/** Recurring revenue and exchange rates. */
export const revenueMetricsTexts = {
  RevenueMetrics: {
    about: 'Recurring revenue in a range of time, in one currency.',
    members: {
      ...basis,
      ...retentions,
      startTime: 'The first instant of the range, UTC.',
      endTime: 'The end of the range, UTC: that of endDate, or now. mrr, arr and committedMrr are as of then.',
      mrr: 'Monthly recurring revenue at the end of the range.',
      arr: 'Annual recurring revenue: 12 times the exact MRR, rounded once.',
      committedMrr: 'The MRR of everything signed, including what has not started, excluding what is being cancelled.',
      usageRunRate:
        '4 times the usage that was billed for the last three whole months. GCP does not identify usage: of its orders, those whose only price is for usage count. Not part of MRR or ARR.',
      usageExcessRunRate: 'The same, of what exceeds contractual minimums, which are part of MRR.',
      waterfall: 'How MRR changed in each period.',
      groups: 'A waterfall for each product, partner or buyer, if by names them.',
      nonRecurring: 'What is in force at the end of the range and does not recur; at most 100.',
      nonRecurringCount: 'How much of what is in force does not recur.',
      currencies: 'All currencies with revenue.',
    },
  },
  RevenueMetricsSettings: {
    about: 'The switches of the definitions.',
    members: {
      movements: 'gross: every movement counts. net: the period of a buyer is one movement.',
      renewalGraceDays: 'A renewal that starts within this many days after the end does not count as churn.',
      churnRecognition: 'Whether a cancellation counts from its effect on, or from when it was asked for.',
      discounts: 'Which discounts reduce recurring revenue.',
      sameMovementMinutes: "A buyer's changes within this many minutes are one movement.",
    },
  },
  RevenueWaterfallPeriod: {
    about: 'How MRR, or ARR, changed in a period. contraction and churn are positive, and are subtracted.',
    members: {
      ...retentions,
      cell: 'The name of this row. With a colon and a column, such as 2026-04:churn, it is the cell to explain.',
      period: 'The period: 2026-04, 2026-Q2 or 2026.',
      startTime: 'The first instant of the period, UTC.',
      endTime: 'The end of the period, UTC, exclusive.',
      isWhole: 'false: the range, or now, cuts the period.',
      opening: 'Just before the period began.',
      new: 'Of buyers who never had any before.',
      expansion: 'What buyers with some gained.',
      contraction: 'What buyers lost who kept some.',
      churn: 'What buyers lost who kept none.',
      reactivation: 'Of buyers who had some before and had lost all of it.',
      moved: 'What a group gained from other groups of the same buyers, or lost to them. 0 over all groups.',
      fx: 'The effect of exchange rate changes. 0 unless converted.',
      closing: 'Just before the period ended.',
      netNew: 'closing − opening − fx.',
    },
  },
  RevenueWaterfallGroup: {
    about: 'The waterfall of one product, partner or buyer.',
    members: {
      group: 'prod_…, a code of a partner, or buyer_…; empty if it is not known.',
      waterfall: 'Its periods; empty ones are left out.',
    },
  },
  NonRecurringRevenue: {
    about: 'Something in force that is paid once.',
    members: { ...item, currency: value.currency, amount: 'What is paid.' },
  },
  RevenueMetricsExplanation: {
    about: 'A figure of the metrics, with its parts.',
    members: {
      ...basis,
      cell: 'The requested cell.',
      metric: 'The metric that it is.',
      definition: 'The definition of the metric in this version.',
      amount: 'The figure as shown in the report; null for an undefined retention.',
      exact: 'The exact figure: a whole number, or a fraction such as 9125/27. All parts add up to it.',
      parts: 'The parts on this page.',
    },
  },
  RevenueMetricsItemPart: {
    about: 'A price line that counts at an instant.',
    members: {
      ...source,
      ...value,
      kind: 'ITEM.',
      rate,
      isBridged: 'true: it is over, and counts until its renewal begins.',
    },
  },
  RevenueMetricsMovementPart: {
    about: "A movement of a buyer, as far as it concerns the cell's group.",
    members: {
      ...value,
      kind: 'MOVEMENT.',
      type: 'The row in which it counts; null for a renewal at the same price, which only moves between groups.',
      buyerID: source.buyerID,
      time: 'When it happened, UTC.',
      rate,
      causes: 'The changes of price lines that make it up.',
    },
  },
  RevenueMetricsCause: {
    about: 'A change of the MRR of a price line.',
    members: {
      ...source,
      time: 'When it happened, UTC.',
      reason: 'Why the MRR changed. BRIDGE_END: it had counted on until its renewal began.',
      currency: value.currency,
      exact: 'By how much MRR changed in its currency, exactly; below 0 if it fell.',
    },
  },
  RevenueMetricsRatePart: {
    about: 'What the opening of a currency gained or lost by a change of its rate.',
    members: {
      ...value,
      kind: 'FX.',
      opening: 'The opening MRR in that currency, exactly.',
      openingRate: 'The rate at the start of the period, exactly.',
      closingRate: 'The rate at the end of the period, exactly.',
    },
  },
  RevenueMetricsBuyerPart: {
    about: 'A buyer with MRR at the opening.',
    members: {
      kind: 'BUYER.',
      buyerID: source.buyerID,
      currency: value.currency,
      opening: 'Its MRR at the opening, exactly.',
      kept: 'What it kept of that, exactly.',
      closing: 'Its MRR at the closing, exactly.',
      rate,
    },
  },
  RevenueMetricsUsagePart: {
    about: 'The usage of an entitlement that was billed for a month.',
    members: {
      ...value,
      kind: 'USAGE.',
      entitlementID: 'The entitlement, ent_…; empty for records that belong to none.',
      startTime: 'The start of the month, UTC.',
      endTime: 'The end of the month, UTC.',
      revenue: 'What was billed, exactly.',
      minimum: 'The contractual minimum of the month, exactly.',
      rate,
      recordIDs: source.recordIDs,
    },
  },
  ExchangeRateTables: {
    about: 'Tables of exchange rates, by name.',
    members: { data: 'The tables.' },
  },
  ExchangeRateTable: {
    about: 'A named table of exchange rates.',
    members: {
      currency: 'The currency that its rates convert to, ISO 4217.',
      rateCount: 'How many rates it has.',
      currencies: 'The currencies that it has rates of.',
      firstDate: 'The first day with a rate, YYYY-MM-DD.',
      lastDate: 'The last day with a rate, YYYY-MM-DD.',
      rates: 'Its rates by date and currency, if the table was named.',
    },
  },
  ExchangeRate: {
    about: 'The rate of a currency on a day.',
    members: {
      date: 'The day, YYYY-MM-DD (UTC). The rate holds from its end until the end of the next day with a rate.',
      currency: 'The currency that is converted, ISO 4217.',
      rate: 'What one unit of it is worth in the currency of the table.',
    },
  },
  ReplaceExchangeRatesInput: {
    about: 'All rates of a table, as JSON or as CSV.',
    members: {},
  },
  ExchangeRatesInput: {
    about: 'All rates of a table.',
    members: { rates: 'The rates in any order: at most one for each currency and day. None: the table is removed.' },
  },
} as const satisfies Texts;
