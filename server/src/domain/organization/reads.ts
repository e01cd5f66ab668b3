import type { CallerCall } from '../../contract/call.ts';
import { findOrganizations } from './store.ts';
import { viewOrganization } from './view.ts';

/** The organizations that the caller belongs to. */
export const listOrganizations = async (call: CallerCall) => {
  const ids = [...call.principal.memberships.keys()];
  const rows = ids.length === 0 ? [] : await findOrganizations(call.database, ids);
  call.setHeader('X-Total-Count', String(rows.length));
  return rows.map(viewOrganization);
};
