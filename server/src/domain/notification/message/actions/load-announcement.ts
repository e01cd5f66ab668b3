import type { OrgDb } from '../../../../db/org-db.ts';
import { loadTermsInWords } from '../../../offer/actions/load-terms-in-words.ts';
import { loadSeller } from '../../../organization/branding/actions/load-seller.ts';
import { replyAddressOf } from '../../../organization/branding/branding.ts';
import type { Announcement } from '../announcement.ts';
import { findAnnouncedOffer } from '../store.ts';

/** What the mails about an offer have in common, and where replies to them go. */
export type OfferMail = { content: Omit<Announcement, 'receiver' | 'personalLine'>; replyTo: string | null };

/** The content of the mails about an offer as it is now; undefined if there is no such offer. */
export const loadAnnouncement = async (db: OrgDb, offerId: string): Promise<OfferMail | undefined> => {
  const offer = await findAnnouncedOffer(db, offerId);
  const words = offer && (await loadTermsInWords(db, offerId));
  if (!words) return undefined;
  const { name: seller, barColors, supportEmail } = await loadSeller(db);
  const replyTo = replyAddressOf(supportEmail);
  return {
    replyTo,
    content: {
      seller,
      colors: barColors,
      isAnswerable: replyTo !== null,
      offer: offer.name,
      product: offer.product,
      expireTime: offer.expire_time,
      url: offer.url,
      parts: [
        { title: 'Price', lines: words.price },
        { title: 'Payments', lines: words.payments },
        { title: 'Terms', lines: words.terms },
      ],
    },
  };
};
