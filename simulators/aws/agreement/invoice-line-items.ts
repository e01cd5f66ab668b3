import Big from 'big.js';
import { chargesOf, recurringCharge } from '../billing/charges.ts';
import { returnable } from '../billing/return-money.ts';
import type { Bill } from '../billing/rows.ts';
import type { AwsCall } from '../call.ts';
import { cutPage } from '../paging.ts';
import type { Agreement, Json } from '../state.ts';
import { readAgreementId } from './cancellation.ts';
import { agreementNotFound, invalid } from './refusals.ts';
import { readPageSize } from './search-agreements.ts';

/**
 * AWS Agreement API, ListAgreementInvoiceLineItems: the invoices and credit memos of an agreement of the seller, newest
 * first. The amount of a credit memo is negative (not confirmed).
 */
export const listInvoiceLineItems = (call: AwsCall): Record<string, unknown> => {
  const { simulation, account, input } = call;
  const agreementId = readAgreementId(input.agreementId);
  // The model has no reason of its own for a wrong groupBy, invoice type or period.
  if (input.groupBy !== 'INVOICE_ID') throw invalid('INVALID_FILTERS', 'groupBy must be INVOICE_ID', 'groupBy');
  const agreement = simulation.store.get('agreements', agreementId);
  if (agreement?.sellerAccountId !== account.id) throw agreementNotFound(agreementId);
  const fits = readFilters(input);
  const bills = simulation.store
    .list('bills')
    .filter((bill) => bill.agreementId === agreementId && fits(bill))
    .sort((a, b) => b.issuedAt - a.issuedAt || (a.id < b.id ? -1 : 1));
  const { maxResults, nextToken, ...query } = input;
  const page = cut(call, bills, query);
  return { agreementInvoiceLineItemGroupSummaries: page.items.map(summaryOf), nextToken: page.nextToken };
};

const cut = <T>({ input }: AwsCall, items: T[], query: unknown) =>
  cutPage(items, {
    size: readPageSize(input.maxResults),
    token: input.nextToken as string | undefined,
    query,
    refuse: () => invalid('INVALID_NEXT_TOKEN', 'nextToken is not valid for this request', 'nextToken'),
  });

type Period = { month: number; year: number };
const periodOf = ({ periodStartAt, issuedAt, kind }: Bill): Period => {
  const date = new Date(kind === 'USAGE' ? periodStartAt : issuedAt);
  return { month: date.getUTCMonth() + 1, year: date.getUTCFullYear() };
};
const typeOf = ({ originalId }: Bill): string => (originalId === null ? 'INVOICE' : 'CREDIT_MEMO');

const readFilters = (input: Json): ((bill: Bill) => boolean) => {
  const {
    invoiceId,
    invoiceType,
    invoiceBillingPeriod: period,
    beforeIssuedTime: before,
    afterIssuedTime: after,
  } = input;
  if (invoiceType !== undefined && invoiceType !== 'INVOICE' && invoiceType !== 'CREDIT_MEMO') {
    throw invalid('INVALID_FILTERS', 'invoiceType must be INVOICE or CREDIT_MEMO', 'invoiceType');
  }
  for (const [name, time] of Object.entries({ beforeIssuedTime: before, afterIssuedTime: after })) {
    if (time !== undefined && typeof time !== 'number') throw invalid('INVALID_FILTERS', `${name} is a time`, name);
  }
  const wanted = period === undefined ? null : readPeriod(period as Json);
  return (bill) => {
    const { month, year } = periodOf(bill);
    return (
      (invoiceId === undefined || bill.id === invoiceId) &&
      (invoiceType === undefined || typeOf(bill) === invoiceType) &&
      (wanted === null || (wanted.month === month && wanted.year === year)) &&
      (before === undefined || bill.issuedAt < Number(before) * 1000) &&
      (after === undefined || bill.issuedAt > Number(after) * 1000)
    );
  };
};

const readPeriod = (period: Json): Period => {
  const { month, year } = period;
  const isMonth = Number.isInteger(month) && Number(month) >= 1 && Number(month) <= 12;
  const isYear = Number.isInteger(year) && Number(year) >= 2023 && Number(year) <= 2050;
  if (isMonth && isYear) return { month: Number(month), year: Number(year) };
  const message = 'invoiceBillingPeriod has a month from 1 to 12 and a year from 2023 to 2050';
  throw invalid('INVALID_FILTERS', message, 'invoiceBillingPeriod');
};

/** The names of AWS's invoicing entities; those on the invoices are not confirmed. */
const entities: Record<string, Json> = {
  AWS_INC: { legalName: 'Amazon Web Services, Inc.' },
  AWS_EUROPE: { legalName: 'Amazon Web Services EMEA SARL', branchName: 'Luxembourg' },
};

const summaryOf = (bill: Bill): Json => ({
  agreementId: bill.agreementId,
  invoiceId: bill.id,
  pricingCurrencyAmount: {
    amount: bill.amount,
    maxAdjustmentAmount: returnable(bill).toFixed(),
    currencyCode: bill.currency,
  },
  invoiceBillingPeriod: periodOf(bill),
  issuedTime: bill.issuedAt / 1000,
  invoiceType: typeOf(bill),
  invoicingEntity: entities[bill.brokerId] ?? {},
});

/**
 * AWS Agreement API, ListAgreementCharges: the charges of a buyer's agreements, past and future. Of a recurring payment,
 * the months until the agreement's end; without an end, the coming year.
 */
export const listCharges = (call: AwsCall): Record<string, unknown> => {
  const { simulation, account, input } = call;
  const { agreementId, agreementType, catalog } = input;
  if (catalog !== undefined && catalog !== 'AWSMarketplace') {
    throw invalid('INVALID_CATALOG', 'catalog must be AWSMarketplace', 'catalog');
  }
  if (agreementType !== undefined && agreementType !== 'PurchaseAgreement') {
    throw invalid('INVALID_AGREEMENT_TYPE', 'agreementType must be PurchaseAgreement', 'agreementType');
  }
  const wanted = agreementId === undefined ? null : readAgreementId(agreementId);
  const agreements = simulation.store
    .list('agreements')
    .filter((item) => item.buyerAccountId === account.id && (wanted === null || item.id === wanted));
  const page = cut(call, agreements.flatMap(chargeViews), [agreementId, agreementType, catalog]);
  return { items: page.items, nextToken: page.nextToken };
};

const recurringMax = 12;

const chargeViews = (agreement: Agreement): Json[] => {
  const recurring = [];
  const limit = agreement.endAt === null ? recurringMax : Number.POSITIVE_INFINITY;
  for (let index = 0; index < limit; index += 1) {
    const charge = recurringCharge(agreement, index);
    if (!charge) break;
    recurring.push(charge);
  }
  return [...chargesOf(agreement), ...recurring].flatMap(({ at, amount, currency }, index): Json[] =>
    Big(amount).eq(0)
      ? []
      : [
          {
            id: `charge-${agreement.id.slice('agmt-'.length)}${index}`,
            revision: 1,
            agreementId: agreement.id,
            agreementType: 'PurchaseAgreement',
            currencyCode: currency,
            amount,
            time: at / 1000,
          },
        ],
  );
};
