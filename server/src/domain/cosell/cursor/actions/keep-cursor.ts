import type { CoSellPartner } from '../../../../adapters/cosell/port.ts';
import type { CrmSystem } from '../../../../adapters/crm/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { loadCoSellConnection, loadCrmConnection } from '../../../organization/connection/actions/load-connection.ts';
import { findCursor, saveCursor } from '../store.ts';

/** Where the reading of an account's changes begins: at the beginning if `full`. */
export const loadCursor = async (
  call: ActCall,
  { connectionId, full }: { connectionId: string; full: boolean },
): Promise<{ partner: CoSellPartner; cursor: string | null }> => {
  const { partner } = await loadCoSellConnection(call.db, { connectionId });
  return { partner: partner as CoSellPartner, cursor: full ? null : await findCursor(call.db, connectionId) };
};

/** Where the reading of a CRM's changes begins. */
export const loadCrmCursor = async (
  call: ActCall,
  connectionId: string,
): Promise<{ system: CrmSystem; cursor: string | null }> => {
  const { partner } = await loadCrmConnection(call.db, { connectionId });
  return { system: partner as CrmSystem, cursor: await findCursor(call.db, connectionId) };
};

/** Everything up to here was read. */
export const keepCursor = (call: ActCall, connectionId: string, cursor: string): Promise<void> =>
  saveCursor(call.db, connectionId, cursor);
