import { sql } from 'kysely';
import { marketplaceCodes, marketplaceFacts } from '../../../contract/marketplaces/marketplaces.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { usagePlan, usagePlanTermUnit } from '../metered-entitlement/store.ts';
import type { IncludedUse, PlanDimension, PlanTerm, PlanTerms } from './included-quantity.ts';

type PlanTermRow = Omit<PlanTerm, 'lists'> & { own: unknown; listed: unknown };

const listOf = (value: unknown): PlanDimension[] => (Array.isArray(value) ? (value as PlanDimension[]) : []);

/** Marketplaces that leave it to us to deduct what a plan includes. */
const partnersByPlan = marketplaceCodes.filter((code) => marketplaceFacts[code].usage.byPlan !== null);

/** Terms whose usage is reported for a plan, each with that plan; other terms are left out. */
export const findPlanTerms = async (db: OrgDb, termIds: readonly string[]): Promise<PlanTerms> => {
  const { rows } = await sql<PlanTermRow>`
    select t.id, t.start_time as start, greatest(t.end_time, t.planned_end_time) as end, ${usagePlan} as "planId", ${usagePlanTermUnit} as "termUnit",
      t.entitlement_info -> 'dimensions' as own, p.info -> 'dimensions' as listed
    from entitlement_term t
    join entitlement e on e.org_id = ${db.orgId} and e.id = t.entitlement_id
    left join product p on p.org_id = ${db.orgId} and p.id = coalesce(t.product_id, e.product_id)
    where t.org_id = ${db.orgId} and t.id = any(${termIds as string[]}::uuid[]) and e.partner = any(${partnersByPlan}::text[])
  `.execute(db.raw);
  return new Map(rows.map(({ own, listed, ...term }) => [term.id, { ...term, lists: [listOf(own), listOf(listed)] }]));
};

/** How much of each period of the terms has been used, locked. */
export const findIncludedUses = async (db: OrgDb, termIds: readonly string[]): Promise<IncludedUse[]> => {
  const { rows } = await sql<IncludedUse>`
    select entitlement_id as "entitlementId", term_id as "termId", dimension, start_time as start, used from usage_included
    where org_id = ${db.orgId} and term_id = any(${termIds as string[]}::uuid[])
    for update
  `.execute(db.raw);
  return rows;
};

/** Stores how much of each period is used now; each period occurs once. */
export const saveIncludedUses = async (db: OrgDb, uses: readonly IncludedUse[]): Promise<void> => {
  if (uses.length === 0) return;
  await sql`
    insert into usage_included as i (org_id, term_id, dimension, start_time, entitlement_id, used)
    values (${db.orgId}, unnest(${uses.map((use) => use.termId)}::uuid[]), unnest(${uses.map((use) => use.dimension)}::text[]),
      unnest(${uses.map((use) => use.start)}::timestamptz[]), unnest(${uses.map((use) => use.entitlementId)}::uuid[]),
      unnest(${uses.map((use) => use.used)}::numeric[]))
    on conflict (org_id, term_id, dimension, start_time) do update
    set used = excluded.used, version = i.version + 1
  `.execute(db.raw);
};
