import { sql } from 'kysely';
import { intArray, textArray } from '../../../db/array-bytes.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { MeteredEntitlement } from '../metered-entitlement/metered-entitlement.ts';

/** What groups of one entitlement, term and hour have in common. */
export type IntakeSlot = { entitlement: MeteredEntitlement; termId: string; hour: string; test: boolean };

/**
 * Groups and items of one batch, column by column, for `unnest`. Most groups of a batch share a few slots and times, so a
 * group has the position of its own, counted from 1 as in PostgreSQL. Documents are JSON texts, times ISO texts.
 */
export type NewGroups = {
  creationMonth: string;
  creationTime: Date;
  slots: readonly IntakeSlot[];
  usageTimes: readonly string[];
  ids: string[];
  slotOf: number[];
  usageTimeOf: number[];
  records: string[];
  metaInfos: string[];
  allocations: (string | null)[];
  items: {
    groupIds: string[];
    slotOf: number[];
    dimensions: string[];
    quantities: string[];
    allocations: (string | null)[];
  };
};

/**
 * Takes ids for this transaction and returns those that were stored before. Waits for another transaction that is about
 * to store one of them. Ids are taken in order, so that two batches never deadlock.
 */
export const takeGroupIds = async (db: OrgDb, ids: readonly string[], creationMonth: string): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    with sent as (select id from unnest(${textArray([...ids].sort())}::text[]) as u (id)),
    taken as (
      insert into usage_record_group_id (org_id, id, creation_month)
      select ${db.orgId}::uuid, id, ${creationMonth}::date from sent
      on conflict (org_id, id) do nothing returning id
    )
    select id from sent except select id from taken
  `.execute(db.raw);
  return new Set(rows.map((row) => row.id));
};

/** Stores groups and their items in one statement; their ids must have been taken. */
export const insertGroups = async (db: OrgDb, groups: NewGroups): Promise<void> => {
  const { items, slots } = groups;
  const entitlements = slots.map(({ entitlement }) => entitlement);
  const [entitlementIds, hours] = [entitlements.map(({ id }) => id), slots.map(({ hour }) => hour)];
  // Usage rarely has tags; a column that is null throughout need not be unnested.
  const isTagged = groups.allocations.some((one) => one !== null);
  await sql`
    with stored as (
      insert into usage_record_group (org_id, creation_month, id, entitlement_id, buyer_id, product_id, partner, status,
        records, meta_info, usage_allocations, usage_time, creation_time, last_update_time)
      select ${db.orgId}::uuid, ${groups.creationMonth}::date, g.id, (${entitlementIds}::uuid[])[g.slot],
        (${entitlements.map(({ buyerId }) => buyerId)}::uuid[])[g.slot],
        (${entitlements.map(({ productId }) => productId)}::uuid[])[g.slot],
        (${entitlements.map(({ partner }) => partner)}::text[])[g.slot],
        'CREATED', g.records::jsonb, g.meta_info::jsonb, ${isTagged ? sql`g.allocations::jsonb` : sql`null::jsonb`},
        (${groups.usageTimes}::timestamptz[])[g.usage_time], ${groups.creationTime}::timestamptz, ${groups.creationTime}::timestamptz
      from unnest(${textArray(groups.ids)}::text[], ${intArray(groups.slotOf)}::int[], ${intArray(groups.usageTimeOf)}::int[],
        ${textArray(groups.records)}::text[],
        ${textArray(groups.metaInfos)}::text[] ${isTagged ? sql`, ${groups.allocations}::text[]` : sql``}
      ) as g (id, slot, usage_time, records, meta_info ${isTagged ? sql`, allocations` : sql``})
    )
    insert into usage_record_item (org_id, creation_month, group_id, dimension, entitlement_id, term_id, hour, quantity, test, state,
      allocations)
    select ${db.orgId}::uuid, ${groups.creationMonth}::date, i.group_id, i.dimension, (${entitlementIds}::uuid[])[i.slot],
      (${slots.map(({ termId }) => termId)}::uuid[])[i.slot], (${hours}::timestamptz[])[i.slot], i.quantity::numeric,
      (${slots.map(({ test }) => test)}::boolean[])[i.slot], 'CREATED', ${isTagged ? sql`i.allocations::jsonb` : sql`null::jsonb`}
    from unnest(${textArray(items.groupIds)}::text[], ${intArray(items.slotOf)}::int[], ${textArray(items.dimensions)}::text[],
        ${textArray(items.quantities)}::text[]
      ${isTagged ? sql`, ${items.allocations}::text[]` : sql``}
    ) as i (group_id, slot, dimension, quantity ${isTagged ? sql`, allocations` : sql``})
  `.execute(db.raw);
};
