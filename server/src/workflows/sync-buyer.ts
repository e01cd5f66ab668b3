import type { MarketplaceCode } from '../adapters/marketplace/port.ts';
import type { CustomerRead, PaymentCode } from '../adapters/payment/port.ts';
import { applyCustomer, customerEvents } from '../domain/buyer/actions/apply-customer.ts';
import { importBuyer } from '../domain/buyer/actions/import-buyer.ts';
import { linkCustomer } from '../domain/buyer/actions/link-customer.ts';
import { takeTickets } from '../domain/buyer/payment/store.ts';
import type { WorkflowRun } from '../engine/workflow.ts';
import { type PaymentTalk, paymentAccountOf, payTo } from './payment-talk.ts';
import { connectionOf, referenceOf, stepName, talkTo, type Which, type WorkflowServices } from './services.ts';

type Read = { externalId: string; customer: CustomerRead | null };

/** Customers that one step reads. */
export const customersAtOnce = 20;

/**
 * Reads customers and takes them over; those of nobody here are left alone. `name` tells the steps apart. Answers how many
 * were a buyer's. Tickets are taken before the reading, so that a read counts only while no later one was applied.
 */
export const syncCustomers = async (
  run: WorkflowRun,
  talk: PaymentTalk,
  which: Which,
  { name, externalIds }: { name: string; externalIds: readonly string[] },
): Promise<number> => {
  const tickets = await run.change(`tickets ${name}`, [], async (call) => {
    const { partner } = await paymentAccountOf(call.db, which);
    return takeTickets(call.db, partner, { externalIds });
  });
  const reads = await talk.ask(`read ${name}`, async (payments, access): Promise<Read[]> => {
    const found: Read[] = [];
    for (const externalId of externalIds)
      found.push({ externalId, customer: await payments.readCustomer(access, externalId) });
    return found;
  });
  return run.change(`apply ${name}`, customerEvents, async (call) => {
    const { partner } = await paymentAccountOf(call.db, which);
    let count = 0;
    for (const { externalId, customer } of reads) {
      const known = tickets.find((one) => one.externalId === externalId);
      if (known) {
        await applyCustomer(call, { ...known, read: customer });
        count += 1;
      } else if (customer && !customer.isDeleted) {
        const buyerId = customer.buyerId;
        if (!(await linkCustomer(call, { partner, externalId, buyerId }))) continue;
        const [ticket] = await takeTickets(call.db, partner, { externalIds: [externalId] });
        if (ticket) await applyCustomer(call, { ...ticket, read: customer });
        count += 1;
      }
    }
    return count;
  });
};

/** The same of a marketplace: its buyers are met with what they buy, and here before. */
const syncMarketplaceBuyer = async (
  services: WorkflowServices,
  run: WorkflowRun,
  which: Which,
  accountId: string,
): Promise<boolean> => {
  const talk = talkTo(services, run, which);
  const read = await talk.ask(
    stepName('read', accountId),
    async (marketplace, access) => (await marketplace.readBuyer?.(access, accountId)) ?? null,
  );
  if (!read) return false;
  await run.change(stepName('import', accountId), ['buyer.imported', 'buyer.updated'], async (call) => {
    await importBuyer(call, referenceOf(await connectionOf(call.db, which)), { accountId, ...read });
  });
  return true;
};

/** Reads a buyer's account at its partner, where it has one there, and takes it over. Answers whether it was a buyer's. */
export const syncBuyer = async (
  services: WorkflowServices,
  run: WorkflowRun,
  which: Which,
  externalId: string,
): Promise<boolean> => {
  if (services.marketplaces[run.partnerName as MarketplaceCode]?.readBuyer)
    return syncMarketplaceBuyer(services, run, which, externalId);
  if (run.partnerName === null || services.payments?.[run.partnerName as PaymentCode] === undefined) return false;
  const found = { name: externalId.slice(0, 100), externalIds: [externalId] };
  return (await syncCustomers(run, payTo(services, run, which), which, found)) > 0;
};
