import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../contract/query/select-page.ts';
import type { OrgDb } from '../../db/org-db.ts';
import type { Decimal } from '../../kit/decimal.ts';
import { invoiceFields } from './fields.ts';
import { type Invoice, tooSmallCode } from './invoice.ts';

export type InvoiceRow = Omit<Invoice, 'lines' | 'usage' | 'error' | 'version'> & {
  org_id: string;
  lines: Invoice['lines'] | string;
  usage: Invoice['usage'] | string;
  error: Invoice['error'] | string;
  version: Generated<number>;
};

declare module '../../db/tables.ts' {
  interface Tables {
    invoice: InvoiceRow;
  }
}

const columns = [
  'invoice.id',
  'invoice.entitlement_id',
  'invoice.entitlement_term_id',
  'invoice.buyer_id',
  'invoice.partner',
  'invoice.type',
  'invoice.reference',
  'invoice.status',
  'invoice.payment_status',
  'invoice.currency',
  'invoice.amount',
  'invoice.credit_amount',
  'invoice.charged_amount',
  'invoice.refunded_amount',
  'invoice.lost_amount',
  'invoice.refund_of',
  'invoice.carried_to',
  'invoice.period_start',
  'invoice.period_end',
  'invoice.lines',
  'invoice.usage',
  'invoice.finalize_time',
  'invoice.due_time',
  'invoice.paid_time',
  'invoice.attempts',
  'invoice.next_attempt_time',
  'invoice.error',
  'invoice.creation_time',
  'invoice.last_update_time',
  'invoice.version',
] as const;

const documents = ({ lines, usage, error }: Invoice) => ({
  lines: JSON.stringify(lines),
  usage: usage && JSON.stringify(usage),
  error: error && JSON.stringify(error),
});

export const findInvoice = async (db: OrgDb, id: string): Promise<Invoice | undefined> =>
  (await db.selectFrom('invoice').select(columns).where('invoice.id', '=', id).executeTakeFirst()) as
    | Invoice
    | undefined;

export const lockInvoice = async (db: OrgDb, id: string): Promise<Invoice | undefined> =>
  (await db.selectFrom('invoice').select(columns).where('invoice.id', '=', id).forUpdate().executeTakeFirst()) as
    | Invoice
    | undefined;

/** The invoices of an entitlement with these references, by reference. The entitlement must be locked. */
export const findByReferences = async (
  db: OrgDb,
  entitlementId: string,
  references: readonly string[],
): Promise<Map<string, Invoice>> => {
  const rows = (await db
    .selectFrom('invoice')
    .select(columns)
    .where('invoice.entitlement_id', '=', entitlementId)
    .where(sql<boolean>`invoice.reference = any(${[...references]}::text[])`)
    .execute()) as Invoice[];
  return new Map(rows.map((row) => [row.reference, row]));
};

/** What was billed of commits for periods that begin at or after a time; the entitlement must be locked. */
export const findCommitsFrom = async (db: OrgDb, entitlementId: string, from: Date): Promise<Invoice[]> =>
  (await db
    .selectFrom('invoice')
    .select(columns)
    .where('invoice.entitlement_id', '=', entitlementId)
    .where('invoice.type', '=', 'COMMIT')
    .where((of) => of.or([of('invoice.status', '<>', 'CANCELED'), of('invoice.carried_to', 'is not', null)]))
    .where('invoice.period_start', '>=', from)
    .orderBy('invoice.period_start')
    .orderBy('invoice.id')
    .execute()) as Invoice[];

/**
 * Locks the unpaid invoices of an entitlement that are too small to be charged by themselves: less than `least`, due or not, and
 * those that the provider has refused as such. The entitlement must be locked.
 */
export const lockWaiting = async (db: OrgDb, entitlementId: string, least: Decimal): Promise<Invoice[]> =>
  (await db
    .selectFrom('invoice')
    .select(columns)
    .where('invoice.entitlement_id', '=', entitlementId)
    .where('invoice.status', '=', 'FINALIZED')
    .where('invoice.type', '<>', 'REFUND')
    .where('invoice.payment_status', '=', 'PENDING')
    .where('invoice.credit_amount', '=', '0')
    .where(sql<boolean>`(invoice.amount < ${least} or invoice.error->>'code' = ${tooSmallCode})`)
    .orderBy('invoice.id')
    .forUpdate()
    .execute()) as Invoice[];

/** Whether another invoice of the same entitlement is still a draft. */
export const hasOtherDrafts = async (
  db: OrgDb,
  { id, entitlement_id: entitlementId }: Pick<Invoice, 'id' | 'entitlement_id'>,
): Promise<boolean> =>
  (await db
    .selectFrom('invoice')
    .select('invoice.id')
    .where('invoice.entitlement_id', '=', entitlementId)
    .where('invoice.status', '=', 'DRAFT')
    .where('invoice.type', '<>', 'REFUND')
    .where('invoice.id', '<>', id)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** What other refunds of an invoice give, or gave, back to its payment method. */
export const sumRefunded = async (
  db: OrgDb,
  { id, refund_of: refundOf, entitlement_id: entitlementId }: Invoice,
): Promise<Decimal> => {
  const { rows } = await sql<{ refunded: Decimal }>`
    select coalesce(sum(charged_amount), 0) as refunded from invoice
    where org_id = ${db.orgId} and entitlement_id = ${entitlementId} and refund_of = ${refundOf} and id <> ${id}
      and payment_status in ('PROCESSING', 'SUCCESS')
  `.execute(db.raw);
  return rows[0]?.refunded ?? '0';
};

export const insertInvoice = async (db: OrgDb, invoice: Invoice): Promise<void> => {
  await db.insertInto('invoice', { ...invoice, ...documents(invoice) }).execute();
};

export const updateInvoiceRow = async (db: OrgDb, invoice: Invoice): Promise<void> => {
  const { id, ...rest } = invoice;
  await db
    .updateTable('invoice')
    .set({ ...rest, ...documents(invoice) })
    .where('invoice.id', '=', id)
    .execute();
};

export const selectInvoices = (db: OrgDb, page: PageRequest): Promise<SelectedPage<Invoice>> =>
  selectPage(db, db.selectFrom('invoice').select(columns), page, invoiceFields);

type ChargedRow = Pick<Invoice, 'id' | 'entitlement_id' | 'currency' | 'charged_amount' | 'lost_amount'> & {
  paid_time: Date;
  refunded: Invoice['charged_amount'];
};

/** Invoices that payment methods paid since a time, each with what was given back to them. */
export const selectCharged = async (
  db: OrgDb,
  entitlementIds: readonly string[],
  since: Date,
): Promise<ChargedRow[]> => {
  const { rows } = await sql<ChargedRow>`
    select i.id, i.entitlement_id, i.currency, i.charged_amount, i.lost_amount, i.paid_time, coalesce((
      select sum(r.charged_amount) from invoice r
      where r.org_id = ${db.orgId} and r.entitlement_id = i.entitlement_id and r.refund_of = i.id and r.payment_status = 'SUCCESS'
    ), 0) as refunded
    from invoice i
    where i.org_id = ${db.orgId} and i.entitlement_id = any(${entitlementIds as string[]}::uuid[]) and i.type <> 'REFUND'
      and i.payment_status = 'SUCCESS' and i.charged_amount > 0 and i.paid_time >= ${since}
    order by i.paid_time, i.id
  `.execute(db.raw);
  return rows;
};

/** Invoices for which something was charged or tried since a time, and that no payment method has paid by now. */
export const selectTried = (
  db: OrgDb,
  entitlementIds: readonly string[],
  since: Date,
): Promise<Pick<Invoice, 'id' | 'entitlement_id' | 'attempts'>[]> =>
  db
    .selectFrom('invoice')
    .select(['invoice.id', 'invoice.entitlement_id', 'invoice.attempts'])
    .where(sql<boolean>`invoice.entitlement_id = any(${entitlementIds as string[]}::uuid[])`)
    .where('invoice.type', '<>', 'REFUND')
    .where('invoice.attempts', '>', 0)
    .where('invoice.charged_amount', '=', '0')
    .where('invoice.last_update_time', '>=', since)
    .orderBy('invoice.id')
    .execute();
