import type { OrgDb } from '../../../db/org-db.ts';
import { findPurchasedProduct, findSignUpAddresses } from '../store.ts';

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
