import type { ActCall } from '../../../contract/call.ts';
import type { Ticket } from '../payment/payment.ts';
import { giveTickets } from '../payment/store.ts';

/** Takes tickets for customers that are about to be read, if they belong to one of our buyers. */
export const takeTickets = (
  { db }: Pick<ActCall, 'db'>,
  partner: string,
  externalIds: readonly string[],
): Promise<Ticket[]> => giveTickets(db, partner, externalIds);
