import type { ActCall } from '../../../contract/call.ts';
import type { Ticket } from '../payment/payment.ts';
import { findCustomerIds, giveTickets } from '../payment/store.ts';

/** Tickets for customers that are about to be read, of those that belong to a buyer here. */
export const takeTickets = (
  { db }: Pick<ActCall, 'db'>,
  partner: string,
  externalIds: readonly string[],
): Promise<Ticket[]> => giveTickets(db, partner, externalIds);

/** The customers of the buyers behind `after`, in the order of the buyers' ids. */
export const listCustomers = (
  { db }: Pick<ActCall, 'db'>,
  partner: string,
  page: { after: string; limit: number },
): Promise<{ buyerId: string; externalId: string }[]> => findCustomerIds(db, partner, page);
