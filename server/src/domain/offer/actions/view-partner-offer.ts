import type { OrgDb } from '../../../db/org-db.ts';
import { findOffer, offerIdOf } from '../store.ts';
import { type OfferView, viewOffer } from '../view.ts';

/** The offer with an id at its partner, as clients see it; undefined if it is unknown. */
export const viewPartnerOffer = async (
  { db, orgId }: { db: OrgDb; orgId: string },
  partner: string,
  externalId: string,
): Promise<OfferView | undefined> => {
  const id = await offerIdOf(db, partner, externalId);
  const offer = id === undefined ? undefined : await findOffer(db, id);
  return offer && viewOffer(orgId, offer);
};
