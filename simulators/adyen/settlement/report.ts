import { majorOf } from '../../kit/amounts.ts';
import type { AdyenChange, Amount, Batch, Merchant, Movement } from '../state.ts';
import { notify } from '../webhooks/notify.ts';
import { movementsOf } from './close-batch.ts';
import { decimalsOf, termsOf } from './terms.ts';
import { localTime } from './zone.ts';

/**
 * The columns of the Settlement details report in their order. Source: docs.adyen.com, "Settlement detail report
 * structure" and its sample rows; for the last nine also the column lists of OCA/account-reconcile (Odoo) and
 * wikimedia/SmashPig.
 */
const columns = [
  'Company Account',
  'Merchant Account',
  'Psp Reference',
  'Merchant Reference',
  'Payment Method',
  'Creation Date',
  'TimeZone',
  'Type',
  'Modification Reference',
  'Gross Currency',
  'Gross Debit (GC)',
  'Gross Credit (GC)',
  'Exchange Rate',
  'Net Currency',
  'Net Debit (NC)',
  'Net Credit (NC)',
  'Commission (NC)',
  'Markup (NC)',
  'Scheme Fees (NC)',
  'Interchange (NC)',
  'Payment Method Variant',
  'Modification Merchant Reference',
  'Batch Number',
  'Reserved4',
  'Reserved5',
  'Reserved6',
  'Reserved7',
  'Reserved8',
  'Reserved9',
  'Reserved10',
] as const;

export type Table = { header: string[]; rows: string[][] };

/** The name of a batch's report. */
export const fileNameOf = (number: number): string => `settlement_detail_report_batch_${number}.csv`;

/** A table as CSV: fields with commas or quotation marks are quoted. */
export const csvOf = ({ header, rows }: Table): string =>
  [header, ...rows].map((fields) => `${fields.map(quoted).join(',')}\n`).join('');

const quoted = (field: string): string => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

/** The report of a batch is generated and announced; it is stored, so that a later one can restate it. */
export const publishReport = (tx: AdyenChange, batch: Batch): Batch => {
  const merchant = tx.get('merchants', batch.merchantId);
  if (!merchant) return batch;
  const report = tableOf(merchant, batch, movementsOf(tx, merchant, batch.number));
  const published: Batch = { ...batch, report, version: batch.version + 1 };
  tx.put('batches', published);
  announceReport(tx, merchant, published);
  return published;
};

/**
 * Announces a report. Source: docs.adyen.com, "Get reports automatically": the file's name is in `pspReference`, its
 * address in `reason`, the amount is 0.
 */
export const announceReport = (tx: AdyenChange, merchant: Merchant, batch: Batch): void =>
  notify(tx, merchant, {
    eventCode: 'REPORT_AVAILABLE',
    success: true,
    pspReference: fileNameOf(batch.number),
    merchantReference: '',
    amount: { currency: merchant.currency, value: 0 },
    reason: addressOf(merchant, batch),
  });

/** The download URL of a report. */
export const addressOf = ({ id, target }: Merchant, batch: Batch): string => {
  const host = target?.reportsUrl ?? 'https://ca-test.adyen.com';
  return `${host}/reports/download/MerchantAccount/${id}/${fileNameOf(batch.number)}`;
};

/**
 * Restates a published report: the costs of each payment are split again between Adyen and the card scheme. Net amounts
 * stay, as they were paid out.
 */
export const restateReport = (tx: AdyenChange, merchant: Merchant, batch: Batch): Batch => {
  for (const movement of movementsOf(tx, merchant, batch.number)) {
    const { costs } = movement;
    if (costs.markup === 0 || movement.type !== 'Settled') continue;
    const split = { ...costs, markup: costs.markup - 1, schemeFees: costs.schemeFees + 1 };
    tx.put('movements', { ...movement, costs: split });
  }
  return publishReport(tx, batch);
};

const tableOf = (merchant: Merchant, batch: Batch, movements: Movement[]): Table => ({
  header: [...columns],
  rows: movements.map((movement) => rowOf(merchant, batch, movement)),
});

const rowOf = (merchant: Merchant, batch: Batch, movement: Movement): string[] => {
  const { gross, net, costs } = movement;
  const { time, zone } = localTime(movement.at, termsOf(merchant).timeZone);
  const cost = (value: number): string => (value === 0 ? '' : majorOf(value, decimalsOf(net.currency)));
  const cells: Record<(typeof columns)[number], string> = {
    'Company Account': merchant.companyName,
    'Merchant Account': merchant.id,
    'Psp Reference': movement.pspReference,
    'Merchant Reference': movement.merchantReference,
    'Payment Method': movement.paymentMethod,
    'Creation Date': time,
    TimeZone: zone,
    Type: movement.type,
    'Modification Reference': movement.modificationReference,
    'Gross Currency': gross?.currency ?? '',
    'Gross Debit (GC)': gross ? debitOf(gross) : '',
    'Gross Credit (GC)': gross ? creditOf(gross) : '',
    'Exchange Rate': movement.rate,
    'Net Currency': net.currency,
    'Net Debit (NC)': debitOf(net),
    'Net Credit (NC)': creditOf(net),
    'Commission (NC)': cost(costs.commission),
    'Markup (NC)': cost(costs.markup),
    'Scheme Fees (NC)': cost(costs.schemeFees),
    'Interchange (NC)': cost(costs.interchange),
    'Payment Method Variant': movement.paymentMethod,
    'Modification Merchant Reference': movement.modificationMerchantReference,
    'Batch Number': String(batch.number),
    ...{ Reserved4: '', Reserved5: '', Reserved6: '', Reserved7: '', Reserved8: '', Reserved9: '', Reserved10: '' },
  };
  return columns.map((name) => cells[name]);
};

const debitOf = ({ currency, value }: Amount): string => (value < 0 ? majorOf(-value, decimalsOf(currency)) : '');
const creditOf = ({ currency, value }: Amount): string => (value < 0 ? '' : majorOf(value, decimalsOf(currency)));
