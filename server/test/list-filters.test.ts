import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Field, Fields } from '../src/contract/fields.ts';
import { buyerFields } from '../src/domain/buyer/fields.ts';
import { walletFields } from '../src/domain/buyer/wallet/fields.ts';
import { contactFields } from '../src/domain/contact/fields.ts';
import { commissionFields } from '../src/domain/cosell/commission/fields.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { entitlementFields, termFields } from '../src/domain/entitlement/fields.ts';
import { metricFields } from '../src/domain/metering/billable-metric/fields.ts';
import { messageFields } from '../src/domain/notification/message/fields.ts';
import { oauthAppFields } from '../src/domain/oauth-app/fields.ts';
import { offerFields } from '../src/domain/offer/fields.ts';
import { offerSetFields } from '../src/domain/offer/offer-set/fields.ts';
import { apiClientFields } from '../src/domain/organization/access/api-client/fields.ts';
import { roleFields } from '../src/domain/organization/access/role/fields.ts';
import { userFields } from '../src/domain/organization/access/user/fields.ts';
import { connectionFields } from '../src/domain/organization/connection/fields.ts';
import { partnerFileFields } from '../src/domain/prm/file/fields.ts';
import { invitationFields } from '../src/domain/prm/invitation/fields.ts';
import { relationshipFields } from '../src/domain/prm/relationship/fields.ts';
import { productFields } from '../src/domain/product/fields.ts';
import { encodeId, type IdPrefix } from '../src/kit/ids.ts';
import { type Reply, startApp, type TestApp } from './app.ts';
import { callerFor, examples } from './examples/all.ts';

// Tests every plain parameter of every list: of two entities that differ in the field one is found; an invalid value is
// refused.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

type Pair = [string, string];
type List = {
  table: string;
  prefix: IdPrefix;
  fields: Fields;
  paths: (rows: Pair) => Promise<string[]> | string[];
  /** The endpoint whose example creates one. */
  maker: string;
};

const create = async (id: string): Promise<Reply> => {
  const endpoint = endpoints.find((one) => one.id === id) ?? assert.fail(id);
  const { params, body, query } = (await examples[id]?.(app, app.acme)) ?? {};
  const path = endpoint.path
    .replace(/^\/org\/\{orgId\}/, '')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '');
  const reply = await callerFor(endpoint, app.acme).call(endpoint.method, `${path}${query ? `?${query}` : ''}`, {
    body,
  });
  assert.equal(reply.status, 200, reply.text);
  return reply;
};

const run = async <T>(text: string): Promise<T[]> =>
  (await app.database.write(app.acme.uuid, (db) => sql.raw<T>(text).execute(db.raw))).rows;

const newest = async (table: string): Promise<Pair> =>
  (
    await run<{ id: string }>(
      `select id from ${table} where org_id = '${app.acme.uuid}' order by creation_time desc, id desc limit 2`,
    )
  ).map(({ id }) => id) as Pair;

const ownerOf = async (table: string, column: string, id: string): Promise<string> =>
  (await run<{ owner: string }>(`select ${column} as owner from ${table} where id = '${id}'`))[0]?.owner ?? '';

const under = (table: string, column: string, prefix: IdPrefix, path: (id: string) => string) => async (rows: Pair) => {
  const owner = await ownerOf(table, column, rows[0]);
  await run(`update ${table} set ${column} = '${owner}' where id = '${rows[1]}'`);
  return [path(encodeId(prefix, owner))];
};

const lists: List[] = [
  {
    table: 'offer',
    prefix: 'offer',
    fields: offerFields,
    paths: () => ['/offer', '/offer/query'],
    maker: 'createOrUpdateDraftOffer',
  },
  {
    table: 'product',
    prefix: 'prod',
    fields: productFields,
    paths: () => ['/product', '/product/query', '/partner/AWS/product'],
    maker: 'createOrUpdateDraftProduct',
  },
  {
    table: 'buyer',
    prefix: 'buyer',
    fields: buyerFields,
    paths: () => ['/buyer', '/buyer/query'],
    maker: 'createBuyer',
  },
  {
    table: 'contact',
    prefix: 'contact',
    fields: contactFields,
    paths: () => ['/contact', '/contact/query'],
    maker: 'createContact',
  },
  {
    table: 'entitlement',
    prefix: 'ent',
    fields: entitlementFields,
    paths: () => ['/entitlement', '/entitlement/query'],
    maker: 'approveEntitlement',
  },
  {
    table: 'entitlement_term',
    prefix: 'term',
    fields: termFields,
    paths: under('entitlement_term', 'entitlement_id', 'ent', (id) => `/entitlement/${id}/entitlementTerm`),
    maker: 'listEntitlementTerms',
  },
  {
    table: 'wallet',
    prefix: 'wallet',
    fields: walletFields,
    paths: under('wallet', 'buyer_id', 'buyer', (id) => `/buyer/${id}/wallet`),
    maker: 'createCreditWallet',
  },
  {
    table: 'billable_metric',
    prefix: 'metric',
    fields: metricFields,
    paths: () => ['/billableMetric'],
    maker: 'createBillableMetric',
  },
  {
    table: 'offer_set',
    prefix: 'offerset',
    fields: offerSetFields,
    paths: () => ['/offerSet'],
    maker: 'createOfferSet',
  },
  {
    table: 'notification_message',
    prefix: 'message',
    fields: messageFields,
    paths: () => ['/notificationMessage'],
    maker: 'getNotificationMessage',
  },
  { table: 'membership', prefix: 'user', fields: userFields, paths: () => ['/user'], maker: 'inviteUser' },
  {
    table: 'api_client',
    prefix: 'apikey',
    fields: apiClientFields,
    paths: () => ['/apiClient'],
    maker: 'createApiClient',
  },
  { table: 'oauth_app', prefix: 'app', fields: oauthAppFields, paths: () => ['/oauthApp'], maker: 'createOAuthApp' },
  {
    table: 'partner_relationship',
    prefix: 'relation',
    fields: relationshipFields,
    paths: () => ['/prm/partner'],
    maker: 'createInvitation',
  },
  {
    table: 'partner_invitation',
    prefix: 'invite',
    fields: invitationFields,
    paths: () => ['/prm/invitation'],
    maker: 'createInvitation',
  },
  {
    table: 'partner_file',
    prefix: 'file',
    fields: partnerFileFields,
    paths: () => ['/prm/file'],
    maker: 'uploadPartnerFile',
  },
  {
    table: 'commission',
    prefix: 'commis',
    fields: commissionFields,
    paths: under('commission', 'relationship_id', 'relation', (id) => `/prm/partner/${id}/commissions`),
    maker: 'advanceReferralCommission',
  },
  { table: 'role', prefix: 'role', fields: roleFields, paths: () => ['/role'], maker: 'createRole' },
  {
    table: 'connection',
    prefix: 'conn',
    fields: connectionFields,
    paths: () => ['/integration'],
    maker: 'connectIntegration',
  },
];

/** For each kind, two rows that a field can refer to; later tables may use earlier ones. */
const referredTables: Partial<Record<IdPrefix, [string, string]>> = {
  prod: ['product', 'createOrUpdateDraftProduct'],
  buyer: ['buyer', 'createBuyer'],
  offer: ['offer', 'createOrUpdateDraftOffer'],
  contact: ['contact', 'createContact'],
  role: ['role', 'createRole'],
  relation: ['partner_relationship', 'createInvitation'],
  referral: ['referral', 'createReferralOnBehalf'],
};

const referred = new Map<string, Promise<Pair>>();
const pairOf = (prefix: IdPrefix): Promise<Pair> => {
  const [table, maker] = referredTables[prefix] ?? assert.fail(prefix);
  const known =
    referred.get(prefix) ??
    create(maker)
      .then(() => create(maker))
      .then(() => newest(table));
  referred.set(prefix, known);
  return known;
};

/** Further constraints of the tables. */
const besides: Record<string, (value: string) => string> = {
  'membership.status': (value) => `, account_id = ${value === 'INVITED' ? 'null' : 'gen_random_uuid()'}`,
  'membership.role': () => ', custom_role_id = null',
  'membership.custom_role_id': () => `, role = 'CUSTOM'`,
  'partner_file.relationship_id': () => `, shared_with = 'PARTNER'`,
  'partner_file.shared_with': (value) =>
    `, relationship_id = ${value === 'PARTNER' ? '(select id from partner_relationship where org_id = partner_file.org_id limit 1)' : 'null'}`,
  'oauth_app.custom_role_id': () => `, access_level = 'CUSTOM'`,
  'oauth_app.access_level': () => ', custom_role_id = null',
  'wallet.type': (value) => (value === 'credit' ? ', external_id = null' : `, external_id = 'pm_${value}'`),
};

/** The source columns of the generated columns that `q` reads. */
const sources: Record<string, string> = {
  'connection.shown_account_id': 'account_id',
  'connection.shown_mode': 'mode',
};

const valuesOf = async (name: string, field: Field): Promise<Pair> => {
  if (field.type === 'boolean') return ['true', 'false'];
  if (field.type === 'id') return pairOf(field.prefix);
  if (name === 'access_level') return ['VIEWER', 'EDITOR'];
  if (field.column === 'wallet.type') return ['credit', 'card'];
  if (field.column === 'membership.status') return ['INVITED', 'DISABLED'];
  if (field.type === 'enum' && field.values) {
    const [one, two] = field.values.filter((value) => value !== 'DELETED' && value !== 'CUSTOM');
    return [one ?? '', two ?? ''];
  }
  return ['alpha', 'beta'];
};

const setField = async (table: string, name: string, field: Field, id: string, value: string): Promise<void> => {
  const [place, member] = name.split('.');
  const column = sources[field.column] ?? field.column.split('.')[1];
  const set =
    member === undefined
      ? `${column} = '${value}'${besides[field.column]?.(value) ?? ''}`
      : `${place === 'info' ? 'info' : 'meta_info'} = jsonb_set(${place === 'info' ? 'info' : 'meta_info'}, '{${member}}', '"${value}"')`;
  await run(`update ${table} set ${set} where id = '${id}'`);
};

const idsIn = (reply: Reply): string[] => {
  assert.equal(reply.status, 200, reply.text);
  const body = reply.body as { id: string }[] | Record<string, { id: string }[]>;
  const rows = Array.isArray(body) ? body : Object.values(body).find(Array.isArray);
  return (rows ?? []).map(({ id }) => id);
};

/** These tables have few rows per organization, buyer or entitlement, and the index of their order serves them. */
const few = new Set(['wallet', 'entitlement_term', 'api_client', 'oauth_app', 'role', 'connection']);

/** Lists of what belongs to one entity: the indexes name it first. */
const belowEntity: Readonly<Record<string, string>> = { commission: 'relationship_id, ' };

test('every filter is served by an index', async () => {
  const { rows } = await app.database.pool.query<{ tablename: string; indexdef: string }>(
    'select tablename, indexdef from pg_indexes',
  );
  for (const { table, fields } of lists) {
    if (few.has(table)) continue;
    for (const { filter, column } of Object.values(fields)) {
      if (filter === undefined) continue;
      const lead = new RegExp(`\\(org_id, (?:${belowEntity[table] ?? ''})?${column.split('.')[1]}[,) ]`);
      assert.ok(
        rows.some(({ tablename, indexdef }) => tablename === table && lead.test(indexdef)),
        `no index begins with org_id, ${column}`,
      );
    }
  }
});

/**
 * A partner's service can be connected only once, so the second connection is a copy of the first under other names.
 */
const copyConnection = async (): Promise<void> => {
  await run(`insert into connection (org_id, id, partner, service, account_id, region, metering_region, credentials_sealed,
    credential_fields, created_by, creation_time, last_update_time)
    select org_id, gen_random_uuid(), 'GCP', 'MARKETPLACE', 'other', region, metering_region, credentials_sealed,
      credential_fields, created_by, creation_time + interval '1 second', last_update_time
    from connection where partner <> 'GCP' order by creation_time desc limit 1 on conflict do nothing`);
};

for (const { table, prefix, fields, paths, maker } of lists) {
  describe(`lists of ${table}`, () => {
    let rows: Pair;
    let addresses: string[];
    before(async () => {
      await create(maker);
      if (table === 'connection') await copyConnection();
      else await create(maker);
      rows = await newest(table);
      if (table === 'api_client') await run(`update api_client set deleted_time = null where id = '${rows[1]}'`);
      assert.equal(rows.length, 2);
      addresses = await paths(rows);
    });
    const idOf = (uuid: string): string => encodeId(prefix, uuid);
    const seen = async (address: string, query: string): Promise<string[]> => {
      const ids = idsIn(await app.acme.owner.call('GET', `${address}?${query}`));
      return rows.map(idOf).filter((id) => ids.includes(id));
    };

    for (const [name, field] of Object.entries(fields)) {
      const { filter } = field;
      // Of a status with one word besides DELETED, whose rows are hidden, the family has a test of its own.
      const words = field.type === 'enum' ? field.values : undefined;
      const hasPair = !words || words.filter((value) => value !== 'DELETED').length > 1;
      if (filter !== undefined && hasPair) {
        test(`${filter} shows the rows that have it, and not those with another`, async () => {
          const values = await valuesOf(name, field);
          const isFixed = table === 'connection' && (name === 'partner' || name === 'service');
          for (const [index, id] of rows.entries())
            if (!isFixed) await setField(table, name, field, id, values[index] ?? '');
          if (isFixed && name === 'service') await run(`update connection set service = 'CRM' where id = '${rows[1]}'`);
          const column = field.column.split('.')[1];
          const stored = await Promise.all(
            rows.map(
              async (id) => (await run<{ v: string }>(`select ${column} as v from ${table} where id = '${id}'`))[0]?.v,
            ),
          );
          for (const address of addresses) {
            if (address.startsWith('/partner/') && name === 'partner') continue;
            for (const [index, id] of rows.entries()) {
              const value = field.type === 'id' ? encodeId(field.prefix, stored[index] ?? '') : String(stored[index]);
              assert.deepEqual(await seen(address, `${filter}=${value}`), [idOf(id)], `${address} ${filter}=${value}`);
            }
            assert.deepEqual((await seen(address, `${filter}=`)).length, 2, 'an empty one is absent');
            if (field.type !== 'enum' || !field.values) continue;
            const refused = await app.acme.owner.call('GET', `${address}?${filter}=NOPE`);
            assert.equal(refused.status, 400, refused.text);
            assert.ok(refused.text.includes(field.values.join(', ')), refused.text);
          }
          if (table === 'product' && name === 'partner') await run(`update product set partner = 'AWS'`);
          if (isFixed && name === 'service')
            await run(`update connection set service = 'MARKETPLACE' where id = '${rows[1]}'`);
        });
      }

      const days = field.type === 'time' ? field.days : undefined;
      if (days) {
        test(`${days.join(' and ')} are whole days, both included`, async () => {
          const times = ['2026-03-05T23:59:59.999Z', '2026-03-06T00:00:00Z'];
          for (const [index, id] of rows.entries())
            await run(`update ${table} set ${field.column.split('.')[1]} = '${times[index]}' where id = '${id}'`);
          const [one, two] = rows.map(idOf);
          for (const address of addresses) {
            const [first, last]: readonly [string, string] = days;
            assert.deepEqual(await seen(address, `${first}=2026-03-05&${last}=2026-03-05`), [one]);
            assert.deepEqual(await seen(address, `${first}=2026-03-06`), [two]);
            assert.deepEqual(await seen(address, `${first}=2026-03-07`), []);
            assert.deepEqual((await seen(address, `${first}=&${last}=2026-03-06`)).length, 2);
            assert.equal((await app.acme.owner.call('GET', `${address}?${first}=2026-02-30`)).status, 400);
          }
        });
      }
    }
  });
}
