import { type RawBuilder, sql } from 'kysely';
import type { MarketplaceFacts } from '../../../contract/marketplaces/facts.ts';
import { marketplaceFacts } from '../../../contract/marketplaces/marketplaces.ts';
import { type AgreedTrial, trialEndOf } from '../../../contract/reference/agreed-terms.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { decodeId } from '../../../kit/ids.ts';
import type {
  EntitlementTermHours,
  MeteredDimension,
  MeteredEntitlement,
  PricedDimension,
} from './metered-entitlement.ts';

type UsageTermRow = {
  org_id: string;
  term_id: string;
  entitlement_id: string;
  flush_through: Date | null;
  closed_time: Date | null;
  closed_code: string | null;
  version: number;
};

declare module '../../../db/tables.ts' {
  interface Tables {
    usage_term: UsageTermRow;
  }
}

type TermJson = {
  id: string;
  start: string;
  end: string | null;
  resource: string | null;
  plan: string | null;
  trial: AgreedTrial | null;
  flush: string | null;
  closed: string | null;
};

type Row = Omit<MeteredEntitlement, 'terms' | 'dimensions' | 'billedMetrics' | 'priced' | 'testUntil'> & {
  billed_metrics: unknown[];
  terms: TermJson[];
  own_dimensions: PricedDimension[];
  product_dimensions: PricedDimension[];
  oversized: boolean;
  /** AWS: some agreed prices are unknown. Those of the listing do not stand in for them. */
  has_unread_rates: boolean;
  test_until: string | null;
};

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

const termOf = (term: TermJson): EntitlementTermHours => {
  const start = new Date(term.start);
  const freeUntil = trialEndOf(start, term.trial);
  return {
    id: term.id,
    start,
    end: timeOf(term.end),
    usageResourceId: term.resource,
    ...(term.plan === null ? {} : { planId: term.plan }),
    ...(freeUntil === null ? {} : { freeUntil }),
    flushThrough: timeOf(term.flush),
    closedTime: timeOf(term.closed),
  };
};

type Sql = RawBuilder<unknown>;

/**
 * An SQL expression over a term t of an entitlement e that differs by marketplace; null for marketplaces without one.
 */
const byMarketplace = (differs: (facts: MarketplaceFacts) => Sql | null): Sql => {
  const branches = Object.entries(marketplaceFacts).flatMap(([code, facts]) => {
    const value = differs(facts);
    return value === null ? [] : [sql`when ${sql.lit(code)} then ${value}`];
  });
  return sql`case e.partner ${sql.join(branches, sql` `)} end`;
};

const inTermInfo = (path: string): Sql => sql`t.entitlement_info #>> ${sql.lit(path)}`;

const usageResource = byMarketplace(({ usage: { resource } }) => {
  if (resource.from === 'INFO') return inTermInfo(resource.path);
  if (resource.from === 'AGREEMENT') return sql`t.external_entitlement_id`;
  return sql`coalesce(t.aws_license_arn, case when t.id = e.entitlement_term_id then e.aws_license_arn end)`;
});

/** The plan that usage is reported for, and the length of one of its terms. */
export const usagePlan = byMarketplace(
  ({ usage, agreement: { plan } }) => usage.byPlan && plan && inTermInfo(`{${plan.member},0,${plan.field}}`),
);
export const usagePlanTermUnit = byMarketplace(({ usage: { byPlan } }) => byPlan && inTermInfo(byPlan.termUnitPath));

/**
 * The dimensions of the purchase, completed from the listing if the purchase names none or not all. The listing may be
 * the only one to name them.
 */
const dimensionsOf = (row: Pick<Row, 'own_dimensions' | 'product_dimensions' | 'oversized'>): MeteredDimension[] => {
  const names = new Map(row.product_dimensions.map((dimension) => [dimension.key ?? '', dimension.name ?? '']));
  const isWhole = row.own_dimensions.length > 0 && !row.oversized;
  const found = isWhole ? row.own_dimensions : [...row.own_dimensions, ...row.product_dimensions];
  const dimensions = new Map<string, MeteredDimension>();
  for (const { key = '', name = '' } of found) {
    if (key !== '' && !dimensions.has(key))
      dimensions.set(key, { key, name: name === '' ? (names.get(key) ?? '') : name });
  }
  return [...dimensions.values()];
};

const testUntilOf = (text: string | null): Date | null => {
  const time = text === null ? null : new Date(text);
  return time === null || Number.isNaN(time.getTime()) ? null : time;
};

/**
 * Reads entitlements with their terms, dimensions and addresses in one statement. The parts of a divided term are
 * metered through their parent, whose license they share.
 */
export const findMeteredEntitlements = async (
  db: OrgDb,
  ids: readonly string[],
): Promise<Map<string, MeteredEntitlement>> => {
  const { rows } = await sql<Row>`
    select e.id, e.partner, e.status, e.buyer_id as "buyerId", e.product_id as "productId",
      b.account_id as "buyerAccountId", nullif(b.external_id, b.account_id) as "customerIdentifier",
      case when p.id is null or p.entity_id is null then null else json_build_object(
        'entityId', p.entity_id, 'externalId', coalesce(p.external_id, ''), 'meteringKey', p.metering_key) end as product,
      coalesce(case jsonb_typeof(e.info -> 'dimensions') when 'array' then e.info -> 'dimensions' end, '[]') as own_dimensions,
      coalesce(case jsonb_typeof(p.info -> 'dimensions') when 'array' then p.info -> 'dimensions' end, '[]') as product_dimensions,
      coalesce(jsonb_path_query_array(e.info, '$.billableDimensions[*].billableMetricId'), '[]') as billed_metrics,
      u.billed_until as "billedUntil",
      coalesce(e.info ->> 'dimensionsOversized', '') = 'true' as oversized,
      coalesce(e.info #> '{awsAgreement,unreadTerms}' @> '["usageBasedPricingTerm"]', false) as has_unread_rates,
      exists (select from usage_metering_config c where c.org_id = ${db.orgId} and c.partner = e.partner
        and c.enable_dimension_mapping) as "isMapped",
      case when e.meta_info ->> 'enableTestUsageMetering' = 'true'
        then coalesce(nullif(e.meta_info ->> 'testUsageMeteringEndTime', ''), '9999-12-31T00:00:00Z') end as test_until,
      coalesce((
        select json_agg(json_build_object('id', t.id, 'start', t.start_time, 'end', t.end_time,
          'resource', ${usageResource}, 'plan', ${usagePlan},
          'trial', case when e.partner = 'AWS' then t.entitlement_info -> 'trialConfig' end,
          'flush', u.flush_through, 'closed', u.closed_time) order by t.start_time, t.id)
        from entitlement_term t
        left join usage_term u on u.org_id = ${db.orgId} and u.term_id = t.id
        where t.org_id = ${db.orgId} and t.entitlement_id = e.id and t.type <> 'DivideCommit'
      ), '[]') as terms
    from entitlement e
    left join product p on p.org_id = ${db.orgId} and p.id = e.product_id
    left join buyer b on b.org_id = ${db.orgId} and b.id = e.buyer_id
    left join billed_usage u on u.org_id = ${db.orgId} and u.entitlement_id = e.id
    where e.org_id = ${db.orgId} and e.id = any(${ids as string[]}::uuid[])
  `.execute(db.raw);
  return new Map(
    rows.map(
      ({
        terms,
        own_dimensions,
        product_dimensions,
        billed_metrics,
        oversized,
        has_unread_rates,
        test_until,
        ...row
      }) => [
        row.id,
        {
          ...row,
          terms: terms.map(termOf),
          dimensions: dimensionsOf({ own_dimensions, product_dimensions, oversized }),
          billedMetrics: billed_metrics.flatMap((id) => decodeId('metric', String(id)) ?? []),
          priced: has_unread_rates ? [own_dimensions] : [own_dimensions, product_dimensions],
          testUntil: testUntilOf(test_until),
        },
      ],
    ),
  );
};

/**
 * Makes the hours of the terms before `through` due at once. Returns how many of the terms had not been flushed before.
 */
export const flushTerms = async (
  db: OrgDb,
  entitlementId: string,
  termIds: readonly string[],
  through: Date,
): Promise<number> => {
  const { rows } = await sql<{ term_id: string }>`
    insert into usage_term as u (org_id, term_id, entitlement_id, flush_through)
    values (${db.orgId}, unnest(${termIds as string[]}::uuid[]), ${entitlementId}, ${through})
    on conflict (org_id, term_id) do update
    set flush_through = excluded.flush_through, version = u.version + 1 where u.flush_through is null
    returning term_id
  `.execute(db.raw);
  return rows.length;
};

/**
 * Marks the terms of these reports as closed: the marketplace accepts no more of their usage. Only of entitlements that
 * have ended: before, the same answer is also that of a suspended account, whose usage is accepted again later ("The
 * customer's AWS account was suspended", UsageRecordResult.Status of AWS; Azure accepts usage of resources in the status
 * Subscribed only).
 */
export const closeTermsOfReports = async (
  db: OrgDb,
  reportIds: readonly string[],
  code: string,
  time: Date,
): Promise<void> => {
  await sql`
    insert into usage_term as u (org_id, term_id, entitlement_id, closed_time, closed_code)
    select distinct r.org_id, r.term_id, r.entitlement_id, ${time}::timestamptz, ${code}
    from usage_report r
    join entitlement e on e.org_id = ${db.orgId} and e.id = r.entitlement_id and e.status in ('CANCELLED', 'DELETED')
    where r.org_id = ${db.orgId} and r.id = any(${reportIds as string[]}::uuid[])
    on conflict (org_id, term_id) do update
    set closed_time = coalesce(u.closed_time, excluded.closed_time), closed_code = coalesce(u.closed_code, excluded.closed_code),
      version = u.version + 1
  `.execute(db.raw);
};
