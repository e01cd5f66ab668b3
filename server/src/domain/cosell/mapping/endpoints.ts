import { coSellPartners } from '../../../adapters/cosell/port.ts';
import { crmSystems } from '../../../adapters/crm/port.ts';
import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { withValues } from '../../../contract/limits.ts';
import { replaceCosellMapping } from './actions/replace-mapping.ts';
import { getCosellMapping } from './reads.ts';
import { CosellMapping, ReplaceCosellMapping } from './schema.ts';

const pair = {
  crm: { text: true, noun: 'CRM', values: crmSystems },
  partner: { text: true, noun: 'partner', values: coSellPartners },
} as const;

export const mappingEndpoints: Endpoint[] = [
  reads({
    id: 'getCosellMapping',
    method: 'GET',
    path: '/org/{orgId}/cosell/mapping/{crm}/{partner}',
    family: 'cosell',
    permission: 'cosell:read',
    summary: 'Get the field mapping of a CRM and a partner',
    notes: 'The one in force: that of the organization, or the default of the service (isDefault).',
    params: pair,
    reply: CosellMapping,
    read: getCosellMapping,
  }),
  acts({
    id: 'replaceCosellMapping',
    bodyLimits: withValues(20_000),
    method: 'PUT',
    path: '/org/{orgId}/cosell/mapping/{crm}/{partner}',
    family: 'cosell',
    permission: 'cosell:write',
    summary: 'Replace the field mapping of a CRM and a partner',
    notes:
      'Each row maps a field of the CRM (source), or an expression over {deal, company, contacts}, to a member of the partner’s document. ' +
      'Expressions are JSONata without functions of one’s own, regular expressions and ranges; their arithmetic is that of floating point, so ' +
      'amounts are better mapped by source, which is exact. values maps words; direction sets the direction; isPaused leaves a row out. ' +
      '400 for two rows with one target, or with one inside the other, and for two that write to one field of the CRM.',
    params: pair,
    body: ReplaceCosellMapping,
    reply: CosellMapping,
    emits: ['cosell_mapping.updated'],
    act: replaceCosellMapping,
  }),
];
