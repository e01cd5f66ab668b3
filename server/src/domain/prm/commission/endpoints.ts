import { z } from 'zod';
import { type Endpoint, reads, readsLive } from '../../../contract/endpoint.ts';
import { listHeaders } from '../../../contract/shapes.ts';
import { CommissionListParams, CommissionPage } from '../../cosell/commission/schema.ts';
import { getPartnerCommissionStatement, listPartnerCommissions } from './reads.ts';
import { StatementParams } from './schema.ts';

const partnerId = { partnerId: { id: 'relation', noun: 'partner relationship' } } as const;
const path = '/org/{orgId}/prm/partner/{partnerId}/commissions';

export const partnerCommissionEndpoints: Endpoint[] = [
  reads({
    id: 'listPartnerCommissions',
    method: 'GET',
    path,
    family: 'prm',
    permission: 'prm:read',
    summary: 'List the commissions of a partner',
    notes:
      'One for each time that a deal with the partner was won, whichever side this organization is on: the seller owes it, the partner ' +
      'earns it. Both organizations list the same, with their own ids.',
    params: partnerId,
    query: CommissionListParams,
    reply: CommissionPage,
    replyHeaders: listHeaders,
    read: listPartnerCommissions,
  }),
  readsLive({
    id: 'getPartnerCommissionStatement',
    method: 'GET',
    path: `${path}/statement`,
    family: 'prm',
    permission: 'prm:read',
    summary: 'Get the statement of commissions of a month',
    notes:
      'The changes of what is owed and paid in a month in UTC, with the amounts before and after, for each currency and side. ' +
      'Amounts of different currencies are never added. format=csv is the file itself as text/csv, at most 10,000 entries; format=pdf is the ' +
      'address of a PDF, signed and valid for 30 minutes, at most 2000 entries.',
    params: partnerId,
    query: StatementParams,
    plain: ({ format }) => format !== 'pdf',
    plainType: 'text/csv',
    unversioned: true,
    reply: z.string(),
    read: getPartnerCommissionStatement,
  }),
];
