import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { ReadCall } from '../src/contract/call.ts';
import type { Field, Fields } from '../src/contract/fields.ts';
import type { Paged } from '../src/contract/page.ts';
import { importBuyer } from '../src/domain/buyer/actions/import-buyer.ts';
import { buyerFields } from '../src/domain/buyer/fields.ts';
import { queryBuyers } from '../src/domain/buyer/reads.ts';
import { applyAgreement } from '../src/domain/entitlement/actions/apply-agreement.ts';
import { entitlementFields } from '../src/domain/entitlement/fields.ts';
import { queryEntitlements } from '../src/domain/entitlement/reads.ts';
import { importOffer } from '../src/domain/offer/actions/import-offer.ts';
import { offerFields } from '../src/domain/offer/fields.ts';
import { offerSetFields } from '../src/domain/offer/offer-set/fields.ts';
import { listOfferSets } from '../src/domain/offer/offer-set/reads.ts';
import { insertOfferSet } from '../src/domain/offer/offer-set/store.ts';
import { queryOffers } from '../src/domain/offer/reads.ts';
import { importProduct } from '../src/domain/product/actions/import-product.ts';
import { productFields } from '../src/domain/product/fields.ts';
import { queryProducts } from '../src/domain/product/reads.ts';
import { encodeId } from '../src/kit/ids.ts';
import { anAgreementRead, anOfferRead, aProductRead, openWorld, type World } from './factories/commerce.ts';

// Every field available to `q` and `s` on products, buyers, offers and entitlements finds matching rows and has an
// index.

type Query = (call: ReadCall, input: { query: never }) => Promise<Paged<unknown>>;
type Family = { table: string; fields: Fields; query: Query };

const families: Family[] = [
  { table: 'product', fields: productFields, query: queryProducts },
  { table: 'buyer', fields: buyerFields, query: queryBuyers },
  { table: 'offer', fields: offerFields, query: queryOffers },
  { table: 'offer_set', fields: offerSetFields, query: listOfferSets },
  { table: 'entitlement', fields: entitlementFields, query: queryEntitlements },
];

let world: World;
before(async () => {
  world = await openWorld();
  world.orgId = randomUUID();
  await world.act((call) => importProduct(call, world.connection, aProductRead()));
  await world.act((call) =>
    importOffer(call, world.connection, anOfferRead({ agreementEnd: new Date('2027-12-31T00:00:00Z') })),
  );
  await world.act((call) => importBuyer(call, world.connection, { accountId: '444455556666', name: 'Globex' }));
  await world.act((call) => applyAgreement(call, world.connection, anAgreementRead({ licenseArn: 'arn:l' })));
  const meta = JSON.stringify({ salesforceOpportunityId: 'opp', salesforceQuoteId: 'quote', hubspotDealId: 'deal' });
  await world.act(async (call) => {
    const times = { expire_time: call.now, creation_time: call.now, last_update_time: call.now };
    const set = { partner: 'AWS', service: 'MARKETPLACE', external_id: 'offerset-1', name: 'Bundle' } as const;
    const rest = { created_by: 'u', last_updated_by: 'u', info: {}, meta_info: {}, version: 1 };
    const members = { offer_ids: [], buyer_ids: [] };
    await insertOfferSet(call.db, { id: randomUUID(), status: 'DRAFT', ...set, ...times, ...rest, ...members });
  });
  await world.database.write(world.orgId, async (db) => {
    await db
      .updateTable('product')
      .set({ meta_info: meta, info: JSON.stringify({ currency: 'USD' }) })
      .execute();
    await db.updateTable('offer').set({ meta_info: meta, sub_status: 'PENDING_PURCHASE' }).execute();
    await db.updateTable('entitlement').set({ meta_info: meta }).execute();
    await db
      .updateTable('buyer')
      .set({ company_id: 'c1', info: JSON.stringify({ emailAddress: 'a@globex.example' }) })
      .execute();
  });
});
after(() => world.close());

const literal = (field: Field, value: unknown): string => {
  if (field.type === 'boolean' || field.type === 'number' || field.type === 'integer') return String(value);
  return JSON.stringify(value instanceof Date ? value.toISOString() : value);
};

for (const { table, fields, query } of families) {
  describe(table, () => {
    const run = async (params: object): Promise<Paged<{ id: string }>> =>
      (await world.read((call) => query(call, { query: params as never }))).reply as Paged<{ id: string }>;

    for (const [name, field] of Object.entries(fields)) {
      test(`${name} is found by its value and not by another`, async () => {
        const { rows } = await world.database.pool.query(
          `select ${field.column} as value, id from ${table} where org_id = $1`,
          [world.orgId],
        );
        assert.equal(rows.length, 1);
        const [{ value, id }] = rows;
        assert.ok(value !== null, 'the one row holds a value');
        const { data } = await run({});
        const shown = field.type === 'id' ? encodeId(field.prefix, value) : value;
        assert.equal(data.length, 1, id);
        assert.deepEqual((await run({ q: `(= ${name} ${literal(field, shown)})` })).total_count, 1);
        assert.deepEqual((await run({ q: `(!= ${name} ${literal(field, shown)})` })).total_count, 0);
        assert.deepEqual((await run({ q: `(is_null ${name})` })).total_count, 0);
        if (field.sortable) for (const s of [name, `-${name}`]) assert.equal((await run({ s })).total_count, 1);
      });

      test(`${name} leads an index`, async () => {
        const column = field.column.split('.')[1] ?? '';
        const { rows } = await world.database.pool.query('select indexdef from pg_indexes where tablename = $1', [
          table,
        ]);
        const definitions = rows.map((row) => row.indexdef as string);
        const leads = (direction: string) =>
          definitions.some((text) => text.includes(`(org_id, ${column}${direction}`));
        const isKey = column === 'id';
        assert.ok(isKey || leads(',') || leads(' DESC'), `no index begins with org_id, ${column}`);
        if (field.sortable && !field.required) {
          // What it includes besides does not change its order.
          const hasOrder = (order: string) =>
            definitions.some((text) => text.replace(/ INCLUDE \([^)]*\)$/, '').endsWith(order));
          assert.ok(hasOrder(`(org_id, ${column}, id)`));
          assert.ok(hasOrder(`(org_id, ${column} DESC NULLS LAST, id DESC)`));
        }
      });
    }
  });
}
