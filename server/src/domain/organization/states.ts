import { factsOf } from '../../kit/transitions.ts';

export const organizationStatuses = ['ACTIVE', 'PENDING_APPROVAL', 'DISABLED'] as const;
export type OrganizationStatus = (typeof organizationStatuses)[number];

export const organizationIs = factsOf<OrganizationStatus, 'active'>({
  ACTIVE: ['active'],
  PENDING_APPROVAL: [],
  DISABLED: [],
});
