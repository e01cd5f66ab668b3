import type { CrmAccess, CrmSystem } from '../../../../adapters/crm/port.ts';
import type { AskCall } from '../../../../contract/call.ts';
import { openCrmAccess } from '../access.ts';
import { findServiceConnection } from '../store.ts';

/** The organization's CRM, opened for a query; undefined if none is connected. */
export const openCrm = async (call: AskCall, system: CrmSystem): Promise<CrmAccess | undefined> => {
  const connection = await findServiceConnection(call.db, system, 'CRM');
  return connection && openCrmAccess(call.secretKeys, connection);
};
