import type { z } from 'zod';
import { createShownDocument } from '../../contract/partner-documents/shown-documents.ts';
import { shownMetaInfo } from '../../contract/reference/meta-info.ts';
import { encodeId } from '../../kit/ids.ts';
import { jsonText } from '../../kit/json.ts';
import type { OfferText, OfferWithContacts } from './offer.ts';
import { OfferInfo, type WorkloadOffer } from './schema.ts';

export type OfferView = z.input<typeof WorkloadOffer>;

const shownInfo = createShownDocument(OfferInfo.reply);

/** An offer as clients see it. */
export const viewOffer = (orgId: string, offer: OfferWithContacts): OfferView => ({
  ...viewColumns(orgId, offer),
  info: shownInfo.show(offer.info),
  metaInfo: shownMetaInfo.show(offer.meta_info),
});

/** The same for a response, with its documents as text. */
export const showOffer = (orgId: string, offer: OfferText): OfferView => ({
  ...viewColumns(orgId, offer),
  info: jsonText(shownInfo.showText(offer.info)) as unknown as OfferView['info'],
  metaInfo: jsonText(shownMetaInfo.showText(offer.meta_info)) as unknown as OfferView['metaInfo'],
});

const viewColumns = (
  orgId: string,
  offer: Omit<OfferWithContacts, 'info' | 'meta_info'>,
): Omit<OfferView, 'info' | 'metaInfo'> => ({
  id: encodeId('offer', offer.id),
  organizationID: encodeId('org', orgId),
  name: offer.name,
  partner: offer.partner,
  service: offer.service as OfferView['service'],
  offerType: offer.offer_type,
  status: offer.status,
  ...(offer.sub_status === null ? {} : { subStatus: offer.sub_status }),
  ...(offer.external_id === null ? {} : { externalID: offer.external_id }),
  ...(offer.partner_id === null ? {} : { partnerID: offer.partner_id }),
  ...(offer.product_id === null ? {} : { productID: encodeId('prod', offer.product_id) }),
  ...(offer.buyer_id === null ? {} : { buyerID: encodeId('buyer', offer.buyer_id) }),
  contactIds: offer.contact_ids.map((id) => encodeId('contact', id)),
  ...(offer.expire_time === null ? {} : { expireTime: offer.expire_time.toISOString() }),
  ...(offer.end_time === null ? {} : { endTime: offer.end_time.toISOString() }),
  createdBy: offer.created_by,
  creationTime: offer.creation_time.toISOString(),
  lastUpdatedBy: offer.last_updated_by,
  lastUpdateTime: offer.last_update_time.toISOString(),
});
