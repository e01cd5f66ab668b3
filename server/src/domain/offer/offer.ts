import type { z } from 'zod';
import type { WorkloadMetaInfo } from '../../contract/reference/meta-info.ts';
import type { Partner } from '../../contract/shapes.ts';
import type { offerTypes } from './offer-types.ts';
import type { OfferInfo, offerSubStatuses } from './schema.ts';
import type { OfferStatus } from './states.ts';

export type OfferInfoDocument = z.output<typeof OfferInfo.reply>;

/** What is asked of the partner while an offer is in PENDING_UPDATE. */
export type PendingUpdate =
  | { kind: 'EXPIRY'; expireTime: string }
  | { kind: 'PRICE'; dimensions: NonNullable<OfferInfoDocument['dimensions']> };

/** An offer to buy a product on terms of its own, mostly private: made for the buyer accounts it names. */
export type Offer = {
  id: string;
  partner: Partner;
  service: string;
  /** The seller account at the partner. */
  partner_id: string | null;
  /** AWS: `offer-…`. Older ones stay resolvable (offer_external_id). */
  external_id: string | null;
  name: string;
  offer_type: (typeof offerTypes)[number];
  status: OfferStatus;
  /** Where a refused cancel or update, or a new expiry date, leads back to; null while there is nothing of the kind. */
  status_before: OfferStatus | null;
  sub_status: (typeof offerSubStatuses)[number] | null;
  product_id: string | null;
  buyer_id: string | null;
  /** The partner's last instant in which it can be accepted. */
  expire_time: Date | null;
  end_time: Date | null;
  info: OfferInfoDocument;
  meta_info: WorkloadMetaInfo;
  pending: PendingUpdate | null;
  /** It was taken back to be offered again: nothing is live at the partner. */
  withdrawn: boolean;
  /** The last instant whose approach was announced. */
  expire_soon_told: Date | null;
  /** The set that it is sold by. */
  offer_set_id: string | null;
  /** What was last applied of the partner's own versions. */
  partner_version: number | null;
  created_by: string;
  last_updated_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/**
 * What a channel partner may make offers with, given (CPPO_OUT) or received (CPPO_IN): used again and again until its last
 * day, and accepted by nobody.
 */
export const isAuthorization = ({ offer_type: type }: Pick<Offer, 'offer_type'>): boolean =>
  type === 'CPPO_OUT' || type === 'CPPO_IN';

/** An offer with the uuids of its contacts. */
export type OfferWithContacts = Offer & { contact_ids: string[] };

/** For replies: documents stay the text that they are stored as. */
export type OfferText = Omit<OfferWithContacts, 'info' | 'meta_info'> & { info: string; meta_info: string };
