import { z } from 'zod';
import { type Endpoint, readsLive } from '../../../contract/endpoint.ts';
import { lookupMicrosoftSolutions, lookupThirdPartySolutions, searchAwsPartner } from './reads.ts';
import { MicrosoftSolution, PartnerConnectionSearchResult, SearchPartnerParams } from './schema.ts';

const searchTerm = { searchTerm: { text: true, noun: 'search term' } } as const;

export const lookUpEndpoints: Endpoint[] = [
  readsLive({
    id: 'searchAwsPartner',
    method: 'POST',
    path: '/org/{orgId}/cosell/partner/AWS/searchPartner',
    family: 'cosell',
    permission: 'cosell:read',
    summary: 'Search connected partners at AWS',
    notes:
      'Partners with which the account of AWS Partner Central has a connection, by a part of their name. Empty without a connected account.',
    query: SearchPartnerParams,
    unversioned: true,
    reply: z.array(PartnerConnectionSearchResult),
    read: searchAwsPartner,
  }),
  readsLive({
    id: 'lookupMicrosoftSolutions',
    method: 'GET',
    path: '/org/{orgId}/cosell/partner/AZURE/microsoftSolutions/lookup/{searchTerm}',
    family: 'cosell',
    permission: 'cosell:read',
    summary: 'Look up solutions of Microsoft',
    notes: 'Of the catalog at the address of the integration. At most 100; empty without a connected account.',
    params: searchTerm,
    unversioned: true,
    reply: z.array(MicrosoftSolution),
    read: lookupMicrosoftSolutions,
  }),
  readsLive({
    id: 'lookupThirdPartySolutions',
    method: 'GET',
    path: '/org/{orgId}/cosell/partner/AZURE/thirdPartySolutions/lookup/{searchTerm}',
    family: 'cosell',
    permission: 'cosell:read',
    summary: 'Look up solutions of other publishers',
    notes: 'Of the catalog at the address of the integration. At most 100; empty without a connected account.',
    params: searchTerm,
    unversioned: true,
    reply: z.array(MicrosoftSolution),
    read: lookupThirdPartySolutions,
  }),
];
