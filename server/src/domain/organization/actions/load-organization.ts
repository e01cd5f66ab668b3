import type { OrgDb } from '../../../db/org-db.ts';
import { requireFound } from '../../../kit/errors.ts';
import type { OrganizationRow } from '../organization.ts';
import { findOrganization } from '../store.ts';

/** The organization that the handle belongs to. */
export const loadOrganization = async (db: OrgDb): Promise<OrganizationRow> =>
  requireFound(await findOrganization(db), 'organization');
