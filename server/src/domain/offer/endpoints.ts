import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../contract/endpoint.ts';
import { priceListLimits } from '../../contract/limits.ts';
import { WorkloadMetaInfo } from '../../contract/reference/meta-info.ts';
import { listHeaders, paged } from '../../contract/shapes.ts';
import { movesOf } from '../../kit/transitions.ts';
import { cancelOffer } from './actions/cancel-offer.ts';
import { createOffer } from './actions/create-offer.ts';
import { deleteOffer } from './actions/delete-offer.ts';
import { extendPrivateOfferExpiryDate } from './actions/extend-offer.ts';
import { sendOfferNotifications } from './actions/notify-offer-contacts.ts';
import { createOrUpdateDraftOffer } from './actions/save-draft-offer.ts';
import { syncOffer } from './actions/sync-offer.ts';
import { updateOfferMetaInfo } from './actions/update-offer-meta-info.ts';
import { updateOfferPrice } from './actions/update-offer-price.ts';
import { offerContactEndpoints } from './contact-link/endpoints.ts';
import { eulaEndpoints } from './eula/endpoints.ts';
import { OfferListParams, OfferQueryParams } from './fields.ts';
import { offerSetFollows } from './offer-set/change.ts';
import { offerSetEndpoints } from './offer-set/endpoints.ts';
import { getOffer, getOfferByExternalId, listOffers, queryOffers } from './reads.ts';
import {
  ExtendExpiryParams,
  NotifiedContacts,
  NotifyParams,
  OfferIn,
  UpdateOfferPrice,
  WorkloadOffer,
} from './schema.ts';
import { stateTables } from './states.ts';

const offerId = { offerId: { id: 'offer', noun: 'offer' } } as const;

const move = movesOf('offer', stateTables.offer);

export const offerEndpoints: Endpoint[] = [
  acts({
    id: 'createOrUpdateDraftOffer',
    changesOwn: 'DRAFT',
    bodyLimits: priceListLimits,
    method: 'POST',
    path: '/org/{orgId}/draftOffer',
    family: 'offer',
    permission: 'offer:write',
    summary: 'Create a draft offer or update one',
    notes:
      'Without an id, creates a draft, which needs only name and partner. Absent fields are kept, null clears, info and metaInfo are replaced as a whole.',
    body: OfferIn,
    reply: WorkloadOffer,
    moves: move('save'),
    emits: ['offer.created', 'offer.updated'],
    act: createOrUpdateDraftOffer,
  }),
  reads({
    id: 'listOffers',
    method: 'GET',
    path: '/org/{orgId}/offer',
    family: 'offer',
    permission: 'offer:read',
    summary: 'List offers',
    notes: 'Deleted offers are left out unless status selects them.',
    query: OfferListParams,
    reply: z.array(WorkloadOffer),
    replyHeaders: listHeaders,
    read: listOffers,
  }),
  acts({
    id: 'createOffer',
    changesOwn: 'DRAFT',
    bodyLimits: priceListLimits,
    method: 'POST',
    path: '/org/{orgId}/offer',
    family: 'offer',
    permission: 'offer:write',
    summary: 'Create a private offer',
    notes:
      'Submits the offer to its marketplace. The response shows PENDING_CREATE; the offer becomes PENDING_ACCEPTANCE or CREATE_FAILED. ' +
      'With the id of an existing offer, submits that one.',
    body: OfferIn,
    reply: WorkloadOffer,
    moves: move('submit'),
    needs: 'offerCreate',
    emits: ['offer.created', 'offer.submitted'],
    act: createOffer,
  }),
  reads({
    id: 'queryOffers',
    method: 'GET',
    path: '/org/{orgId}/offer/query',
    family: 'offer',
    permission: 'offer:read',
    summary: 'Query offers',
    notes: 'Deleted offers are left out unless q selects that status.',
    query: OfferQueryParams,
    reply: paged(WorkloadOffer),
    replyHeaders: listHeaders,
    read: queryOffers,
  }),
  reads({
    id: 'getOffer',
    method: 'GET',
    path: '/org/{orgId}/offer/{offerId}',
    family: 'offer',
    permission: 'offer:read',
    summary: 'Get an offer',
    params: offerId,
    reply: WorkloadOffer,
    read: getOffer,
  }),
  acts({
    id: 'cancelOffer',
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/cancel',
    family: 'offer',
    permission: 'offer:write',
    summary: 'Cancel an offer',
    notes:
      'The response shows PENDING_CANCEL. A buyer can still accept before the marketplace has withdrawn the offer.',
    params: offerId,
    reply: WorkloadOffer,
    moves: move('cancel'),
    needs: ['offerCancel', 'publicOfferCancel'],
    emits: ['offer.cancel_requested'],
    act: cancelOffer,
  }),
  acts({
    id: 'deleteOffer',
    method: 'DELETE',
    path: '/org/{orgId}/offer/{offerId}',
    family: 'offer',
    permission: 'offer:write',
    summary: 'Delete an offer',
    notes:
      'The record stays readable by its id. An offer that its buyer could still accept is ' +
      'withdrawn in the marketplace afterwards; a buyer who accepts before that still gets an entitlement.',
    params: offerId,
    reply: z.string(),
    moves: move('delete', { repeats: ['DELETED'] }),
    emits: ['offer.deleted', ...offerSetFollows],
    act: deleteOffer,
  }),
  acts({
    id: 'extendPrivateOfferExpiryDate',
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/extendExpiryDate',
    family: 'offer',
    permission: 'offer:write',
    summary: 'Extend the expiry date of a private offer',
    notes:
      'The response shows PENDING_UPDATE; the offer becomes PENDING_ACCEPTANCE ' +
      '(an accepted offer: ACCEPTED) or UPDATE_FAILED. For AZURE and GCP the offer is withdrawn and offered again; for GCP under ' +
      'another externalID, and the old one stays resolvable. The new date must be later than now and than the old one, for GCP ' +
      'at most 3 months ahead.',
    params: offerId,
    query: ExtendExpiryParams,
    reply: WorkloadOffer,
    moves: move(['extendExpiry', 'renew', 'renewUsed']),
    needs: 'offerExtendExpiry',
    emits: ['offer.extend_requested', 'offer.extended'],
    act: extendPrivateOfferExpiryDate,
  }),
  acts({
    id: 'updateOfferPrice',
    bodyLimits: priceListLimits,
    method: 'PATCH',
    path: '/org/{orgId}/offer/{offerId}/price',
    family: 'offer',
    permission: 'offer:write',
    summary: 'Add usage prices to a released private offer, or change them',
    notes:
      'The response shows PENDING_UPDATE; then the offer returns to its earlier status. If the ' +
      'marketplace refuses, metaInfo.errorMessages contains the reason. Dimensions that the product does not have are added to it.',
    params: offerId,
    body: UpdateOfferPrice,
    reply: WorkloadOffer,
    moves: move('reprice'),
    needs: 'offerPrice',
    emits: ['offer.reprice_requested'],
    act: updateOfferPrice,
  }),
  acts({
    id: 'syncOffer',
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/sync',
    family: 'offer',
    permission: 'offer:write',
    summary: 'Read an offer again at its marketplace',
    notes: 'Returns "" when the sync has started. 409 for an offer that never existed in a marketplace.',
    params: offerId,
    unversioned: true,
    reply: z.string(),
    emits: [],
    act: syncOffer,
  }),
  reads({
    id: 'getOfferByExternalId',
    method: 'GET',
    path: '/org/{orgId}/offerExternalId/{offerExternalId}',
    family: 'offer',
    permission: 'offer:read',
    summary: 'Get an offer by its id at the marketplace',
    notes: 'Earlier ids stay resolvable.',
    params: { offerExternalId: { text: true, noun: 'offer' } },
    reply: WorkloadOffer,
    read: getOfferByExternalId,
  }),
  acts({
    id: 'updateOfferMetaInfo',
    method: 'PATCH',
    path: '/org/{orgId}/offer/{offerId}/metaInfo',
    family: 'offer',
    permission: 'offer:write',
    summary: 'Update the meta info of an offer',
    notes:
      'Absent members are kept, null clears; members set by the service or the marketplace stay. Allowed in any status.',
    params: offerId,
    body: WorkloadMetaInfo.change,
    reply: WorkloadMetaInfo.reply,
    emits: ['offer.updated'],
    act: updateOfferMetaInfo,
  }),
  acts({
    id: 'sendOfferNotifications',
    method: 'POST',
    path: '/org/{orgId}/offer/{offerId}/notifyContacts',
    family: 'offer',
    permission: 'offer:write',
    summary: 'Notify contacts about an offer by mail',
    notes:
      'Notifies the given contacts, or all contacts of the offer, each with one mail: price and terms, and personalLine above them. Replies go to supportEmail of the branding. ' +
      'The mails are listed under notificationMessage. Every call sends again.',
    params: offerId,
    query: NotifyParams,
    body: NotifiedContacts,
    bodyOptional: true,
    reply: z.string(),
    moves: move('notify'),
    emits: ['offer.contacts_notified'],
    act: sendOfferNotifications,
  }),
  ...eulaEndpoints,
  ...offerSetEndpoints,
  ...offerContactEndpoints,
];
