import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { addHours } from '../../../../kit/hours.ts';
import { findSellerConnection } from '../../../organization/connection/actions/load-connection.ts';
import { compareDueKind } from '../../../organization/connection/connection.ts';

/** Brings the next comparison forward: days that could not be read are tried again in an hour. */
export const compareAgain = async (call: ActCall, { partner }: { partner: string }): Promise<void> => {
  if (await findSellerConnection(call.db, partner))
    await scheduleDue(call.db, compareDueKind, partner, addHours(call.now, 1));
};
