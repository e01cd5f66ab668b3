import { z } from 'zod';
import { acts, type Endpoint, reads } from '../../contract/endpoint.ts';
import { listHeaders, paged } from '../../contract/shapes.ts';
import { cancelOffer } from './actions/cancel-offer.ts';
import { createOffer } from './actions/create-offer.ts';
import { createOrUpdateDraftOffer } from './actions/save-draft-offer.ts';
import { getOffer, getOfferByExternalId, listOffers, queryOffers } from './reads.ts';
import { OfferIn, OfferListParams, OfferQueryParams, WorkloadOffer } from './schema.ts';

const offerId = { offerId: { id: 'offer', noun: 'offer' } } as const;

export const offerEndpoints: Endpoint[] = [
  acts({
    id: 'createOrUpdateDraftOffer',
    method: 'POST',
    path: '/org/{orgId}/draftOffer',
    family: 'offer',
    permission: 'offer:write',
    summary: 'Create a draft offer or update one',
    notes:
      'With an id changes that offer (status DRAFT or CREATE_FAILED), without one makes a draft, which needs only name and ' +
      'partner. Absent fields are kept, null clears, info and metaInfo are replaced as a whole.',
    body: OfferIn,
    reply: WorkloadOffer,
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
    notes: 'Deleted offers are left out unless status asks for them.',
    query: OfferListParams,
    reply: z.array(WorkloadOffer),
    replyHeaders: listHeaders,
    read: listOffers,
  }),
  acts({
    id: 'createOffer',
    method: 'POST',
    path: '/org/{orgId}/offer',
    family: 'offer',
    permission: 'offer:write',
    summary: 'Create a private offer',
    notes:
      'Submits the offer to its marketplace: it answers PENDING_CREATE and becomes PENDING_ACCEPTANCE or CREATE_FAILED. With ' +
      'the id of a DRAFT or CREATE_FAILED offer submits that one.',
    body: OfferIn,
    reply: WorkloadOffer,
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
    notes: 'Deleted offers are left out unless q asks for that status.',
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
      'Allowed from PENDING_ACCEPTANCE, PENDING_CANCEL, ACTIVE and USED. Answers PENDING_CANCEL; a buyer who accepts before ' +
      'the marketplace has withdrawn it wins.',
    params: offerId,
    reply: WorkloadOffer,
    emits: ['offer.cancel_requested'],
    act: cancelOffer,
  }),
  reads({
    id: 'getOfferByExternalId',
    method: 'GET',
    path: '/org/{orgId}/offerExternalId/{offerExternalId}',
    family: 'offer',
    permission: 'offer:read',
    summary: 'Get an offer by its id at the marketplace',
    notes: 'Ids that it had before stay resolvable.',
    params: { offerExternalId: { text: true, noun: 'offer' } },
    reply: WorkloadOffer,
    read: getOfferByExternalId,
  }),
];
