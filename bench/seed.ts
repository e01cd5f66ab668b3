import type pg from 'pg';
import { createOAuthApp } from '../server/src/auth/apps.ts';
import type { SecretKeys } from '../server/src/auth/secrets.ts';
import type { Database } from '../server/src/db/database.ts';
import { insertOrganization } from '../server/src/domain/organization/store.ts';
import { systemClock } from '../server/src/kit/clock.ts';
import { createIds, encodeId } from '../server/src/kit/ids.ts';
import { seedReferrals } from './seed-referral.ts';
import { type RevenueSize, seedRevenue } from './seed-revenue.ts';

export type Seeded = {
  orgUuid: string;
  orgId: string;
  offerUuids: string[];
  offerIds: string[];
  entitlementId: string;
  entitlementUuid: string;
  dimensionKeys: string[];
  clientId: string;
  clientSecret: string;
};

const dimensionKeys = ['requests', 'storage', 'seats'];

/** About 1.3 kB of JSON, the size of a private offer with a few prices. */
const offerInfo = (): string =>
  JSON.stringify({
    currency: 'USD',
    eulaType: 'SCMP',
    buyerAwsAccountIds: ['123456789012'],
    visibility: 'PRIVATE',
    commits: [
      {
        key: 'seats',
        name: 'Seats',
        rate: 1200.5,
        length: 12,
        timeUnit: 'MONTH',
        description: 'A contract for twelve months',
      },
    ],
    dimensions: dimensionKeys.map((key) => ({
      key,
      name: `Dimension ${key}`,
      rate: 0.0025,
      description: 'Measured every hour and billed in arrears',
      types: ['ExternallyMetered'],
    })),
    paymentInstallments: Array.from({ length: 6 }, (_, month) => ({
      amount: 200.08,
      chargeOn: `2027-0${month + 1}-01T00:00:00Z`,
    })),
    sellerNotes: 'Negotiated with the buyer, to be renewed after a year.',
  });

/** How much is seeded. `revenue`, `referrals`: of the first organization; null or 0 for none. */
export type SeedSize = { organizations: number; offersEach: number; revenue: RevenueSize | null; referrals: number };

/**
 * Creates organizations, each with offers, one product, buyer, entitlement and term, and an EDITOR app, all by
 * set-based SQL. The first one may have revenue and referrals.
 */
export const seedDatabase = async (
  admin: pg.ClientBase,
  database: Database,
  secretKeys: SecretKeys,
  { organizations, offersEach, revenue, referrals }: SeedSize,
): Promise<Seeded> => {
  const ids = createIds(systemClock);
  const tools = { ids, clock: systemClock, secretKeys };
  let seeded: Seeded | undefined;
  for (let n = 0; n < organizations; n += 1) {
    const orgUuid = ids.next();
    const productUuid = ids.next();
    const buyerUuid = ids.next();
    const entitlementUuid = ids.next();
    const termUuid = ids.next();
    const offerUuids = Array.from({ length: offersEach }, () => ids.next());
    const app = await database.system(async (statements) => {
      await insertOrganization(statements, {
        id: orgUuid,
        name: `Bench ${n}`,
        emailDomain: 'bench.test',
        website: '',
        createdBy: 'bench',
        now: systemClock.now(),
      });
      return createOAuthApp(statements, tools, {
        orgId: orgUuid,
        name: 'bench',
        accessLevel: 'EDITOR',
        createdBy: 'bench',
      });
    });
    const info = JSON.stringify({
      dimensions: dimensionKeys.map((key) => ({ key, name: `Dimension ${key}`, types: ['ExternallyMetered'] })),
    });
    await admin.query(
      `insert into product (org_id, id, partner, external_id, entity_id, partner_id, name, status, info, created_by, last_updated_by, creation_time, last_update_time)
       values ($1, $2, 'AWS', 'code', 'prod-1', '999999999999', 'Product', 'LIMITED', $3, 'bench', 'bench', now(), now())`,
      [orgUuid, productUuid, info],
    );
    await admin.query(
      `insert into buyer (org_id, id, partner, account_id, external_id, name, creation_time, last_update_time)
       values ($1, $2, 'AWS', '123456789012', '123456789012', 'Buyer', now(), now())`,
      [orgUuid, buyerUuid],
    );
    await admin.query(
      `insert into offer (org_id, id, partner, external_id, name, status, product_id, buyer_id, expire_time, info, created_by, last_updated_by, creation_time, last_update_time)
       select $1, id, 'AWS', 'offer-' || n, 'Offer ' || n, (array['PENDING_ACCEPTANCE', 'ACCEPTED', 'EXPIRED', 'DRAFT'])[1 + n % 4], $2, $3,
         now() + interval '30 days', $4::jsonb, 'bench', 'bench', now() - n * interval '1 minute', now()
       from unnest($5::uuid[]) with ordinality as given (id, n)`,
      [orgUuid, productUuid, buyerUuid, offerInfo(), offerUuids],
    );
    await admin.query(
      `insert into entitlement (org_id, id, partner, external_id, external_product_id, external_buyer_id, name, status, product_id, offer_id, buyer_id, entitlement_term_id,
         start_time, end_time, info, creation_time, last_update_time)
       values ($1, $2, 'AWS', 'agmt-1', 'code', '123456789012', 'Entitlement', 'ACTIVE', $3, $4, $5, $6, now() - interval '30 days', now() + interval '335 days', $7, now(), now())`,
      [
        orgUuid,
        entitlementUuid,
        productUuid,
        offerUuids[0],
        buyerUuid,
        termUuid,
        JSON.stringify({
          ...JSON.parse(info),
          awsLicenseArn: 'arn:aws:license-manager::1:license:l-1',
          currency: 'USD',
        }),
      ],
    );
    await admin.query(
      `insert into entitlement_term (org_id, id, entitlement_id, type, partner, offer_id, product_id, buyer_id, external_entitlement_id, start_time, end_time, info, creation_time, last_update_time)
       values ($1, $2, $3, 'Signup', 'AWS', $4, $5, $6, 'agmt-1', now() - interval '30 days', now() + interval '335 days', '{}', now(), now())`,
      [orgUuid, termUuid, entitlementUuid, offerUuids[0], productUuid, buyerUuid],
    );
    seeded ??= {
      orgUuid,
      orgId: encodeId('org', orgUuid),
      offerUuids,
      offerIds: offerUuids.map((uuid) => encodeId('offer', uuid)),
      entitlementId: encodeId('ent', entitlementUuid),
      entitlementUuid,
      dimensionKeys,
      clientId: app.clientId,
      clientSecret: app.clientSecret,
    };
  }
  if (revenue && seeded) await seedRevenue(admin, database, seeded.orgUuid, revenue);
  if (referrals > 0 && seeded) await seedReferrals(admin, seeded.orgUuid, referrals);
  await admin.query('analyze');
  return seeded as Seeded;
};
