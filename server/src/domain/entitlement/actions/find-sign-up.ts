import type { OrgDb } from '../../../db/org-db.ts';
import { findPurchasedProduct, findSignUpAddresses } from '../store.ts';

/** The product's id in its listing, which a buyer's landing names; undefined: the product is not known here. */
export const findListingId = async (
  db: OrgDb,
  product: { partner: string; entityId: string },
): Promise<string | undefined> => (await findPurchasedProduct(db, product))?.external_id ?? undefined;

/** Where a buyer who landed here signs up: the address of the product itself, and that of its listing. */
export const findSignUp = (
  db: OrgDb,
  purchase: { partner: string; entitlementId: string | null; productExternalId: string | null },
): Promise<{ own: string | null; listing: string } | undefined> => findSignUpAddresses(db, purchase);
