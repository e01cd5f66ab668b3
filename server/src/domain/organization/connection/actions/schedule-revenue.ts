import { revenueReadOf } from '../../../../adapters/partner-services.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { cancelDue, scheduleDue } from '../../../../engine/due-store.ts';
import { type Connection, revenueDueKind } from '../connection.ts';
import { findConnection } from '../store.ts';

/** Has what an account earned read at once, then by its schedule; ends the schedule if it lacks what that needs. */
export const scheduleRevenue = async (
  { db, now }: ActCall,
  { id, partner, service, credential_fields: credentialFields }: Connection,
): Promise<void> => {
  const read = revenueReadOf({ partner, service, credentialFields });
  if (read === null) return;
  if (read.isReadable) await scheduleDue(db, revenueDueKind, id, now);
  else await cancelDue(db, revenueDueKind, id);
};

/** Has revenue read at once that a message announces. The account may have been disconnected since. */
export const readRevenueNow = async (call: ActCall, { connectionId }: { connectionId: string }): Promise<void> => {
  const connection = await findConnection(call.db, connectionId);
  if (connection) await scheduleRevenue(call, connection);
};
