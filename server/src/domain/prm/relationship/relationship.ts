import type { RelationshipStatus } from './states.ts';

export const relationshipKinds = [
  'RESELLER',
  'REFERRAL',
  'DISTRIBUTOR',
  'TECHNOLOGY',
  'SYSTEM_INTEGRATOR',
  'MSP',
] as const;
export type RelationshipKind = (typeof relationshipKinds)[number];

export const engagementTypes = ['CO_SELL', 'RESELL', 'REFER', 'SERVICE'] as const;
export type EngagementType = (typeof engagementTypes)[number];

/** What is known of the partner company besides its name. Empty texts and null: not known. */
export type CompanyProfile = {
  website: string;
  emailDomain: string;
  industry: string;
  country: string;
  employeeCount: number | null;
  description: string;
};

export const noProfile: CompanyProfile = {
  website: '',
  emailDomain: '',
  industry: '',
  country: '',
  employeeCount: null,
  description: '',
};

/** One side of a partnership between two organizations: what this organization keeps of it. */
export type Relationship = {
  id: string;
  /** The same on both sides. */
  pair_id: string;
  /** Null until an invitation was accepted; it never changes after that. */
  partner_org_id: string | null;
  company_name: string;
  company: CompanyProfile;
  relationship: RelationshipKind;
  engagement_type: EngagementType;
  status: RelationshipStatus;
  /** This side has ended the partnership. */
  ended: boolean;
  /** The other side has ended it. */
  partner_ended: boolean;
  manager_id: string | null;
  tags: string[];
  creation_time: Date;
  last_update_time: Date;
  version: number;
};
