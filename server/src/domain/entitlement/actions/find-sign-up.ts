import type { OrgDb } from '../../../db/org-db.ts';
import { entitlementIs } from '../states.ts';
import { findEntitlement, findPurchasedProduct, findSignUpAddresses } from '../store.ts';

/** The product's id in its listing, which a buyer's landing names. Undefined if the product is unknown. */
export const findListingId = async (
  db: OrgDb,
  product: { partner: string; entityId: string },
): Promise<string | undefined> => (await findPurchasedProduct(db, product))?.external_id ?? undefined;

/** Where a buyer who landed here signs up: the product's own address, and its listing's. */
export const findSignUp = (
  db: OrgDb,
  purchase: { partner: string; entitlementId: string | null; productExternalId: string | null },
): Promise<{ own: string | null; listing: string } | undefined> => findSignUpAddresses(db, purchase);

/** The progress of a purchase, for the buyer on the landing page. Undefined if there is no such entitlement. */
export const findPurchaseState = async (
  db: OrgDb,
  entitlementId: string,
): Promise<'WAITING' | 'IN_FORCE' | 'ENDED' | undefined> => {
  const found = await findEntitlement(db, entitlementId);
  if (!found) return undefined;
  if (entitlementIs.waiting(found.status)) return 'WAITING';
  return entitlementIs.living(found.status) ? 'IN_FORCE' : 'ENDED';
};
