import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listHeaders, paged } from '../../../contract/shapes.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { createOfferSet } from './actions/create-offer-set.ts';
import { OfferSetQueryParams } from './fields.ts';
import { getOfferSet, listOfferSets } from './reads.ts';
import { OfferSet, OfferSetIn } from './schema.ts';
import { stateTables } from './states.ts';

const common = { family: 'offer' } as const;

const move = movesOf('offer set', stateTables['offer set']);

export const offerSetEndpoints: Endpoint[] = [
  reads({
    ...common,
    id: 'listOfferSets',
    method: 'GET',
    path: '/org/{orgId}/offerSet',
    permission: 'offer:read',
    summary: 'List offer sets',
    query: OfferSetQueryParams,
    reply: paged(OfferSet),
    replyHeaders: listHeaders,
    read: listOfferSets,
  }),
  acts({
    ...common,
    id: 'createOfferSet',
    changesOwn: 'DRAFT',
    method: 'POST',
    path: '/org/{orgId}/offerSet',
    permission: 'offer:write',
    summary: 'Create an offer set',
    notes:
      '2 to 7 offers in DRAFT or CREATE_FAILED that were never created at AWS, for different products, with the same ' +
      'currency, expireTime and buyer accounts. Submits the set with them: the response shows PENDING_CREATE; the set becomes ' +
      'PENDING_ACCEPTANCE or CREATE_FAILED.',
    body: OfferSetIn,
    reply: OfferSet,
    moves: move('submit'),
    needs: 'offerSet',
    emits: ['offer_set.created', 'offer_set.submitted', 'offer.submitted'],
    act: createOfferSet,
  }),
  reads({
    ...common,
    id: 'getOfferSet',
    method: 'GET',
    path: '/org/{orgId}/offerSet/{offerSetId}',
    permission: 'offer:read',
    summary: 'Get an offer set',
    params: { offerSetId: { id: 'offerset', noun: 'offer set' } },
    reply: OfferSet,
    read: getOfferSet,
  }),
];
