import { z } from 'zod';
import { type Endpoint, readsLive } from '../../../contract/endpoint.ts';
import { getEntitlementPdf } from './read-agreement.ts';

export const agreementPdfEndpoints: Endpoint[] = [
  readsLive({
    id: 'getEntitlementPdf',
    method: 'GET',
    path: '/org/{orgId}/entitlement/{entitlementId}/pdf',
    family: 'entitlement',
    permission: 'entitlement:read',
    summary: 'Get the agreement of an entitlement as a PDF',
    notes:
      'The address of a PDF with the parties, the product, the offer, the terms, the prices and the whole schedule of payments, made from what this service ' +
      'knows; signed, and valid for 30 minutes. For every marketplace and provider of direct billing.',
    params: { entitlementId: { id: 'ent', noun: 'entitlement' } },
    unversioned: true,
    reply: z.string(),
    read: getEntitlementPdf,
  }),
];
