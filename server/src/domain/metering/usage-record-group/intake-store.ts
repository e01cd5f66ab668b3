import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { MeteredEntitlement } from '../metered-entitlement/metered-entitlement.ts';

/** Groups and items of one batch, column by column, for `unnest`. Documents are JSON texts, times ISO texts. */
export type NewGroups = {
  creationMonth: string;
  creationTime: Date;
  entitlements: readonly MeteredEntitlement[];
  ids: string[];
  /** Positions in `entitlements`. */
  owners: number[];
  records: string[];
  metaInfos: string[];
  allocations: (string | null)[];
  usageTimes: string[];
  items: {
    groupIds: string[];
    dimensions: string[];
    entitlementIds: string[];
    termIds: string[];
    hours: string[];
    quantities: string[];
    tests: boolean[];
    allocations: (string | null)[];
  };
};

/**
 * Takes ids for this transaction and returns those that were free. Waits for another transaction that is about to store
 * one of them. Ids are taken in order, so that two batches never deadlock.
 */
export const takeGroupIds = async (db: OrgDb, ids: readonly string[], creationMonth: string): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    insert into usage_record_group_id (org_id, id, creation_month)
    select ${db.orgId}::uuid, id, ${creationMonth}::date from unnest(${[...ids].sort()}::text[]) as u (id)
    on conflict (org_id, id) do nothing returning id
  `.execute(db.raw);
  return new Set(rows.map((row) => row.id));
};

/** Stores groups and their items in one statement; their ids must have been taken. */
export const insertGroups = async (db: OrgDb, groups: NewGroups): Promise<void> => {
  const { items } = groups;
  // Usage rarely has tags; a column that is null throughout need not be unnested.
  const isTagged = items.allocations.some((one) => one !== null);
  await sql`
    with stored as (
      insert into usage_record_group (org_id, creation_month, id, entitlement_id, buyer_id, product_id, partner, status,
        records, meta_info, usage_allocations, usage_time, creation_time, last_update_time)
      select ${db.orgId}::uuid, ${groups.creationMonth}::date, g.id, o.entitlement_id, o.buyer_id, o.product_id, o.partner,
        'CREATED', g.records::jsonb, g.meta_info::jsonb, g.allocations::jsonb, g.usage_time,
        ${groups.creationTime}::timestamptz, ${groups.creationTime}::timestamptz
      from unnest(${groups.ids}::text[], ${groups.owners}::int[], ${groups.records}::text[], ${groups.metaInfos}::text[],
        ${groups.allocations}::text[], ${groups.usageTimes}::timestamptz[]
      ) as g (id, owner, records, meta_info, allocations, usage_time)
      join unnest(${groups.entitlements.map((e) => e.id)}::uuid[], ${groups.entitlements.map((e) => e.buyerId)}::uuid[],
        ${groups.entitlements.map((e) => e.productId)}::uuid[], ${groups.entitlements.map((e) => e.partner)}::text[]
      ) with ordinality as o (entitlement_id, buyer_id, product_id, partner, position) on o.position = g.owner + 1
    )
    insert into usage_record_item (org_id, creation_month, group_id, dimension, entitlement_id, term_id, hour, quantity, test, state,
      allocations)
    select ${db.orgId}::uuid, ${groups.creationMonth}::date, i.group_id, i.dimension, i.entitlement_id, i.term_id, i.hour,
      i.quantity, i.test, 'CREATED', ${isTagged ? sql`i.allocations::jsonb` : sql`null::jsonb`}
    from unnest(${items.groupIds}::text[], ${items.dimensions}::text[], ${items.entitlementIds}::uuid[],
      ${items.termIds}::uuid[], ${items.hours}::timestamptz[], ${items.quantities}::numeric[], ${items.tests}::boolean[]
      ${isTagged ? sql`, ${items.allocations}::text[]` : sql``}
    ) as i (group_id, dimension, entitlement_id, term_id, hour, quantity, test ${isTagged ? sql`, allocations` : sql``})
  `.execute(db.raw);
};
