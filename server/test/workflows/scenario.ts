import assert from 'node:assert/strict';
import { agreementsAtPartner, only } from './arrange.ts';
import type { Tenant } from './deployment.ts';
import type { Step } from './execute.ts';

/** A run of a workflow, what it is started from, and what holds after it. */
export type Scenario = {
  title: string;
  /** The product is not imported before. */
  isUnknownProduct?: true;
  /** Arranges everything and starts the run by the act that starts it in life. */
  arrange(tenant: Tenant): Promise<void>;
  status: 'COMPLETED' | 'FAILED';
  check(tenant: Tenant): Promise<void>;
  /** What holds when the step was refused for good: whatever had begun is put back, and can be done again. */
  checkRefused(tenant: Tenant, step: Step): Promise<void>;
  /** Steps whose refusal does not end the run as FAILED. */
  survives?(step: Step): boolean;
};

export const statusOf = async (tenant: Tenant, table: string): Promise<unknown> =>
  only(await tenant.rows(table)).status;

export const entitled = async (tenant: Tenant): Promise<void> => {
  assert.equal(await statusOf(tenant, 'offer'), 'ACCEPTED');
  assert.equal(await statusOf(tenant, 'entitlement'), 'ACTIVE');
  only(await tenant.rows('entitlement_term'));
  only(await tenant.rows('buyer'));
  only(await agreementsAtPartner(tenant));
};
