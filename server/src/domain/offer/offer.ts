import type { z } from 'zod';
import type { WorkloadMetaInfo } from '../../contract/reference/meta-info.ts';
import type { Partner } from '../../contract/shapes.ts';
import type { OfferInfo, offerTypes } from './schema.ts';
import type { OfferStatus } from './states.ts';

export type OfferInfoDocument = z.output<typeof OfferInfo.reply>;

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
  /** Where a refused cancel or update leads back to; null while none is under way. */
  status_before: OfferStatus | null;
  sub_status: 'PURCHASE_FAILED' | 'PENDING_PURCHASE' | null;
  product_id: string | null;
  buyer_id: string | null;
  /** The partner's last instant in which it can be accepted. */
  expire_time: Date | null;
  end_time: Date | null;
  info: OfferInfoDocument;
  meta_info: WorkloadMetaInfo;
  /** What was last applied of the partner's own versions. */
  partner_version: number | null;
  created_by: string;
  last_updated_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** An offer with the uuids of its contacts. */
export type OfferWithContacts = Offer & { contact_ids: string[] };

/** AWS lets an offer be accepted until its last day is over, in UTC. */
export const endOfUtcDay = (time: Date): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate(), 23, 59, 59, 999));

/** For replies: documents stay the text that they are stored as. */
export type OfferText = Omit<OfferWithContacts, 'info' | 'meta_info'> & { info: string; meta_info: string };
