import type { OrgDb } from '../../../db/org-db.ts';
import { findOffer } from '../store.ts';
import { type TermsInWords, termsInWords } from '../terms-in-words.ts';

/** The price and terms of an offer in words; undefined if there is no such offer. */
export const loadTermsInWords = async (db: OrgDb, offerId: string): Promise<TermsInWords | undefined> => {
  const offer = await findOffer(db, offerId);
  return offer && termsInWords(offer.info);
};
