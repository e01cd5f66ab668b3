import type { ActCall } from '../../../contract/call.ts';
import { findCustomerIds } from '../payment/store.ts';

/** The customers of the buyers after `after`, ordered by buyer id. */
export const listCustomers = (
  { db }: Pick<ActCall, 'db'>,
  partner: string,
  page: { after: string; limit: number },
): Promise<{ buyerId: string; externalId: string }[]> => findCustomerIds(db, partner, page);
