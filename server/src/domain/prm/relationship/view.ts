import type { z } from 'zod';
import { encodeId } from '../../../kit/ids.ts';
import type { Relationship } from './relationship.ts';
import type { PartnerRelationship, PartnerSummary } from './schema.ts';

export type RelationshipExtras = {
  manager?: { name: string; email: string } | undefined;
  summary: PartnerSummary;
};

/** What the row itself says: what audit rows and events show of a relationship. */
export const viewRelationshipRow = (orgId: string, row: Relationship) => ({
  id: encodeId('relation', row.id),
  organizationID: encodeId('org', orgId),
  ...(row.partner_org_id !== null && { partnerOrganizationID: encodeId('org', row.partner_org_id) }),
  company: { name: row.company_name, ...row.company },
  relationship: row.relationship,
  engagementType: row.engagement_type,
  status: row.status,
  ...(row.manager_id !== null && { partnerManagerID: encodeId('user', row.manager_id) }),
  tags: row.tags,
  creationTime: row.creation_time.toISOString(),
  lastUpdateTime: row.last_update_time.toISOString(),
});

/** A relationship as clients see it. A manager who has left the organization is not shown. */
export const viewRelationship = (
  orgId: string,
  row: Relationship,
  { manager, summary }: RelationshipExtras,
): z.input<typeof PartnerRelationship> => {
  const { partnerManagerID: userId, ...shown } = viewRelationshipRow(orgId, row);
  return {
    ...shown,
    ...(userId !== undefined && manager && { partnerManager: { userId, ...manager } }),
    summary,
  };
};
