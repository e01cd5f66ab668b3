import type { CallerCall } from '../../contract/call.ts';
import { answerWhole } from '../../contract/page.ts';
import { findOrganizations } from './store.ts';
import { viewOrganization } from './view.ts';

/** The organizations that the caller belongs to. */
export const listOrganizations = async (call: CallerCall) => {
  const ids = [...call.principal.memberships.keys()];
  const rows = ids.length === 0 ? [] : await findOrganizations(call.database, ids);
  return answerWhole(call, rows.map(viewOrganization));
};
