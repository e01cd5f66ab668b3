import { type Generated, type RawBuilder, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { big, type Decimal } from '../../../kit/decimal.ts';
import { isPaymentCode, paymentCodes } from '../../buyer/payment/payment.ts';
import type { Entitlement, Share, Term, TermAmounts, TermFunds, TermUse, WithdrawnSchedule } from '../entitlement.ts';
import { termFields } from '../fields.ts';

/** An amount of a term until an RFC 3339 time. */
type FormerAmount = { until: string; amount: Decimal };

type TermRow = Omit<Term, 'info' | 'entitlement_info' | 'version'> & {
  org_id: string;
  info: Term['info'] | string;
  entitlement_info: Term['entitlement_info'] | string;
  version: Generated<number>;
  aws_license_arn: Generated<string | null>;
  /** Direct purchases: the end agreed at the start of the term, set once. Marketplaces: the latest end they named. */
  planned_end_time: Generated<Date | null>;
  /** What the commit was before it changed within the term, and until when: see `updateTermRow`. */
  former_amounts: Generated<FormerAmount[]>;
};

declare module '../../../db/tables.ts' {
  interface Tables {
    entitlement_term: TermRow;
  }
}

const columns = [
  'entitlement_term.id',
  'entitlement_term.entitlement_id',
  'entitlement_term.type',
  'entitlement_term.partner',
  'entitlement_term.service',
  'entitlement_term.product_id',
  'entitlement_term.offer_id',
  'entitlement_term.buyer_id',
  'entitlement_term.external_entitlement_id',
  'entitlement_term.start_time',
  'entitlement_term.end_time',
  'entitlement_term.commit_amount',
  'entitlement_term.used_commit_amount',
  'entitlement_term.credit_amount',
  'entitlement_term.used_credit_amount',
  'entitlement_term.reported_amount',
  'entitlement_term.parent_term_id',
  'entitlement_term.agreed_start',
  'entitlement_term.divided_amount',
  'entitlement_term.info',
  'entitlement_term.entitlement_info',
  'entitlement_term.creation_time',
  'entitlement_term.last_update_time',
  'entitlement_term.version',
] as const;

const documents = (row: Term) => ({
  info: JSON.stringify(row.info),
  entitlement_info: JSON.stringify(row.entitlement_info),
});

export const findTerm = async (db: OrgDb, entitlementId: string, id: string): Promise<Term | undefined> =>
  (await db
    .selectFrom('entitlement_term')
    .select(columns)
    .where('entitlement_term.entitlement_id', '=', entitlementId)
    .where('entitlement_term.id', '=', id)
    .executeTakeFirst()) as Term | undefined;

/** All terms of a locked entitlement, in chronological order. */
export const findTerms = async (db: OrgDb, entitlementId: string): Promise<Term[]> =>
  (await db
    .selectFrom('entitlement_term')
    .select(columns)
    .where('entitlement_term.entitlement_id', '=', entitlementId)
    .orderBy('entitlement_term.start_time')
    .orderBy('entitlement_term.id')
    .forUpdate()
    .execute()) as Term[];

/** The planned ends of an entitlement's terms, by term. */
export const findPlannedEnds = async (db: OrgDb, entitlementId: string): Promise<Map<string, Date | null>> => {
  const rows = await db
    .selectFrom('entitlement_term')
    .select(['entitlement_term.id', 'entitlement_term.planned_end_time'])
    .where('entitlement_term.entitlement_id', '=', entitlementId)
    .execute();
  return new Map(rows.map((row) => [row.id, row.planned_end_time]));
};

export const insertTerm = async (db: OrgDb, term: Term): Promise<void> => {
  const planned = term.parent_term_id === null ? term.end_time : null;
  await db.insertInto('entitlement_term', { ...term, ...documents(term), planned_end_time: planned }).execute();
};

/** How much of each commit was bought, whatever else is said of it; null if nothing says so. */
const quantitiesIn = ({ commits = [] }: Term['entitlement_info']): string | null => {
  const bought = commits.filter(({ quantity }) => quantity !== undefined);
  return bought.length === 0 ? null : JSON.stringify(bought.map(({ key, quantity }) => [key, quantity]).sort());
};

type Stored = Pick<Term, 'entitlement_info' | 'commit_amount'>;

const lockStored = async (db: OrgDb, id: string): Promise<Stored> =>
  (await db
    .selectFrom('entitlement_term')
    .select(['entitlement_term.entitlement_info', 'entitlement_term.commit_amount'])
    .where('entitlement_term.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()) as Stored;

/** Whether the marketplace says that another quantity was bought than the stored term shows. */
const changesQuantities = (stored: Stored, term: Term): boolean => {
  const [former, next] = [quantitiesIn(stored.entitlement_info), quantitiesIn(term.entitlement_info)];
  return former !== null && next !== null && former !== next;
};

const seatsIn = ({ azureSubscriptions }: Term['entitlement_info']): unknown => azureSubscriptions?.[0]?.quantity;

/**
 * AZURE: whether the stored amount is that of one payment, and the new one that of the whole term: for the same seats, so many times
 * as much as a term has months or years (decision 0345). The former amount never applied.
 */
const isWholeOfPart = (stored: Stored, term: Term): boolean => {
  if (changesQuantities(stored, term) || seatsIn(stored.entitlement_info) !== seatsIn(term.entitlement_info))
    return false;
  if (big(stored.commit_amount).eq(0)) return false;
  const times = big(term.commit_amount).div(stored.commit_amount);
  return [2, 3, 4, 5, 12, 24, 36, 48, 60].some((count) => times.eq(count));
};

const isAmendment = async (db: OrgDb, term: Term): Promise<boolean> => {
  if (isPaymentCode(term.partner) || term.parent_term_id !== null) return false;
  if (term.partner !== 'AZURE' && term.partner !== 'AWS') return false;
  const stored = await lockStored(db, term.id);
  return term.partner === 'AZURE' ? !isWholeOfPart(stored, term) : changesQuantities(stored, term);
};

/**
 * Writes a term. Of marketplaces it keeps what later reads would hide: the latest end that was agreed, and amounts that no
 * longer apply. The amount of a term in force changes with its seats at AZURE, and with the quantities of its commits at AWS
 * (intent AMEND of the Agreement Service); elsewhere a new amount corrects the former one.
 */
export const updateTermRow = async (db: OrgDb, term: Term): Promise<void> => {
  const { id, ...rest } = term;
  const until = term.last_update_time.toISOString();
  const isAgreed = !isPaymentCode(term.partner) && term.parent_term_id === null;
  const isAmended = await isAmendment(db, term);
  const kept = {
    ...(isAgreed && { planned_end_time: sql<Date | null>`greatest(planned_end_time, ${term.end_time}::timestamptz)` }),
    ...(isAmended && {
      former_amounts: sql<FormerAmount[]>`case
        when commit_amount <> ${term.commit_amount}::numeric and commit_amount > 0
          then former_amounts || jsonb_set(${JSON.stringify({ until })}::jsonb, '{amount}', ('"' || commit_amount::text || '"')::jsonb)
        else former_amounts end`,
    }),
  };
  await db
    .updateTable('entitlement_term')
    .set({ ...rest, ...documents(term), ...kept })
    .where('entitlement_term.id', '=', id)
    .execute();
};

export const selectTerms = (db: OrgDb, page: PageRequest, entitlementId: string): Promise<SelectedPage<Term>> => {
  const from = db.selectFrom('entitlement_term').where('entitlement_term.entitlement_id', '=', entitlementId);
  return selectPage(db, from.select(columns), page, termFields);
};

type FundsRow = TermAmounts & { parent_term_id: string | null; start_time: Date; agreed_start: Date | null };

/** Parts that were cut to nothing begin together with the next one: the agreed starts say which comes first. */
const byAgreedStart = (left: FundsRow, right: FundsRow): number =>
  (left.agreed_start?.getTime() ?? 0) - (right.agreed_start?.getTime() ?? 0);

/**
 * Locks the terms of entitlements that have remaining credit, shares or (`withCommit`) commit, each with its shares.
 * Whoever changes a term or its parts locks the term first, so what is read once the terms are locked stays. Locks in
 * the same order as `findTerms`, so that the two cannot deadlock.
 */
export const lockFundedTerms = async (
  db: OrgDb,
  entitlementIds: readonly string[],
  withCommit: boolean,
): Promise<TermFunds[]> => {
  const ids = entitlementIds as string[];
  await sql`
    select from entitlement_term
    where org_id = ${db.orgId} and entitlement_id = any(${ids}::uuid[]) and parent_term_id is null
      and (credit_amount > used_credit_amount or commit_amount > 0 or divided_amount > 0)
    order by entitlement_id, start_time, id
    for update
  `.execute(db.raw);
  // A separate statement: it finds the parts of a commit that was divided while the first one waited.
  const { rows } = await sql<FundsRow>`
    select id, parent_term_id, start_time, agreed_start, credit_amount, used_credit_amount,
      greatest(commit_amount - divided_amount, 0) as commit_amount, used_commit_amount
    from entitlement_term
    where org_id = ${db.orgId} and entitlement_id = any(${ids}::uuid[])
      and (credit_amount > used_credit_amount or parent_term_id is not null or divided_amount > 0
        or (${withCommit} and commit_amount - divided_amount > used_commit_amount))
    order by entitlement_id, start_time, id
    for update
  `.execute(db.raw);
  const shares = Map.groupBy(rows, (row) => row.parent_term_id);
  return rows
    .filter((row) => row.parent_term_id === null)
    .map(({ id, credit_amount, used_credit_amount, commit_amount, used_commit_amount }) => ({
      id,
      credit_amount,
      used_credit_amount,
      commit_amount,
      used_commit_amount,
      shares: (shares.get(id) ?? []).toSorted(byAgreedStart).map(
        (part): Share => ({
          id: part.id,
          start: part.start_time,
          credit_amount: part.credit_amount,
          used_credit_amount: part.used_credit_amount,
        }),
      ),
    }));
};

/** The undivided terms of entitlements that have a commit, used up or not. */
export const selectCommittedTerms = async (db: OrgDb, entitlementIds: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from entitlement_term
    where org_id = ${db.orgId} and entitlement_id = any(${entitlementIds as string[]}::uuid[]) and type <> 'DivideCommit'
      and commit_amount > 0
  `.execute(db.raw);
  return rows.map((row) => row.id);
};

/** Adds to the use of terms, each listed once. Returns the updated terms. */
export const addTermUse = async (db: OrgDb, uses: readonly TermUse[], now: Date): Promise<TermAmounts[]> => {
  const { rows } = await sql<TermAmounts>`
    with locked as (
      select id from entitlement_term
      where org_id = ${db.orgId} and id = any(${uses.map((use) => use.termId)}::uuid[])
      order by entitlement_id, start_time, id
      for update
    )
    update entitlement_term t
    set used_credit_amount = t.used_credit_amount + u.credit, used_commit_amount = t.used_commit_amount + u.commit,
      last_update_time = ${now}::timestamptz, version = t.version + 1
    from unnest(${uses.map((use) => use.termId)}::uuid[], ${uses.map((use) => use.credit)}::numeric[],
      ${uses.map((use) => use.commit)}::numeric[]) as u (term_id, credit, commit)
    join locked on locked.id = u.term_id
    where t.org_id = ${db.orgId} and t.id = u.term_id
    returning t.id, t.credit_amount, t.used_credit_amount, t.commit_amount, t.used_commit_amount
  `.execute(db.raw);
  return rows;
};

/** Deletes a term that no usage was submitted under. */
export const deleteTermRow = async (db: OrgDb, id: string): Promise<void> => {
  await db.deleteFrom('entitlement_term').where('entitlement_term.id', '=', id).execute();
};

/**
 * A term as it was agreed, with the end stated by its entitlement. Times are in milliseconds, which are read much faster
 * than timestamps: a report reads all terms. Times inside documents are texts.
 */
export type AgreedRow = Pick<
  Term,
  'id' | 'entitlement_id' | 'partner' | 'product_id' | 'buyer_id' | 'external_entitlement_id' | 'commit_amount'
> & {
  start_ms: number;
  end_ms: number | null;
  planned_end_ms: number | null;
  creation_ms: number;
  former_amounts: FormerAmount[] | null;
  currency: string | null;
  /** AWS: when the buyer accepted, the end as AWS names it, and of what kind the product is. */
  accept_time: string | null;
  agreement_end: string | null;
  product_kind: string | null;
  /** GCP: how long the plan is bought for, an ISO 8601 duration. */
  duration: string | null;
  /** AZURE: whether it was a free trial, or a test, when it was last read. */
  is_trial: boolean;
  /** AWS: a free trial with which it begins. */
  trial: Term['entitlement_info']['trialConfig'] | null;
  /** Direct purchases only; null if it is that of the term before. */
  info: Term['entitlement_info'] | null;
  addons: Entitlement['info']['addons'] | null;
  status: Entitlement['status'];
  /** When the entitlement last changed. */
  status_ms: number;
  schedule: Entitlement['meta_info']['entitlementCancellationSchedule'] | null;
  /** Of its cancellation, schedules that were taken back. */
  withdrawn: WithdrawnSchedule[] | null;
  /** What the seller says of whether it recurs. */
  recurring: string | null;
};

const msOf = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** Direct purchases that are not deleted, from one of them on. */
export const listDirectIds = async (db: OrgDb, after: string | null, count: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from entitlement
    where org_id = ${db.orgId} and partner = any(${[...paymentCodes]}::text[]) and status <> 'DELETED'
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${count}
  `.execute(db.raw);
  return rows.map(({ id }) => id);
};

/**
 * The terms of entitlements that are not deleted, parts of divided commits aside: each entitlement's in order. `ofDirect`: of
 * these direct purchases, with what they are billed by; null: of all others. What a term is billed by is null where it is the
 * same as of the term before.
 */
export const selectAgreedRows = async (
  db: OrgDb,
  ofDirect: readonly string[] | null,
  max: number,
): Promise<AgreedRow[]> => {
  const which = ofDirect
    ? sql`t.entitlement_id = any(${[...ofDirect]}::uuid[])`
    : sql`t.partner <> all(${[...paymentCodes]}::text[])`;
  const documents = ofDirect
    ? sql`
      nullif(t.entitlement_info, lag(t.entitlement_info) over (partition by t.entitlement_id order by t.start_time, t.id)) as info,
      e.info -> 'addons' as addons`
    : sql`null as info, null as addons`;
  const { rows } = await sql<AgreedRow>`
    select t.id, t.entitlement_id, t.partner, t.product_id, t.buyer_id, t.external_entitlement_id, t.commit_amount, i.currency,
      ${msOf('t.start_time')} as start_ms, ${msOf('t.end_time')} as end_ms, ${msOf('t.planned_end_time')} as planned_end_ms,
      ${msOf('t.creation_time')} as creation_ms, nullif(t.former_amounts, '[]') as former_amounts,
      i."awsAgreement" ->> 'acceptanceTime' as accept_time, i."awsAgreement" ->> 'endTime' as agreement_end,
      i."awsAgreement" ->> 'productType' as product_kind,
      i."gcpEntitlements" #>> '{0,offerDuration}' as duration,
      coalesce(i."azureSubscriptions" @> '[{"isFreeTrial": true}]', false) or ${isTest(sql`i."azureSubscriptions"`)} as is_trial,
      case when t.partner = 'AWS' then i."trialConfig" end as trial,
      ${documents},
      e.status, ${msOf('e.last_update_time')} as status_ms, e.meta_info -> 'entitlementCancellationSchedule' as schedule,
      nullif(e.withdrawn_schedules, '[]') as withdrawn, e.meta_info #>> '{customMetaInfo,recurringRevenue}' as recurring
    from entitlement_term t
    join entitlement e on e.org_id = ${db.orgId} and e.id = t.entitlement_id and e.status <> 'DELETED'
    cross join lateral jsonb_to_record(t.entitlement_info) as i (
      currency text, "awsAgreement" jsonb, "gcpEntitlements" jsonb, "azureSubscriptions" jsonb, "trialConfig" jsonb)
    where t.org_id = ${db.orgId} and t.parent_term_id is null and ${which}
    order by t.entitlement_id, t.start_time, t.id
    limit ${max}
  `.execute(db.raw);
  return rows;
};

/**
 * AZURE: subscriptions for which nobody pays: "a test asset" (`isTest`), bought in the sandbox of a reseller, or "run as Test-Mode in the
 * commerce stack" (OpenAPI of the SaaS fulfillment API).
 */
const isTest = (subscriptions: RawBuilder<unknown>) => sql`coalesce(${subscriptions} @> '[{"isTest": true}]'
  or ${subscriptions} @> '[{"sandboxType": "Csp"}]' or ${subscriptions} @> '[{"sessionMode": "DryRun"}]', false)`;

/** Entitlements of a partner in order of id, deleted ones left out. */
export const selectEntitlementsToBill = async (
  db: OrgDb,
  { partner, after, limit }: { partner: string; after: string; limit: number },
): Promise<(Pick<Entitlement, 'id' | 'status'> & { currency: string | null })[]> => {
  const { rows } = await sql<Pick<Entitlement, 'id' | 'status'> & { currency: string | null }>`
    select id, status, currency from entitlement
    where org_id = ${db.orgId} and partner = ${partner} and id > ${after}::uuid and status <> 'DELETED'
    order by id limit ${limit}
  `.execute(db.raw);
  return rows;
};

/** A term with what its offer and its plan say of the times of charges. */
export type TermToBill = Pick<
  Term,
  'id' | 'entitlement_id' | 'start_time' | 'end_time' | 'commit_amount' | 'offer_id'
> & {
  currency: string | null;
  installments: Pick<Term['entitlement_info'], 'paymentInstallments'>;
  former_amounts: FormerAmount[];
  planned_end_time: Date | null;
  plan_term: string | null;
  is_trial: boolean;
  is_test: boolean;
  /** AWS: when the buyer accepted. */
  accept_time: string | null;
  interval_months: number | null;
  is_prorated: boolean;
  /** The prices of the offer as the marketplace shows it. */
  shown_prices: unknown;
  is_commitment: boolean;
  is_resold: boolean;
};

/** The terms of entitlements in order of time; the parts of a divided commit are left out. */
export const findTermsToBill = async (db: OrgDb, entitlementIds: readonly string[]): Promise<TermToBill[]> => {
  const { rows } = await sql<TermToBill>`
    select t.id, t.entitlement_id, t.start_time, t.end_time, t.planned_end_time, t.commit_amount, t.offer_id, t.former_amounts,
      t.entitlement_info ->> 'currency' as currency,
      case jsonb_typeof(t.entitlement_info -> 'paymentInstallments') when 'array'
        then jsonb_build_object('paymentInstallments', t.entitlement_info -> 'paymentInstallments') else '{}' end as installments,
      t.entitlement_info #>> '{azureSubscriptions,0,term,termUnit}' as plan_term,
      coalesce(t.entitlement_info -> 'azureSubscriptions' @> '[{"isFreeTrial": true}]', false) as is_trial,
      ${isTest(sql`t.entitlement_info -> 'azureSubscriptions'`)} as is_test,
      t.entitlement_info #>> '{awsAgreement,acceptanceTime}' as accept_time,
      case when coalesce(o.info ->> 'commitBillingIntervalInMonths', o.info ->> 'billingIntervalInMonths') ~ '^[1-9][0-9]?$'
        then coalesce(o.info ->> 'commitBillingIntervalInMonths', o.info ->> 'billingIntervalInMonths')::int end as interval_months,
      coalesce(o.info ->> 'proratedBilling', '') = 'true' as is_prorated,
      o.info #> '{gcpPrivateOffer,singleProductOffer}' as shown_prices,
      coalesce(o.info ->> 'gcpUsagePlanPriceModel' in ('CUD_LIST_PRICE', 'CUD_ALL_USAGE_DISCOUNTED')
        or o.offer_type in ('CUD', 'PAYG_WITH_CUD'), false) as is_commitment,
      coalesce(o.info -> 'awsChannelPartner', t.entitlement_info -> 'awsChannelPartner') is not null
        or coalesce(o.info #>> '{azurePrivateOffer,privateOfferType}', '') like 'multiparty%'
        or coalesce(o.info #>> '{gcpPrivateOffer,singleProductOffer,resellerPrivateOfferPlanId}', '') <> ''
        or coalesce(b.info #>> '{gcpBuyer,parentBillingAccountId}', '') <> '' as is_resold
    from entitlement_term t
    left join offer o on o.org_id = ${db.orgId} and o.id = t.offer_id
    left join buyer b on b.org_id = ${db.orgId} and b.id = t.buyer_id
    where t.org_id = ${db.orgId} and t.entitlement_id = any(${entitlementIds as string[]}::uuid[]) and t.type <> 'DivideCommit'
    order by t.entitlement_id, t.start_time, t.id
  `.execute(db.raw);
  return rows;
};
