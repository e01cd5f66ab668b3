import type { z } from 'zod';
import { encodeId } from '../../kit/ids.ts';
import type { OrganizationRow } from './organization.ts';
import type { Organization } from './schema.ts';

/** An organization as clients see it. */
export const viewOrganization = (row: OrganizationRow): z.input<typeof Organization> => ({
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
});
