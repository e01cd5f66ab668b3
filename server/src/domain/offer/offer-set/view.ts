import type { z } from 'zod';
import { shownMetaInfo } from '../../../contract/reference/meta-info.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { OfferSetWithMembers } from './offer-set.ts';
import type { OfferSet } from './schema.ts';

export type OfferSetView = z.input<typeof OfferSet>;

/** A set as clients see it. */
export const viewOfferSet = (orgId: string, set: OfferSetWithMembers): OfferSetView => ({
  id: encodeId('offerset', set.id),
  organizationID: encodeId('org', orgId),
  partner: set.partner,
  service: set.service as OfferSetView['service'],
  name: set.name,
  status: set.status,
  ...(set.external_id === null ? {} : { externalID: set.external_id }),
  offerIDs: set.offer_ids.map((id) => encodeId('offer', id)),
  buyerIDs: set.buyer_ids.map((id) => encodeId('buyer', id)),
  ...(set.expire_time === null ? {} : { expireTime: set.expire_time.toISOString() }),
  createdBy: set.created_by,
  creationTime: set.creation_time.toISOString(),
  lastUpdateTime: set.last_update_time.toISOString(),
  info: set.info,
  metaInfo: shownMetaInfo.show(set.meta_info),
});
