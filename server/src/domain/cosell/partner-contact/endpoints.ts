import { z } from 'zod';
import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { wholeListHeaders } from '../../../contract/shapes.ts';
import { listCosellPartnerContacts } from './reads.ts';
import { CosellPartnerContact, PartnerContactParams } from './schema.ts';

export const partnerContactEndpoints: Endpoint[] = [
  reads({
    id: 'listCosellPartnerContacts',
    method: 'GET',
    path: '/org/{orgId}/cosell/partner_contact',
    family: 'cosell',
    permission: 'cosell:read',
    summary: "List a partner's people for a buyer company",
    notes: 'As last seen in referrals, the latest first; at most 1000.',
    query: PartnerContactParams,
    unversioned: true,
    reply: z.array(CosellPartnerContact),
    replyHeaders: wholeListHeaders,
    read: listCosellPartnerContacts,
  }),
];
