import type { CallerCall } from '../../contract/call.ts';
import { encodeId } from '../../kit/ids.ts';
import { findOrganizations } from './store.ts';

/** The organizations that the caller belongs to. */
export const listOrganizations = async (call: CallerCall) => {
  const ids = [...call.principal.memberships.keys()];
  const rows = ids.length === 0 ? [] : await findOrganizations(call.database, ids);
  call.setHeader('X-Total-Count', String(rows.length));
  return rows.map((row) => ({
    id: encodeId('org', row.id),
    name: row.name,
    description: row.description,
    emailDomain: row.email_domain,
    website: row.website,
    status: row.status,
    createdBy: row.created_by,
    creationTime: row.creation_time.toISOString(),
    lastUpdateTime: row.last_update_time.toISOString(),
    info: row.info,
  }));
};
