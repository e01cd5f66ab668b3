import type { z } from 'zod';
import type { Partner } from '../../contract/partner-codes.ts';
import type { WorkloadMetaInfo } from '../../contract/reference/meta-info.ts';
import { isWorkflow } from '../../contract/workflow-inputs.ts';
import type { offerTypes } from './offer-types.ts';
import type { OfferInfo, offerSubStatuses } from './schema.ts';
import type { OfferStatus } from './states.ts';

export type OfferInfoDocument = z.output<typeof OfferInfo.reply>;

/** The change requested from the partner while an offer is in PENDING_UPDATE. */
export type PendingUpdate =
  | { kind: 'EXPIRY'; expireTime: string }
  | { kind: 'PRICE'; dimensions: NonNullable<OfferInfoDocument['dimensions']> };

/** An offer to buy a product on specific terms. Mostly private: made for the buyer accounts it names. */
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
  /** The status to return to after a refused cancel or update, or a new expiry date; null if there is none. */
  status_before: OfferStatus | null;
  sub_status: (typeof offerSubStatuses)[number] | null;
  product_id: string | null;
  buyer_id: string | null;
  /** The last instant at which it can be accepted, as the partner counts it. */
  expire_time: Date | null;
  end_time: Date | null;
  info: OfferInfoDocument;
  meta_info: WorkloadMetaInfo;
  pending: PendingUpdate | null;
  /** Withdrawn in order to be offered again: nothing is live at the partner. */
  withdrawn: boolean;
  /** The last instant whose approach was announced. */
  expire_soon_told: Date | null;
  /** The offer set that contains it. */
  offer_set_id: string | null;
  /** The latest partner version that was applied. */
  partner_version: number | null;
  created_by: string;
  last_updated_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/**
 * An authorization for a channel partner to make offers, given (CPPO_OUT) or received (CPPO_IN). It is used repeatedly
 * until its last day and is never accepted itself.
 */
export const isAuthorization = ({ offer_type: type }: Pick<Offer, 'offer_type'>): boolean =>
  type === 'CPPO_OUT' || type === 'CPPO_IN';

/** Whether it was made at the partner itself: a read created it, which only workflows apply. People, apps and keys make ours. */
export const isImported = ({ created_by: creator }: Pick<Offer, 'created_by'>): boolean => isWorkflow(creator);

/** An offer with the UUIDs of its contacts. */
export type OfferWithContacts = Offer & { contact_ids: string[] };

/** For responses: documents stay the text in which they are stored. */
export type OfferText = Omit<OfferWithContacts, 'info' | 'meta_info'> & { info: string; meta_info: string };
