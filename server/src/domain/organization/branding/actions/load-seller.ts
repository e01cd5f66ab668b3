import type { OrgDb } from '../../../../db/org-db.ts';
import { findOrganizationName } from '../../../../db/two-organizations.ts';
import { type Seller, sellerOf } from '../branding.ts';
import { findBranding } from '../store.ts';

/** The seller as its buyers see it. */
export const loadSeller = async (db: OrgDb): Promise<Seller> =>
  sellerOf(await findOrganizationName(db), await findBranding(db));
