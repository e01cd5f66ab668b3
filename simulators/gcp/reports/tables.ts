import Big from 'big.js';
import type { Table } from '../../kit/report-file.ts';
import { dueOf } from '../billing/charge.ts';
import { sumOf } from '../billing/money.ts';
import { addDays, pacificDay, startOfDay } from '../billing/pacific.ts';
import { linesOf, type UsageLine } from '../billing/usage-lines.ts';
import type { Charge, GcpReader, PayoutStatus } from '../state.ts';
import { chargesAccountId, companyOf, insightsAccountId } from './accounts.ts';

type Row = Record<string, string>;

const entity = 'Google LLC';
/** The address of every simulated customer. */
const place = { country: 'US', state_or_province: 'CA', city: 'Mountain View', postal_code: '94043' };

const tableOf = (columns: readonly string[], rows: readonly Row[]): Table => ({
  columns: [...columns],
  rows: rows.map((row) => columns.map((name) => row[name] ?? '')),
});

const chargesOf = (reader: GcpReader, sellerId: string, fits: (charge: Charge) => boolean): Charge[] =>
  reader.list('charges').filter((row) => row.sellerId === sellerId && fits(row));

/**
 * "Charges and Usage reports", broken down by account and by location: a row for each SKU, order and customer. The page's
 * own names are SKU, Google Entity, Resource, Account Id, Insights Account Id and Location; the columns of usage and
 * money are not confirmed.
 */
export const chargesAndUsage = (reader: GcpReader, sellerId: string, month: string): Table => {
  const groups = Map.groupBy(
    chargesOf(reader, sellerId, (row) => row.month === month),
    ({ skuId, entitlementId }) => [skuId, entitlementId].join('|'),
  );
  const rows = [...groups.values()].flatMap((group): Row[] => {
    const [first] = group;
    if (!first) return [];
    return [
      {
        SKU: reader.get('skus', first.skuId)?.description ?? '',
        'Google Entity': entity,
        Resource: first.entitlementId,
        'Account Id': chargesAccountId(first.billingAccount),
        'Insights Account Id': insightsAccountId(first.billingAccount),
        Location: `${place.country}/${place.state_or_province}`,
        Usage: sumOf(group.map(({ quantity }) => quantity)).toFixed(),
        'Usage Unit': first.unit,
        Currency: 'USD',
        Charges: sumOf(group.map(({ amount }) => amount)).toFixed(2),
        'Due to Partner': sumOf(group.map(dueOf)).toFixed(2),
      },
    ];
  });
  const columns = [
    ...['SKU', 'Google Entity', 'Resource', 'Account Id', 'Insights Account Id', 'Location'],
    ...['Usage', 'Usage Unit', 'Currency', 'Charges', 'Due to Partner'],
  ];
  return tableOf(columns, rows);
};

/** "Disbursements reports" (report fields): what Google pays, releases and abandons, a row for each. */
export const disbursements = (reader: GcpReader, sellerId: string, month: string): Table => {
  const id = `${sellerId}|${month}`;
  const settled = chargesOf(reader, sellerId, (row) => row.disbursementId === id);
  const rowOf = (name: string, status: PayoutStatus): Row[] => {
    const found = settled.filter((row) => row.status === status);
    const refunds = sumOf(found.filter(({ kind }) => kind === 'REFUND').map(dueOf));
    const amount = sumOf(found.filter(({ kind }) => kind !== 'REFUND').map(dueOf));
    if (found.length === 0) return [];
    return [
      {
        Entity: name,
        Currency: 'USD',
        Amount: amount.toFixed(2),
        'Customer Refund': refunds.toFixed(2),
        Total: amount.plus(refunds).toFixed(2),
        Notes: '',
        'Payment Type': 'new',
      },
    ];
  };
  return tableOf(
    ['Entity', 'Currency', 'Amount', 'Customer Refund', 'Total', 'Notes', 'Payment Type'],
    [...rowOf(entity, 'PAID'), ...rowOf('Released Payout', 'RELEASED'), ...rowOf('Abandoned Payout', 'ABANDONED')],
  );
};

/** A charge as a report shows it, with its status: settled with this report, or withheld. */
type Settled = { charge: Charge; status: PayoutStatus };

/** Whether an earlier report showed the charge as withheld. */
const wasWithheld = ({ charge: { withheldId }, status }: Settled): boolean =>
  status !== 'WITHHELD' && withheldId !== null;

/**
 * "Detailed disbursements reports": a row for each `sku_id`, `account_id`, `private_offer_id` and payout status. Columns up
 * to `postal_code` are the page's (`city` since July 2026). The others are in the schemas of a connector that reads
 * these files (airbytehq/airbyte, source-clazar), which has more; what they mean is not confirmed, nor that rows are also by
 * order, and that refunds have their own rows. What was charged is on the invoice of one month, and not repeated
 * when it is released or abandoned.
 */
export const detailedDisbursements = (reader: GcpReader, sellerId: string, month: string): Table => {
  const id = `${sellerId}|${month}`;
  const withheld = chargesOf(reader, sellerId, (row) => row.withheldId === id);
  const settled = chargesOf(reader, sellerId, (row) => row.disbursementId === id);
  const all: Settled[] = [
    ...settled.map((charge) => ({ charge, status: charge.status })),
    ...withheld.map((charge) => ({ charge, status: 'WITHHELD' as const })),
  ];
  const groups = Map.groupBy(all, ({ charge, status }) =>
    [
      ...[charge.skuId, charge.billingAccount, charge.privateOfferId, charge.entitlementId],
      ...[status, charge.kind === 'REFUND'],
    ].join('|'),
  );
  const rows = [...groups.values()].flatMap((group): Row[] => {
    const [first] = group;
    if (!first) return [];
    const { charge, status } = first;
    const charged = group.filter((one) => !wasWithheld(one)).map((one) => one.charge);
    const due = sumOf(group.map((one) => dueOf(one.charge))).toFixed(2);
    const refunds = group.filter(({ charge: { kind } }) => kind === 'REFUND');
    const probation = reader.get('standings', charge.accountId)?.probationStart;
    return [
      {
        ...place,
        sku_id: charge.skuId,
        sku_description: reader.get('skus', charge.skuId)?.description ?? '',
        solution_id: charge.serviceId,
        solution_name: reader.get('services', charge.serviceId)?.title ?? '',
        usage_quantity: sumOf(charged.map(({ quantity }) => quantity)).toFixed(),
        usage_unit: charge.unit,
        account_id: charge.billingAccount,
        private_offer_id: charge.privateOfferId ?? '',
        c_u_account_id: chargesAccountId(charge.billingAccount),
        insights_account_id: insightsAccountId(charge.billingAccount),
        entitlement_id: charge.entitlementId,
        disbursement_entity: entity,
        cust_charges: sumOf(charged.map(({ amount }) => amount)).toFixed(2),
        marketplace_fee_amount: sumOf(charged.map(({ googleShare }) => googleShare)).toFixed(2),
        withheld_amount: status === 'WITHHELD' ? due : '0.00',
        released_amount: status === 'RELEASED' ? due : '0.00',
        abandoned_amount: status === 'ABANDONED' ? due : '0.00',
        aggregated_payout: status === 'PAID' || status === 'RELEASED' ? due : '0.00',
        probation_start_date: status !== 'PAID' && probation ? pacificDay(probation) : '',
        refund_processed_date:
          refunds
            .map((one) => pacificDay(one.charge.chargedAt))
            .sort()
            .at(-1) ?? '',
        refund_reason: refunds.length > 0 ? 'Customer refund' : '',
      },
    ];
  });
  const columns = [
    ...['sku_id', 'sku_description', 'solution_id', 'solution_name', 'usage_quantity', 'usage_unit', 'account_id'],
    ...['private_offer_id', 'c_u_account_id', 'country', 'state_or_province', 'city', 'postal_code'],
    ...['insights_account_id', 'entitlement_id', 'disbursement_entity', 'cust_charges', 'marketplace_fee_amount'],
    ...['withheld_amount', 'released_amount', 'abandoned_amount', 'aggregated_payout', 'probation_start_date'],
    ...['refund_processed_date', 'refund_reason'],
  ];
  return tableOf(columns, rows);
};

/**
 * "Customer Insights reports", incremental: the usage of a day, and what was accepted on that day of earlier ones; fees on
 * the day of their charge. The page's own names are date to sku_id, withheld to probation_end, and, of "Reporting for
 * private offers", Quote_id and Quote_creator; the others are in the schemas of a connector that reads these files
 * (airbytehq/airbyte, source-clazar).
 */
export const customerInsights = (reader: GcpReader, sellerId: string, day: string): Table => {
  const [from, until] = [startOfDay(day), startOfDay(addDays(day, 1))];
  const used = reader
    .list('usage')
    .filter((row) => row.sellerId === sellerId && row.acceptedAt >= from && row.acceptedAt < until)
    .flatMap((row) => linesOf(reader, row));
  const usage = [
    ...Map.groupBy(used, ({ entitlement, sku, at }) => [pacificDay(at), entitlement.id, sku.id].join('|')).values(),
  ].flatMap((lines) => usageRow(reader, lines));
  const fees = chargesOf(
    reader,
    sellerId,
    (row) => row.kind !== 'USAGE' && row.chargedAt >= from && row.chargedAt < until,
  );
  const rows = fees.map((charge): Row => {
    const entitlement = reader.get('entitlements', charge.entitlementId);
    return {
      ...customerOf(reader, sellerId, charge.accountId, charge.billingAccount),
      date: day,
      sku_id: charge.skuId,
      sku_description: reader.get('skus', charge.skuId)?.description ?? '',
      entitlement_id: entitlement?.id ?? '',
      usage: charge.quantity,
      unit: charge.unit,
      currency: 'USD',
      charges: charge.amount,
      ...quoteOf(reader, charge.privateOfferId),
    };
  });
  const columns = [
    ...['date', 'company', 'domain', 'external_account_id', 'account_id', 'country', 'state_or_province', 'city'],
    ...['postal_code', 'sku_id', 'sku_description', 'entitlement_id', 'usage', 'unit', 'currency', 'charges'],
    'payment_type',
    ...['withheld', 'released', 'abandoned', 'probation_start', 'probation_end', 'Quote_id', 'Quote_creator'],
  ];
  return tableOf(columns, [...rows, ...usage]);
};

const usageRow = (reader: GcpReader, lines: readonly UsageLine[]): Row[] => {
  const [first] = lines;
  if (!first) return [];
  const { entitlement, sku, at, privateOfferId } = first;
  const { sellerId, accountId, billingAccount } = entitlement;
  const quantity = lines.reduce((sum, line) => sum.plus(line.quantity), new Big(0));
  const charges = lines.reduce((sum, line) => sum.plus(line.quantity.times(line.price)), new Big(0));
  return [
    {
      ...customerOf(reader, sellerId, accountId, billingAccount),
      date: pacificDay(at),
      sku_id: sku.id,
      sku_description: sku.description,
      entitlement_id: entitlement.id,
      usage: quantity.toFixed(),
      unit: sku.metric?.unit ?? '1',
      currency: 'USD',
      // Exact: the month's charge is the rounded sum of its days.
      charges: charges.toFixed(),
      ...quoteOf(reader, privateOfferId),
    },
  ];
};

const customerOf = (reader: GcpReader, sellerId: string, accountId: string, billingAccount: string): Row => {
  const standing = reader.get('standings', accountId);
  const due = (status: PayoutStatus): string =>
    sumOf(
      chargesOf(reader, sellerId, (row) => row.accountId === accountId && row.status === status).map(dueOf),
    ).toFixed(2);
  const day = (time: number | null | undefined): string => (time ? pacificDay(time) : '');
  return {
    ...place,
    ...companyOf(reader, { sellerId, billingAccount }),
    external_account_id: insightsAccountId(billingAccount),
    account_id: billingAccount,
    payment_type: 'new',
    withheld: due('WITHHELD'),
    released: due('RELEASED'),
    abandoned: due('ABANDONED'),
    probation_start: day(standing?.probationStart),
    probation_end: day(standing?.probationEnd),
  };
};

const quoteOf = (reader: GcpReader, privateOfferId: string | null): Row => {
  const offer = privateOfferId === null ? undefined : reader.get('privateOffers', privateOfferId);
  const contact = (offer?.content.partnerContact ?? {}) as { email?: string };
  return { Quote_id: privateOfferId ?? '', Quote_creator: contact.email ?? '' };
};
