import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { queryParams } from '../../../contract/shapes.ts';
import { engagementTypes, relationshipKinds } from './relationship.ts';
import { relationshipStatuses } from './states.ts';

/** Fields that `q` and `s` can use on partner relationships. */
export const relationshipFields: Fields = {
  id: { type: 'id', prefix: 'relation', column: 'partner_relationship.id', sortable: true, required: true },
  partner_organization_id: { type: 'id', prefix: 'org', column: 'partner_relationship.partner_org_id' },
  'company.name': { type: 'text', column: 'partner_relationship.company_name', sortable: true, required: true },
  status: {
    type: 'enum',
    values: relationshipStatuses,
    column: 'partner_relationship.status',
    required: true,
    filter: 'status',
  },
  relationship: {
    type: 'enum',
    values: relationshipKinds,
    column: 'partner_relationship.relationship',
    required: true,
    filter: 'relationship',
  },
  engagement_type: {
    type: 'enum',
    values: engagementTypes,
    column: 'partner_relationship.engagement_type',
    required: true,
    filter: 'engagementType',
  },
  'partner_manager.user_id': { type: 'id', prefix: 'user', column: 'partner_relationship.manager_id' },
  creation_time: { type: 'time', column: 'partner_relationship.creation_time', sortable: true, required: true },
  last_update_time: { type: 'time', column: 'partner_relationship.last_update_time', sortable: true, required: true },
};

export const RelationshipListParams = z.object({
  ...queryParams(() => relationshipFields),
  ...filterParams(relationshipFields),
});
