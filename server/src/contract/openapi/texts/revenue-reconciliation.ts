import type { Texts } from './notation.ts';

/** What was billed and paid out, beside what should have been. */
export const revenueReconciliationTexts = {
  RevenueDifferencePage: { about: 'Differences of one page.', members: {} },
  RevenueDifference: {
    about: 'Something that a partner billed otherwise than expected, or not at all.',
    members: {
      id: 'The ID in this service, diff_….',
      partner: 'The partner that bills.',
      entitlementID: 'The entitlement, ent_….',
      place:
        'What it is about within the entitlement, the same as long as the difference exists: an installment, a price, the usage of a month, an invoice, or what was billed unexpectedly.',
      status: 'OPEN, or RESOLVED once it is no longer found.',
      kind: 'MISSING: expected, but not billed. DOUBLE: billed more than once. AMOUNT_DIFFERS, CURRENCY_DIFFERS: billed differently. UNEXPECTED: no reason for the billing is known. NOT_JUDGED: the expected amount is not known.',
      cause:
        'Its cause; absent if unknown. LATE: the partner still has time. FEED_FAULT: a file that may contain it could not be read. REFUNDED, FORGIVEN: refunded, or written off. RESTATED: corrected by the partner later. INCLUDED: units that the plan includes. COMMITTED: paid by a commit. ROUNDING: each part was rounded. CONVERTED: in another currency by the rules of the partner. UNPRICED: a price is not known. SHADOW: another tool submits the usage.',
      period: 'The month that it belongs to, YYYY-MM: that of the charge, or in which usage was used.',
      currency: 'The currency of expectedAmount, ISO 4217.',
      expectedAmount: 'The amount to bill, in currency. Absent if there was none, or if it is not known.',
      billedAmount: 'What was billed, in billedCurrency, without what was given back or given up.',
      billedCurrency: 'The currency of billedAmount, ISO 4217.',
      revenueRecordIDs: 'Records of revenue that bill it, revenue_…, in order of time; at most 20.',
      revenueRecordCount: 'The number of records that bill it.',
      firstSeenTime: 'When it was found.',
      lastSeenTime: 'When it was last found.',
      resolvedTime: 'When it was no longer found. Absent while it is OPEN.',
    },
  },
  RevenuePayoutPage: {
    about: 'Payouts of one page.',
    members: {
      payouts: 'The payouts, the latest first.',
      nextCursor: 'cursor of the next page; absent on the last page.',
    },
  },
  RevenuePayout: {
    about: "What a partner paid to the seller's bank under one name, in one currency.",
    members: {
      partner: 'The partner that pays.',
      payout: "The partner's ID of the payout.",
      traceId:
        "The bank's reference of the transfer; of several transfers, the first in alphabetical order. Absent if the partner does not report it.",
      time: 'When it was paid; of several transfers, the latest.',
      currency: 'The currency of the amounts, ISO 4217.',
      amount: 'What was transferred, in currency: the sum of all transfers that the partner names alike.',
      failed: 'Whether the bank sent it back.',
      recordsAmount:
        'What the lines of records that it paid add up to, in currency. A sale in another currency counts with the amount that the partner says it paid for it.',
      lines: 'The number of these lines.',
      withheldAmount:
        'What the partner says that it withheld of the payout, such as tax, in currency: negative. Absent if nothing.',
      difference:
        'amount less recordsAmount and withheldAmount: what nothing explains. Absent if the payout failed, or if the records that it paid are not in just the currencies in which it was paid: the partner converted them.',
      convertedFrom:
        'What it paid of records in currencies in which nothing was transferred, where the partner does not say how much that is in currency, in the order of the currencies. Absent if there is none.',
    },
  },
  RevenuePayoutConversion: {
    about: 'Records in a currency that the partner converted before it paid.',
    members: {
      currency: 'The currency of the records, ISO 4217.',
      recordsAmount: 'What the lines of these records add up to, in this currency.',
      lines: 'The number of these lines.',
    },
  },
  RevenuePayoutRecordPage: {
    about: 'Records of a payout, of one page.',
    members: {
      records: "The records, in order of the partner's references.",
      nextCursor: 'cursor of the next page; absent on the last page.',
    },
  },
  RevenuePayoutRecord: {
    about: 'What a payout paid of one record.',
    members: {
      revenueRecordID: 'The record of revenue, revenue_….',
      partnerRecordID: "The partner's reference of the sale.",
      currency: 'The currency of amount, ISO 4217.',
      amount: 'What the payout paid of the record, in currency; negative if it took something back.',
      paidAmount: 'The same in paidCurrency. Absent if the payout is in currency, or if the partner does not say it.',
      paidCurrency: 'The currency of the payout, ISO 4217, if it is another one.',
      lines: 'The number of lines that it adds up.',
      entitlementID: 'The entitlement, ent_…, if it was found.',
      buyerID: 'The buyer, buyer_…, if it was found.',
    },
  },
} as const satisfies Texts;
