import type { z } from 'zod';
import { encodeId } from '../../../../kit/ids.ts';
import type { CustomRole } from './role.ts';
import type { Role } from './schema.ts';

/** A custom role as clients see it. */
export const viewRole = (orgId: string, role: CustomRole): z.input<typeof Role> => ({
  id: encodeId('role', role.id),
  organizationID: encodeId('org', orgId),
  name: role.name,
  description: role.description,
  permissions: role.permissions,
  createdBy: role.created_by,
  creationTime: role.creation_time.toISOString(),
  lastUpdateTime: role.last_update_time.toISOString(),
});
