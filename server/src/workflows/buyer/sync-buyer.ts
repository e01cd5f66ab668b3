import { concernsAccount } from '../../adapters/call-health.ts';
import { isPartnerError } from '../../adapters/partner-error.ts';
import type { CustomerRead, PaymentAccess, PaymentCode, Payments } from '../../adapters/payment/port.ts';
import type { ActCall } from '../../contract/call.ts';
import { watchChanges } from '../../contract/record-changes.ts';
import { applyCustomer, customerEvents } from '../../domain/buyer/actions/apply-customer.ts';
import { importBuyer } from '../../domain/buyer/actions/import-buyer.ts';
import { linkCustomer } from '../../domain/buyer/actions/link-customer.ts';
import { takeTickets } from '../../domain/buyer/actions/take-tickets.ts';
import type { Ticket } from '../../domain/buyer/payment/payment.ts';
import {
  type AccountRef,
  loadMarketplaceConnection,
  loadPaymentConnection,
} from '../../domain/organization/connection/actions/load-connection.ts';
import { sellerAccountOf } from '../../domain/organization/connection/connection.ts';
import type { Failure } from '../../engine/operation-store.ts';
import { stepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import { findMarketplace, openPartnerSession, stepName, type WorkflowServices } from '../services.ts';
import { openPaymentSession, type PaymentSession } from './payment-session.ts';

type Read = { externalId: string; customer: CustomerRead | null; refused?: Failure };

/**
 * What became of the customers of one reading: how many belong to a buyer of ours, how many changed, and why some were
 * refused.
 */
export type SyncedCustomers = { known: number; changed: number; refused: Failure[] };

/** Suffix of the names of the steps that read again. */
const again = ' again';

/** Customers that one step reads. */
export const customersAtOnce = 20;

/** A refusal of one customer must not keep the others waiting. */
const readCustomers = async (
  payments: Payments,
  access: PaymentAccess,
  externalIds: readonly string[],
): Promise<Read[]> => {
  const found: Read[] = [];
  for (const externalId of externalIds) {
    try {
      found.push({ externalId, customer: await payments.readCustomer(access, externalId) });
    } catch (error) {
      if (!isPartnerError(error) || error.retryable || concernsAccount(error)) throw error;
      const { partner, partnerCode: code, message } = error;
      const refused = { code, message: payments.prettifyError({ code, message }), info: { partner, message } };
      found.push({ externalId, customer: null, refused });
    }
  }
  return found;
};

/** Whether the customer belongs to a buyer of ours, and has to be read again. */
type Taken = { isKnown: boolean; isOvertaken: boolean };

const takeOver = async (
  call: ActCall,
  partner: PaymentCode,
  { externalId, customer }: Read,
  known: Ticket | undefined,
): Promise<Taken> => {
  const unknown = { isKnown: false, isOvertaken: false };
  if (known) return { isKnown: true, isOvertaken: await applyCustomer(call, { ...known, read: customer }) };
  if (!customer || customer.isDeleted) return unknown;
  const { buyerId } = customer;
  if (!(await linkCustomer(call, { partner, externalId, buyerId }))) return unknown;
  const [ticket] = await takeTickets(call, partner, [externalId]);
  const isOvertaken = ticket !== undefined && (await applyCustomer(call, { ...ticket, read: customer }));
  return { isKnown: true, isOvertaken };
};

/**
 * Reads customers and applies them; customers that belong to none of our buyers are ignored. `name` distinguishes the
 * steps. Tickets are taken before the read, so that it counts only if no later one was applied. Customers to which one
 * of our changes was pushed in the meantime are read again.
 */
export const syncCustomers = async (
  run: WorkflowRun,
  session: PaymentSession,
  account: AccountRef,
  { name, externalIds }: { name: string; externalIds: readonly string[] },
): Promise<SyncedCustomers> => {
  const tickets = await run.change(`tickets ${name}`, [], async (call) => {
    const { partner } = await loadPaymentConnection(call.db, account);
    return takeTickets(call, partner, externalIds);
  });
  const reads = await session.ask(`read ${name}`, (payments, access) => readCustomers(payments, access, externalIds));
  const taken = await run.change(`take over ${name}`, customerEvents, async (call) => {
    const { partner } = await loadPaymentConnection(call.db, account);
    const done: SyncedCustomers & { overtaken: string[] } = { known: 0, changed: 0, refused: [], overtaken: [] };
    for (const read of reads) {
      if (read.refused) {
        done.refused.push(read.refused);
        continue;
      }
      const one = watchChanges(call);
      const known = tickets.find(({ externalId }) => externalId === read.externalId);
      const { isKnown, isOvertaken } = await takeOver(one.call, partner as PaymentCode, read, known);
      if (isKnown) done.known += 1;
      if (isOvertaken) done.overtaken.push(read.externalId);
      if (one.hasChanged()) done.changed += 1;
    }
    return done;
  });
  // The stored result of a run started by an earlier release has none.
  const { overtaken = [], ...done } = taken as SyncedCustomers & { overtaken?: string[] };
  if (overtaken.length === 0 || name.endsWith(again)) return done;
  const later = await syncCustomers(run, session, account, { name: `${name}${again}`, externalIds: overtaken });
  return { ...done, changed: done.changed + later.changed, refused: [...done.refused, ...later.refused] };
};

/** The same at a marketplace, whose buyers are imported with their purchases or before. */
const syncMarketplaceBuyer = async (
  services: WorkflowServices,
  run: WorkflowRun,
  account: AccountRef,
  accountId: string,
): Promise<boolean> => {
  const session = openPartnerSession(services, run, account);
  const read = await session.ask(
    stepName('read', accountId),
    async (marketplace, access) => (await marketplace.readBuyer?.(access, accountId)) ?? null,
  );
  if (!read) return false;
  await run.change(stepName('import', accountId), ['buyer.imported', 'buyer.updated'], async (call) => {
    await importBuyer(call, sellerAccountOf(await loadMarketplaceConnection(call.db, account)), { accountId, ...read });
  });
  return true;
};

/**
 * Reads a buyer's account at its partner, if it has one there, and applies it. Returns whether it belongs to a buyer.
 */
export const syncBuyer = async (
  services: WorkflowServices,
  run: WorkflowRun,
  account: AccountRef,
  externalId: string,
): Promise<boolean> => {
  if (findMarketplace(services.marketplaces, run.partnerName)?.readBuyer)
    return syncMarketplaceBuyer(services, run, account, externalId);
  if (run.partnerName === null || services.payments?.[run.partnerName as PaymentCode] === undefined) return false;
  const found = { name: externalId.slice(0, 100), externalIds: [externalId] };
  const { known, refused } = await syncCustomers(run, openPaymentSession(services, run, account), account, found);
  const [first] = refused;
  if (first) throw stepFailed(first.code, first.message, first.info);
  return known > 0;
};
