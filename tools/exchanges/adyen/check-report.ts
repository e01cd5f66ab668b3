import type { Exchange } from '../../../simulators/kit/record.ts';
import { type Difference, show } from '../difference.ts';

/**
 * The columns of the Settlement details report. Source: docs.adyen.com, "Settlement detail report structure", and the
 * column list of OCA's account_bank_statement_import_adyen.
 */
const columns = [
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type',
  'Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency',
  'Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC)',
  'Payment Method Variant,Modification Merchant Reference,Batch Number',
  'Reserved4,Reserved5,Reserved6,Reserved7,Reserved8,Reserved9,Reserved10',
].join(',');

/** The form of each column that has one, by its position. */
const forms: readonly [position: number, form: RegExp][] = [
  [5, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/],
  [6, /^[A-Z]{3,4}$/],
  [
    7,
    /^(Settled|Refunded|RefundedReversed|Chargeback|SecondChargeback|ChargebackReversed|Fee|DepositCorrection|Balancetransfer|MerchantPayout)$/,
  ],
  [9, /^([A-Z]{3})?$/],
  [12, /^\d+(\.\d+)?$/],
  [13, /^[A-Z]{3}$/],
  ...[10, 11, 14, 15, 16, 17, 18, 19].map((position): [number, RegExp] => [position, /^(\d+(\.\d+)?)?$/]),
  [22, /^\d+$/],
];

/** The fields of a line of CSV. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

/** Checks the download of a Settlement details report; null if the address is not that of one. */
export const checkReport = (exchange: Exchange, path: string): Difference[] | null => {
  if (!/^\/download\/MerchantAccount\/\w+\/settlement_detail_report_batch_\d+\.csv$/.test(path)) return null;
  const found: Difference[] = [];
  const operation = 'Settlement details report';
  const report = (side: Difference['side'], at: string, rule: string, detail: string): void =>
    void found.push({ operation, side, at, rule, detail });
  if (exchange.method !== 'GET') report('request', '', 'wrong method', exchange.method);
  if (exchange.fault) return found;
  const { status, responseHeaders, responseBody } = exchange;
  if (![200, 401, 403, 404, 429, 500].includes(status)) report('answer', '', 'undeclared status', String(status));
  if (status !== 200) return found;
  if (!responseHeaders['content-type']?.startsWith('text/csv'))
    report('answer', '', 'wrong content type', show(responseHeaders['content-type']));
  const text = String(responseBody);
  // A recording keeps the beginning of a long file, which may end in the middle of a line.
  const whole = text.slice(0, text.lastIndexOf('\n'));
  const [header, ...lines] = whole.split('\n');
  if (header !== columns) report('answer', '', 'wrong columns', show(header));
  for (const line of lines) {
    const fields = fieldsOf(line);
    if (fields.length !== columns.split(',').length) report('answer', '[]', 'wrong number of fields', show(line));
    for (const [position, form] of forms)
      if (!form.test(fields[position] ?? '')) report('answer', `[].${position + 1}`, 'wrong form', show(line));
  }
  return found;
};
