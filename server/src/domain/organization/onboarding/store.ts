import type { OrgDb } from '../../../db/org-db.ts';
import type { OrganizationStatus } from '../states.ts';
import type { Onboarding } from './onboarding.ts';

type OnboardingTable = Omit<Onboarding, 'steps'> & { org_id: string; steps: Onboarding['steps'] | string };

declare module '../../../db/tables.ts' {
  interface Tables {
    onboarding: OnboardingTable;
  }
}

const columns = ['onboarding.intent', 'onboarding.intent_time', 'onboarding.steps', 'onboarding.version'] as const;

export const findOnboarding = async (db: OrgDb): Promise<Onboarding | undefined> =>
  (await db.selectFrom('onboarding').select(columns).executeTakeFirst()) as Onboarding | undefined;

/** Serializes changes of an organization's checklist, which at first has no row to lock. */
export const lockOnboarding = async (db: OrgDb): Promise<Onboarding | undefined> => {
  await db.raw.selectFrom('organization').select('id').where('id', '=', db.orgId).forNoKeyUpdate().execute();
  return findOnboarding(db);
};

export const saveOnboarding = async (db: OrgDb, onboarding: Onboarding): Promise<void> => {
  const row = { ...onboarding, steps: JSON.stringify(onboarding.steps) };
  await db
    .insertInto('onboarding', row)
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(row))
    .execute();
};

export type Profile = {
  name: string;
  website: string;
  email_domain: string;
  status: OrganizationStatus;
  last_update_time: Date;
};

export const findProfile = (db: OrgDb): Promise<Profile | undefined> =>
  db.raw
    .selectFrom('organization')
    .select(['name', 'website', 'email_domain', 'status', 'last_update_time'])
    .where('id', '=', db.orgId)
    .executeTakeFirst();

export type Listing = { name: string; creation_time: Date };

/** The oldest product that exists in its marketplace. */
export const findListing = (db: OrgDb): Promise<Listing | undefined> =>
  db
    .selectFrom('product')
    .select(['product.name', 'product.creation_time'])
    .where('product.status', 'not in', ['DRAFT', 'PENDING_CREATE', 'CREATE_FAILED', 'DELETED'])
    .orderBy('product.creation_time')
    .orderBy('product.id')
    .limit(1)
    .executeTakeFirst();
