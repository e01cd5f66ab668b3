import { sql } from 'kysely';
import { booleanArray, jsonbArray, pickedArray, textArray, timeArray, uuidArray } from '../../../db/array-bytes.ts';
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
  const sent = textArray([...ids].sort());
  const { rows } = await sql<{ id: string }>`
    with taken as (
      insert into usage_record_group_id (org_id, id, creation_month)
      values (${db.orgId}, unnest(${sent}::text[]), ${creationMonth})
      on conflict (org_id, id) do nothing returning id
    )
    select unnest(${sent}::text[]) as id except select id from taken
  `.execute(db.raw);
  return new Set(rows.map((row) => row.id));
};

/** Stores groups and their items in one statement; their ids must have been taken. */
export const insertGroups = async (db: OrgDb, groups: NewGroups): Promise<void> => {
  const { items, slots } = groups;
  const entitlements = slots.map(({ entitlement }) => entitlement);
  const entitlementIds = uuidArray(entitlements.map(({ id }) => id));
  const usageTimes = timeArray(groups.usageTimes.map((time) => new Date(time)));
  const inSlot = (values: Buffer) => pickedArray(values, groups.slotOf);
  const ofItem = (values: Buffer) => pickedArray(values, items.slotOf);
  // Usage rarely has tags; a column that is null throughout need not be unnested.
  const isTagged = groups.allocations.some((one) => one !== null);
  const tags = (allocations: readonly (string | null)[]) =>
    isTagged ? sql`unnest(${jsonbArray(allocations)}::jsonb[])` : sql`null`;
  await sql`
    insert into usage_record_group (org_id, creation_month, id, entitlement_id, buyer_id, product_id, partner, status,
      records, meta_info, usage_allocations, usage_time, creation_time, last_update_time)
    values (${db.orgId}, ${groups.creationMonth}, unnest(${textArray(groups.ids)}::text[]), unnest(${inSlot(entitlementIds)}::uuid[]),
      unnest(${inSlot(uuidArray(entitlements.map(({ buyerId }) => buyerId)))}::uuid[]),
      unnest(${inSlot(uuidArray(entitlements.map(({ productId }) => productId)))}::uuid[]),
      unnest(${inSlot(textArray(entitlements.map(({ partner }) => partner)))}::text[]),
      'CREATED', unnest(${jsonbArray(groups.records)}::jsonb[]), unnest(${jsonbArray(groups.metaInfos)}::jsonb[]),
      ${tags(groups.allocations)}, unnest(${pickedArray(usageTimes, groups.usageTimeOf)}::timestamptz[]), ${groups.creationTime},
      ${groups.creationTime})
  `.execute(db.raw);
  await sql`
    insert into usage_record_item (org_id, creation_month, group_id, dimension, entitlement_id, term_id, hour, quantity, test, state,
      allocations)
    values (${db.orgId}, ${groups.creationMonth}, unnest(${textArray(items.groupIds)}::text[]),
      unnest(${textArray(items.dimensions)}::text[]), unnest(${ofItem(entitlementIds)}::uuid[]),
      unnest(${ofItem(uuidArray(slots.map(({ termId }) => termId)))}::uuid[]),
      unnest(${ofItem(timeArray(slots.map(({ hour }) => new Date(hour))))}::timestamptz[]),
      unnest(${textArray(items.quantities)}::text[]::numeric[]), unnest(${ofItem(booleanArray(slots.map(({ test }) => test)))}::boolean[]),
      'CREATED', ${tags(items.allocations)})
  `.execute(db.raw);
};
