import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listHeaders } from '../../../contract/shapes.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { updatePartnerRelationship } from './actions/update-partner-relationship.ts';
import { RelationshipListParams } from './fields.ts';
import { getPartnerRelationship, listPartnerRelationships } from './reads.ts';
import { PartnerRelationship, PartnerRelationshipPage, UpdatePartnerRelationship } from './schema.ts';
import { relationshipStatuses, relationshipTransitions } from './states.ts';

const partnerId = { partnerId: { id: 'relation', noun: 'partner relationship' } } as const;
const path = '/org/{orgId}/prm/partner';

const move = movesOf('partner relationship', { statuses: relationshipStatuses, acts: relationshipTransitions });

export const relationshipEndpoints: Endpoint[] = [
  reads({
    id: 'listPartnerRelationships',
    method: 'GET',
    path,
    family: 'prm',
    permission: 'prm:read',
    summary: 'List partner relationships',
    notes: 'One for each partnership, and one for each company that was invited and has not accepted.',
    query: RelationshipListParams,
    reply: PartnerRelationshipPage,
    replyHeaders: listHeaders,
    read: listPartnerRelationships,
  }),
  reads({
    id: 'getPartnerRelationship',
    method: 'GET',
    path: `${path}/{partnerId}`,
    family: 'prm',
    permission: 'prm:read',
    summary: 'Get a partner relationship',
    notes: 'As this organization keeps it. Amounts in the summary are given once for each currency.',
    params: partnerId,
    reply: PartnerRelationship,
    read: getPartnerRelationship,
  }),
  acts({
    id: 'updatePartnerRelationship',
    method: 'PATCH',
    path: `${path}/{partnerId}`,
    family: 'prm',
    permission: 'prm:write',
    summary: 'Update a partner relationship',
    notes:
      'Each organization keeps a profile, a relationship, an engagement type, its own manager and tags; the other one does not see them. ' +
      'The status belongs to both: INACTIVE ends the partnership for both sides, and nothing is shared any longer. ACTIVE resumes it; only a side ' +
      'that has ended it can, and if both have, both must. 409 for any other status.',
    params: partnerId,
    body: UpdatePartnerRelationship,
    reply: PartnerRelationship,
    moves: move(['update', 'the status ACTIVE', 'the status INACTIVE']),
    emits: ['partner_relationship.updated', 'partner_relationship.ended', 'partner_relationship.resumed'],
    act: updatePartnerRelationship,
  }),
];
