import { type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listHeaders } from '../../../contract/shapes.ts';
import { PartnerContactListParams } from './fields.ts';
import { listPartnerContacts } from './reads.ts';
import { PartnerContactPage } from './schema.ts';

export const partnerContactEndpoints: Endpoint[] = [
  reads({
    id: 'listPartnerContacts',
    method: 'GET',
    path: '/org/{orgId}/prm/partner/{partnerId}/contacts',
    family: 'prm',
    permission: 'prm:read',
    summary: 'List people at a partner company',
    notes:
      'Those whom this organization has invited, and those who invited it or accepted for the partner. The other users of the partner ' +
      'organization are not shown.',
    params: { partnerId: { id: 'relation', noun: 'partner relationship' } },
    query: PartnerContactListParams,
    reply: PartnerContactPage,
    replyHeaders: listHeaders,
    read: listPartnerContacts,
  }),
];
