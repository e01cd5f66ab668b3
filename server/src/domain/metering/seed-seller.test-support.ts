import { sql } from 'kysely';
import { type SecretKeys, sealSecret } from '../../auth/secrets.ts';
import type { Database } from '../../db/database.ts';
import { encodeId, type Ids } from '../../kit/ids.ts';

type Seller = {
  database: Database;
  ids: Ids;
  secretKeys: SecretKeys;
  orgId: string;
  partner: 'AWS' | 'AZURE';
  now: () => Date;
};

/** An organization (once) with a connected marketplace account, two products and a buyer. */
export const seedSeller = async ({ database, ids, secretKeys, orgId, partner, now }: Seller) => {
  const write = (statement: ReturnType<typeof sql>) => database.write(orgId, (db) => statement.execute(db.raw));
  const products = [ids.next(), ids.next()] as const;
  const buyerId = ids.next();
  const connectionId = ids.next();

  await database.system(async (statements) => {
    await sql`insert into organization (id, name, created_by, creation_time, last_update_time)
      values (${orgId}, 'Acme', 'test', now(), now()) on conflict do nothing`.execute(statements);
  });
  for (const [index, id] of products.entries()) {
    await write(sql`
      insert into product (org_id, id, partner, external_id, entity_id, name, status, info, created_by, last_updated_by, creation_time, last_update_time)
      values (${orgId}, ${id}, ${partner}, ${`code${index}`}, ${`prod-${index}`}, 'Product', 'PUBLIC',
        ${JSON.stringify({ dimensions: ['users', 'gb', 'calls', 'bad'].map((key) => ({ key, name: `Number of ${key}` })) })}::jsonb, 'x', 'x', ${now()}, ${now()})`);
  }
  await write(
    sql`insert into buyer (org_id, id, partner, account_id, name, creation_time, last_update_time) values (${orgId}, ${buyerId}, ${partner}, '111122223333', 'Buyer', ${now()}, ${now()})`,
  );
  await write(sql`
    insert into connection (org_id, id, partner, service, account_id, region, metering_region, credentials_sealed, credential_fields, status, mode, settings, created_by, creation_time, last_update_time)
    values (${orgId}, ${connectionId}, ${partner}, 'MARKETPLACE', '999988887777', 'us-east-1', 'us-east-1',
      ${sealSecret(secretKeys, 'integration', connectionId, '{}')}, ${partner === 'AWS' ? '{feedBucket}' : '{}'}::text[], 'CONNECTED', 'LIVE',
      ${JSON.stringify({ settleMinutes: 15, latePolicy: 'ROLL_FORWARD', autoApprove: false, productCodeProducts: [] })}::jsonb, 'x', ${now()}, ${now()})`);

  const anEntitlement = async (
    options: {
      license?: string | null;
      start?: Date;
      end?: Date | null;
      product?: 0 | 1;
      metaInfo?: object;
      status?: string;
      /** What is purchased: `dimensions` with rates. */
      info?: object;
      credit?: number;
      commit?: number;
      /** AZURE: the term as agreed, with its plan. */
      agreed?: object;
    } = {},
  ) => {
    const id = ids.next();
    const termId = ids.next();
    const start = options.start ?? new Date('2026-01-01T00:00:00Z');
    const license = options.license === undefined ? `license-${id}` : options.license;
    await write(sql`
      insert into entitlement (org_id, id, partner, name, status, product_id, buyer_id, entitlement_term_id, start_time, end_time, info, meta_info, creation_time, last_update_time)
      values (${orgId}, ${id}, ${partner}, 'Entitlement', ${options.status ?? 'ACTIVE'}, ${products[options.product ?? 0]}, ${buyerId}, ${termId},
        ${start}, ${options.end ?? null}, ${JSON.stringify(options.info ?? {})}::jsonb, ${JSON.stringify(options.metaInfo ?? {})}::jsonb, ${now()}, ${now()})`);
    await write(sql`
      insert into entitlement_term (org_id, id, entitlement_id, type, partner, external_entitlement_id, product_id, start_time, end_time, credit_amount, commit_amount, entitlement_info, creation_time, last_update_time)
      values (${orgId}, ${termId}, ${id}, 'Signup', ${partner}, ${license}, ${products[options.product ?? 0]}, ${start}, ${options.end ?? null}, ${options.credit ?? 0}, ${options.commit ?? 0},
        ${JSON.stringify({ ...(license === null ? {} : { awsLicenseArn: license }), ...options.agreed })}::jsonb, ${now()}, ${now()})`);
    return { id, typeId: encodeId('ent', id), termId, license };
  };

  return { connectionId, anEntitlement };
};
