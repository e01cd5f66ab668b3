import { endOperation } from '../../src/engine/operation-store.ts';
import type { TestApp, TestOrganization } from '../app.ts';
import { connected } from './connection.ts';
import type { Examples } from './example.ts';

const stripe = { partner: 'STRIPE', service: 'PAYMENT', credentials: { apiKey: 'sk_test_first' } };

const ofStripe = async (_app: TestApp, organization: TestOrganization) => {
  await connected(organization, stripe);
  return { params: { partner: 'STRIPE' } };
};

/** There is one backfill at a time; nothing works on the one before. */
const withoutBackfill = async ({ database, clock }: TestApp, { uuid }: TestOrganization): Promise<void> => {
  const { rows } = await database.pool.query(
    "select id from operation where org_id = $1 and name = 'revenue.backfill' and status = 'RUNNING'",
    [uuid],
  );
  for (const { id } of rows as { id: string }[])
    await database.write(uuid, (db) =>
      endOperation(db, id, { status: 'CANCELED', time: clock.now(), message: '', failure: null }),
    );
};

export const revenueConnectionExamples: Examples = {
  listRevenueConnections: async (_app, organization) => {
    await connected(organization, stripe);
    return {};
  },
  getRevenueConnectionHealth: ofStripe,
  backfillRevenueConnection: async (app, organization) => {
    await withoutBackfill(app, organization);
    return ofStripe(app, organization);
  },
};
