import { z } from 'zod';
import { type Endpoint, readsLive } from '../../../contract/endpoint.ts';
import { getOfferEula, getOfferResellerEula } from './reads.ts';
import { EulaParams } from './schema.ts';

const common = {
  method: 'GET',
  family: 'offer',
  permission: 'offer:read',
  params: { offerId: { id: 'offer', noun: 'offer' } },
  unversioned: true,
  reply: z.string(),
} as const;

const notes =
  'The address of the EULA. For a CUSTOM EULA its files are fetched, merged into one PDF in eulaMergeOrder and stored; ' +
  'the address is signed and valid for 30 minutes. For a standard contract it is where its marketplace publishes it, or ' +
  '404 if that is unknown. 409 describes a fault in a file, 502 means that its server is unavailable.';

export const eulaEndpoints: Endpoint[] = [
  readsLive({
    ...common,
    id: 'getOfferEula',
    path: '/org/{orgId}/offer/{offerId}/eula',
    summary: 'Get the EULA of an offer',
    notes: `${notes} format=string returns plain text instead of a JSON string.`,
    query: EulaParams,
    plain: ({ format }) => format === 'STRING',
    read: getOfferEula,
  }),
  readsLive({
    ...common,
    id: 'getOfferResellerEula',
    path: '/org/{orgId}/offer/{offerId}/resellerEula',
    summary: 'Get the EULA of an offer for its reseller',
    notes,
    read: getOfferResellerEula,
  }),
];
