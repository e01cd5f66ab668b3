import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Field, Fields } from '../src/contract/fields.ts';
import { type PageRequest, readQueryPage } from '../src/contract/page.ts';
import type { SelectedPage } from '../src/contract/query/select-page.ts';
import type { OrgDb } from '../src/db/org-db.ts';
import { buyerFields } from '../src/domain/buyer/fields.ts';
import { selectBuyers } from '../src/domain/buyer/store.ts';
import { contactFields } from '../src/domain/contact/fields.ts';
import { selectContacts as selectOwnContacts } from '../src/domain/contact/store.ts';
import { referralFields } from '../src/domain/cosell/referral/fields.ts';
import { selectReferrals } from '../src/domain/cosell/referral/store.ts';
import { syncEventFields } from '../src/domain/cosell/sync-event/fields.ts';
import { selectSyncEvents } from '../src/domain/cosell/sync-event/store.ts';
import { entitlementFields } from '../src/domain/entitlement/fields.ts';
import { selectEntitlements } from '../src/domain/entitlement/store.ts';
import { offerFields } from '../src/domain/offer/fields.ts';
import { selectOffers } from '../src/domain/offer/store.ts';
import { partnerContactFields } from '../src/domain/prm/contact/fields.ts';
import { selectContacts } from '../src/domain/prm/contact/store.ts';
import { partnerFileFields, sharedFileFields } from '../src/domain/prm/file/fields.ts';
import { selectFiles, selectSharedFiles } from '../src/domain/prm/file/store.ts';
import { invitationFields } from '../src/domain/prm/invitation/fields.ts';
import { selectInvitations } from '../src/domain/prm/invitation/store.ts';
import { relationshipFields } from '../src/domain/prm/relationship/fields.ts';
import { selectRelationships } from '../src/domain/prm/relationship/store.ts';
import { productFields } from '../src/domain/product/fields.ts';
import { selectProducts } from '../src/domain/product/store.ts';
import { encodeId } from '../src/kit/ids.ts';
import { startApp, type TestApp } from './app.ts';
import { onPostgres } from './fresh-address.ts';
import { liftFence } from './lift-fence.ts';

// Every filter of a list in every order reads the rows of one organization by an index, in tables with the rows of many.

const organizations = 20;
const rowsEach = 800;

const marketplace = `(array['AWS', 'AZURE', 'GCP'])[1 + n % 3]`;
const authors = { created_by: `'test'`, last_updated_by: `'test'` };

/** Row `n` of an organization: its columns besides `org_id` and `id`. */
const rows: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  contact: {
    email_address: `n || '@company' || n % 50 || '.test'`,
    name: `'Person ' || md5(n::text)`,
    info: `jsonb_build_object('role', (array['SALES', 'LEGAL'])[1 + n % 2], 'companyName', 'Company ' || n % 70, 'partner', ${marketplace})`,
  },
  buyer: { partner: marketplace, name: `'Company ' || md5(n::text)`, account_id: `(100000000000 + n)::text` },
  product: {
    partner: marketplace,
    name: `'Product ' || md5(n::text)`,
    status: `(array['DRAFT', 'RELEASED'])[1 + n % 2]`,
    ...authors,
  },
  offer: {
    partner: marketplace,
    name: `'Offer ' || md5(n::text)`,
    status: `(array['DRAFT', 'PENDING_ACCEPTANCE', 'ACCEPTED', 'EXPIRED'])[1 + n % 4]`,
    expire_time: `now() + n * interval '1 minute'`,
    info: `jsonb_build_object('currency', (array['USD', 'EUR'])[1 + n % 2])`,
    ...authors,
  },
  entitlement: {
    partner: marketplace,
    name: `'Contract ' || md5(n::text)`,
    status: `(array['ACTIVE', 'CANCELLED'])[1 + n % 2]`,
    buyer_id: 'gen_random_uuid()',
  },
  partner_relationship: {
    pair_id: 'gen_random_uuid()',
    company_name: `'Company ' || md5(n::text)`,
    relationship: `(array['RESELLER', 'REFERRAL', 'MSP'])[1 + n % 3]`,
    engagement_type: `(array['CO_SELL', 'RESELL', 'REFER'])[1 + n % 3]`,
    status: `(array['INVITED', 'ACTIVE', 'INACTIVE'])[1 + n % 3]`,
    manager_id: 'case when n % 4 = 0 then gen_random_uuid() end',
  },
  partner_invitation: {
    pair_id: 'gen_random_uuid()',
    direction: `(array['OUTBOUND', 'INBOUND'])[1 + n % 2]`,
    status: `(array['PENDING', 'ACCEPTED', 'DECLINED', 'EXPIRED'])[1 + n % 4]`,
    recipient: `'{}'`,
    recipient_email: `n || '@partner.test'`,
    recipient_company: `'Company ' || md5(n::text)`,
    sender: `'{}'`,
    relationship: `'REFERRAL'`,
    engagement_type: `'CO_SELL'`,
    subject: `''`,
    body: `''`,
    accept_by_days: '30',
    accept_by: `now() + n * interval '1 minute'`,
    sent_time: 'now()',
  },
  partner_contact: { relationship_id: 'place', email: `n || '@partner.test'`, name: `'Person ' || md5(n::text)` },
  partner_file: {
    name: `md5(n::text) || '.pdf'`,
    content_type: `'application/pdf'`,
    size: '1',
    shared_with: `case when n % 3 = 0 then 'ALL_PARTNERS' end`,
    created_by: `'test'`,
  },
  referral: {
    partner: `(array['AWS', 'AZURE', 'GCP', 'DIRECT'])[1 + n % 4]`,
    direction: `(array['OUTBOUND', 'INBOUND'])[1 + n % 2]`,
    name: `'Deal ' || md5(n::text)`,
    status: `(array['SUBMITTED', 'ACCEPTED', 'WON', 'LOST', 'ARCHIVED'])[1 + n % 5]`,
    stage: `(array['PROSPECT', 'QUALIFIED', 'COMMITTED'])[1 + n % 3]`,
    external_id: `'O' || n`,
    buyer_company: `jsonb_build_object('name', 'Buyer ' || md5(n::text))`,
    buyer_id: 'case when n % 5 = 0 then gen_random_uuid() end',
    deal_value: 'case when n % 6 > 0 then n end',
    currency: `case when n % 6 > 0 then (array['USD', 'EUR', 'JPY'])[1 + n % 3] end`,
    target_close_date: `case when n % 7 > 0 then '2027-01-' || lpad((1 + n % 28)::text, 2, '0') end`,
    crm_system: `case when n % 3 = 0 then 'SALESFORCE' end`,
    crm_record_id: `case when n % 3 = 0 then 'record ' || n end`,
    sync_status: `(array['IN_SYNC', 'PENDING', 'FAILED'])[1 + n % 3]`,
    created_by: `'test'`,
    last_updated_by: `'test'`,
  },
  referral_sync_event: {
    referral_id: 'place',
    time: `now() - n * interval '1 minute'`,
    system: `(array['AWS', 'SALESFORCE'])[1 + n % 2]`,
    direction: `(array['OUTBOUND', 'INBOUND'])[1 + n % 2]`,
    changes: `'[]'`,
  },
};

const noTimes: Readonly<Record<string, readonly string[]>> = {
  partner_contact: ['creation_time'],
  referral_sync_event: [],
};

const fill = (table: string): string => {
  const times = noTimes[table] ?? ['creation_time', 'last_update_time'];
  const columns = {
    ...rows[table],
    ...Object.fromEntries(times.map((name) => [name, `now() - n * interval '1 minute'`])),
  };
  // A fifth of the rows that belong to one place share it.
  return `insert into ${table} (org_id, id, ${Object.keys(columns).join(', ')})
    select org_id, gen_random_uuid(), ${Object.values(columns).join(', ')}
    from (
      select org_id, n, case when n % 5 = 0 then $1::uuid else gen_random_uuid() end as place
      from unnest($2::uuid[]) as org_id cross join generate_series(1, ${rowsEach}) as n
    ) as given`;
};

let app: TestApp;
let orgId: string;
let placeId = '00000000-0000-7000-8000-000000000000';
before(async () => {
  if (!onPostgres) return;
  app = await startApp({}, { idle: true });
  const ids = Array.from({ length: organizations }, () => app.app.environment.ids.next());
  orgId = ids[3] ?? '';
  placeId = app.app.environment.ids.next();
  const tables = Object.keys(rows);
  const { rows: keys } = await app.database.pool.query(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
      where contype = 'f' and conrelid = any($1::regclass[])`,
    [tables],
  );
  await liftFence(app.database.pool, tables, async (client) => {
    await client.query('set local statement_timeout = 0');
    for (const table of tables) {
      await client.query(`alter table ${table} disable trigger user`);
      // Its rows belong to no others.
      for (const key of keys.filter((one) => one.table === table))
        await client.query(`alter table ${table} drop constraint ${key.name}`);
      await client.query(fill(table), [placeId, ids]);
      await client.query(`alter table ${table} enable trigger user`);
    }
    await client.query(`analyze ${tables.join(', ')}`);
  });
});
after(() => app?.close());

type Select = (db: OrgDb, page: PageRequest) => Promise<SelectedPage<unknown>>;
type List = { name: string; table: string; fields: Fields; select: Select };

const lists: List[] = [
  {
    ...{ name: 'contacts of the organization', table: 'contact', fields: contactFields },
    select: (db, page) => selectOwnContacts(db, page, {}),
  },
  {
    ...{ name: 'buyers', table: 'buyer', fields: buyerFields },
    select: (db, page) => selectBuyers(db, page, {}),
  },
  {
    ...{ name: 'products', table: 'product', fields: productFields },
    select: (db, page) => selectProducts(db, page, { withDeleted: false }),
  },
  {
    ...{ name: 'offers', table: 'offer', fields: offerFields },
    select: (db, page) => selectOffers(db, page, { withDeleted: false }),
  },
  {
    ...{ name: 'entitlements', table: 'entitlement', fields: entitlementFields },
    select: (db, page) => selectEntitlements(db, page, { withDeleted: false }),
  },
  {
    ...{ name: 'referrals', table: 'referral', fields: referralFields },
    select: (db, page) => selectReferrals(db, page, { withArchived: false }),
  },
  {
    ...{ name: 'sync events', table: 'referral_sync_event', fields: syncEventFields },
    select: (db, page) => selectSyncEvents(db, page, placeId),
  },
  {
    ...{ name: 'partner relationships', table: 'partner_relationship', fields: relationshipFields },
    select: selectRelationships,
  },
  { name: 'invitations', table: 'partner_invitation', fields: invitationFields, select: selectInvitations },
  {
    ...{ name: 'invitations of a partner', table: 'partner_invitation', fields: invitationFields },
    select: (db, page) => selectInvitations(db, page, { relationshipId: placeId }),
  },
  {
    ...{ name: 'contacts', table: 'partner_contact', fields: partnerContactFields },
    select: (db, page) => selectContacts(db, page, placeId),
  },
  { name: 'files', table: 'partner_file', fields: partnerFileFields, select: selectFiles },
  {
    ...{ name: 'shared files', table: 'partner_file', fields: sharedFileFields },
    select: (db, page) => selectSharedFiles(db, page, placeId),
  },
];

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

/** The plans of a statement that a store sends, of the page and of its total. */
const plansOf = async ({ fields, select }: List, params: Record<string, string>): Promise<Plan[]> => {
  const page = readQueryPage({ orgId, url: '/list' }, { page_size: '25', ...params }, fields);
  const db = app.database.read(orgId);
  const plans: Plan[] = [];
  await select(
    {
      ...db,
      sendUpTo: async (text, values) => {
        const { rows: explained } = await db.send(`explain (format json) ${text}`, values);
        const [{ 'QUERY PLAN': given } = { 'QUERY PLAN': [] }] = explained as { 'QUERY PLAN': { Plan: Plan }[] }[];
        plans.push(...given.map(({ Plan: plan }) => plan));
        return { rows: [], whole: true } as never;
      },
    },
    page,
  );
  return plans;
};

const scansOf = (plan: Plan, table: string): Plan[] => [
  ...(plan['Relation Name'] === table || plan['Node Type'] === 'Bitmap Index Scan' ? [plan] : []),
  ...(plan.Plans ?? []).flatMap((part) => scansOf(part, table)),
];

const isByOrganization = (scan: Plan): boolean =>
  scan['Node Type'] === 'Bitmap Heap Scan' || (scan['Index Cond'] ?? '').includes('org_id');

const literals: Readonly<Record<Field['type'], (field: Field) => string>> = {
  text: () => '"Company 7"',
  enum: (field) => `"${('values' in field && field.values?.[0]) || 'x'}"`,
  number: () => '7',
  integer: () => '7',
  boolean: () => 'true',
  time: () => '"2026-01-01T00:00:00Z"',
  id: (field) => `"${'prefix' in field ? encodeId(field.prefix, placeId) : ''}"`,
};

const filtersOf = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const value = literals[field.type](field);
    const operators = field.type === 'time' || field.type === 'number' ? ['=', '>', '<'] : ['='];
    return operators.map((operator) => `(${operator} ${name} ${value})`);
  });

const sortsOf = (fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([, { sortable }]) => sortable)
    .flatMap(([name]) => [name, `-${name}`]);

test('every field that filters or sorts has a value to try it with', () => {
  for (const { name, fields } of lists) assert.ok(filtersOf(fields).length > 0 && sortsOf(fields).length > 0, name);
});

// The plans are those of a server: the embedded database has none to look at.
for (const list of onPostgres ? lists : []) {
  test(`${list.name}: every filter in every order reads one organization by an index`, async () => {
    const bad: string[] = [];
    for (const q of ['', ...filtersOf(list.fields)]) {
      for (const s of sortsOf(list.fields)) {
        for (const plan of await plansOf(list, { s, ...(q && { q }) })) {
          const scans = scansOf(plan, list.table);
          assert.ok(scans.length > 0);
          const wrong = scans.filter((scan) => !isByOrganization(scan));
          if (wrong.length > 0)
            bad.push(
              `${q} ${s}: ${wrong
                .map((scan) => JSON.stringify(scan))
                .join(' ')
                .slice(0, 300)}`,
            );
        }
      }
    }
    assert.deepEqual(bad, []);
  });
}
