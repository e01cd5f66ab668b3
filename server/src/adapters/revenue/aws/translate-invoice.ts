import { isCurrency, readAmount } from '../amounts.ts';
import type { FeedRow, MoneyLine } from '../port.ts';
import { dateOf, textOf, unreadable, without } from './row-values.ts';

export const invoiceDataset = 'agreement_invoice';

const monthOf = (row: FeedRow): { start: Date; end: Date } | null => {
  const [year, month] = ['year', 'month'].map((name) => Number(textOf(row, `invoiceBillingPeriod.${name}`)));
  if (!year || !month) return null;
  return { start: new Date(Date.UTC(year, month - 1, 1)), end: new Date(Date.UTC(year, month, 1) - 1000) };
};

/**
 * What an invoice of an agreement says (Agreement API, `AgreementInvoiceLineItemGroupSummary`): `invoiceId`, `issuedTime`,
 * `invoiceType` INVOICE or CREDIT_MEMO, `pricingCurrencyAmount` with `amount` and `currencyCode`, and `invoiceBillingPeriod`, a
 * month. The billing events of the data feed tell of the same money, with what it costs and when it is paid: they count, and
 * this is noted. It belongs to no record, as it does not name the transaction; reconciliation finds it by agreement.
 */
export const translateInvoice = (row: FeedRow): MoneyLine[] => {
  const [agreement, invoice] = [textOf(row, 'agreementId'), textOf(row, 'invoiceId')];
  const amount = readAmount(textOf(row, 'pricingCurrencyAmount.amount') ?? '');
  const currency = textOf(row, 'pricingCurrencyAmount.currencyCode');
  const time = dateOf(row, 'issuedTime');
  if (agreement === undefined || invoice === undefined || !time)
    throw unreadable(row, 'an invoice has no agreement, id or time');
  if (amount === null || currency === undefined || !isCurrency(currency))
    throw unreadable(row, 'pricingCurrencyAmount has no amount and currency');
  const period = monthOf(row);
  return [
    {
      recordId: `invoice/${invoice}/${agreement}`,
      stage: 'NOTED',
      kind: 'REVENUE',
      nature: textOf(row, 'invoiceType') === 'CREDIT_MEMO' ? 'RETURN' : 'PLAIN',
      amount,
      currency,
      time,
      ...without({ periodStart: period?.start, periodEnd: period?.end }),
      references: { agreement, invoice },
    },
  ];
};
