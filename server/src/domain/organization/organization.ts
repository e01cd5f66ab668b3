import type { OrganizationStatus } from './states.ts';

/** The tenant. Everything else belongs to exactly one. */
export type OrganizationRow = {
  id: string;
  name: string;
  description: string;
  email_domain: string;
  website: string;
  status: OrganizationStatus;
  created_by: string;
  creation_time: Date;
  last_update_time: Date;
  info: Record<string, unknown>;
  version: number;
};

export type NewOrganization = {
  id: string;
  name: string;
  description?: string;
  emailDomain: string;
  website: string;
  createdBy: string;
  now: Date;
};
