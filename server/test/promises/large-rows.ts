import { sql } from 'kysely';
import type { TestApp, TestOrganization } from '../app.ts';

/** Makes a list hold rows of some 300 KiB, more than a page of it may. */
export type LargeRows = {
  /** The table that its rows are of. */
  table: string;
  /** The endpoint whose example makes the first row, where that of the list makes none. */
  first?: string;
  /** Where another organization is named whose rows the list shows: the column of the row that the path names. */
  owner?: { table: string; column: string; parameter: string };
  /** The column that names what the list is of, and the parameter of the path that does. */
  within?: { column: string; parameter: string };
  /** What differs in each copy of a row, as SQL; `n` counts them, `large` is a long text, `plain` one without quotes. */
  copy: Readonly<Record<string, string>>;
  /** What belongs to the rows, in a statement of its own; `$org` is the organization. */
  more?: readonly string[];
};

const id = 'gen_random_uuid()';
const document = "jsonb_build_object('sellerNotes', large)";

const products: LargeRows = { table: 'product', copy: { id, entity_id: 'null', info: document } };
const buyers: LargeRows = { table: 'buyer', copy: { id, account_id: 'null', description: 'plain' } };
const contacts: LargeRows = {
  table: 'contact',
  copy: { id, email_address: "gen_random_uuid() || '@large.example'", info: "jsonb_build_object('notes', large)" },
};
const offers: LargeRows = { table: 'offer', copy: { id, info: document } };
const entitlements: LargeRows = { table: 'entitlement', copy: { id, meta_info: document } };

/** A row of the daily list has the texts of its record. */
const revenueRecords: LargeRows = {
  table: 'revenue_record',
  copy: { id, record_id: 'gen_random_uuid()::text', plan: 'plain' },
};

const invitations: LargeRows = {
  table: 'partner_invitation',
  copy: { id, pair_id: id, link_hash: 'null', body: 'plain' },
};

/** Events that the list shows without being asked for a priority. */
const notificationEvents: LargeRows = {
  table: 'notification_event',
  copy: { id, title: 'plain' },
};

/** Every list of the API, by its endpoint. */
export const largeRows: Readonly<Record<string, LargeRows>> = {
  listUsers: {
    table: 'membership',
    copy: { id, email: "n || '@large.example'", account_id: id, created_by: 'plain', status: "'ACTIVE'" },
  },
  queryRoles: {
    table: 'role',
    first: 'updateRole',
    copy: { id, name: 'gen_random_uuid()::text', description: 'plain' },
  },
  queryAuditingEvents: {
    table: 'audit_event',
    copy: { id, changes: "jsonb_build_array(jsonb_build_object('path', large))" },
  },
  listApiClients: { table: 'api_client', first: 'getApiClient', copy: { id, created_by: 'plain' } },
  listIntegrations: {
    table: 'connection',
    copy: { id, service: "'SERVICE_' || n", last_error: "jsonb_build_object('code', 'X', 'message', large)" },
  },
  queryOAuthApps: {
    table: 'oauth_app',
    copy: { id, client_id: "'client-' || n || gen_random_uuid()", description: 'plain' },
  },
  listProductsByPartner: products,
  listProducts: products,
  queryProducts: products,
  listBuyers: buyers,
  queryBuyers: buyers,
  listBuyerWallets: {
    table: 'wallet',
    first: 'updateCreditWallet',
    within: { column: 'buyer_id', parameter: 'buyerId' },
    copy: { id, name: 'plain' },
  },
  listContactsByOrganization: contacts,
  queryContacts: contacts,
  listOffers: offers,
  queryOffers: offers,
  listOfferSets: { table: 'offer_set', first: 'getOfferSet', copy: { id, meta_info: document } },
  listEntitlements: entitlements,
  queryEntitlements: entitlements,
  listEntitlementTerms: {
    table: 'entitlement_term',
    within: { column: 'entitlement_id', parameter: 'entitlementId' },
    copy: { id, info: document },
  },
  listEntitlementCancellationRequests: {
    table: 'entitlement_cancellation_request',
    within: { column: 'entitlement_id', parameter: 'entitlementId' },
    copy: { id, external_id: 'null', status: "'REJECTED'", status_message: 'plain' },
  },
  listInvoices: {
    table: 'invoice',
    copy: { id, reference: 'gen_random_uuid()::text', error: "jsonb_build_object('code', 'X', 'message', large)" },
  },
  listBillableMetrics: {
    table: 'billable_metric',
    first: 'createBillableMetric',
    copy: { id, info: "jsonb_build_object('groupBys', jsonb_build_array(large))" },
  },
  listUsageRecordGroups: {
    table: 'usage_record_group',
    first: 'retryUsageRecordGroup',
    copy: { id: 'gen_random_uuid()::text', meta_info: document },
  },
  listUsageRecordReports: {
    table: 'usage_report',
    copy: { id, group_ids: 'array[left(plain, 30000)]' },
    more: [
      // Many small rows, each with a call of its own that is large.
      `insert into usage_report_row (org_id, id, report_id, entitlement_id, dimension, hour, kind, partner, product_id, scope,
         accepted, carried_in, carried_out, standing, quantity, told_time, address, deadline, oldest_month, state)
       select r.org_id, gen_random_uuid(), r.id, r.entitlement_id, 'dimension-' || d, r.hour, 'LIVE', r.partner, r.product_id,
         'scope', 0, 0, 0, 0, 0, r.hour, '{}', r.hour, r.hour::date, 'FAILED'
       from usage_report r, generate_series(1, 40) d where r.org_id = $org`,
      `with told as (
         select r.id as row_id, gen_random_uuid() as call_id from usage_report_row r
         where r.org_id = $org and r.dimension like 'dimension-%'
       ), calls as (
         insert into usage_call (org_id, id, time, request, response)
         select $org, call_id, now(), jsonb_build_object('UsageRecords', repeat('é"x', 20000)), '{}' from told
       )
       insert into usage_report_send (org_id, row_id, attempt, time, call_id)
       select $org, row_id, 1, now(), call_id from told`,
    ],
  },
  // Its rows are small: a page ends at its limit.
  listUsageMeteringDailyRecords: {
    table: 'usage_report_row',
    copy: { id, dimension: "'dimension-' || n", state: "'SUCCESS'", kind: "'LIVE'", scope: "'scope'", quantity: '1' },
    more: [
      `insert into usage_report_row (org_id, id, report_id, entitlement_id, dimension, hour, kind, partner, product_id, scope,
         accepted, carried_in, carried_out, standing, quantity, told_time, address, deadline, oldest_month, state)
       select r.org_id, gen_random_uuid(), r.report_id, r.entitlement_id, 'further-' || d, r.hour, 'LIVE', r.partner, r.product_id,
         'scope', 1, 0, 0, 1, 1, r.hour, '{}', r.hour, r.hour::date, 'SUCCESS'
       from (select * from usage_report_row where org_id = $org limit 1) as r, generate_series(1, 1500) d`,
    ],
  },
  listDailyRevenueRecords: {
    ...revenueRecords,
    more: [
      `insert into revenue_day (org_id, revenue_id, day, channel, currency, billed, refunded, tax, partner_tax, fee, cost, adjusted, forgiven,
         collected, disbursed, refund_disbursed)
       select r.org_id, r.id, r.first_day, r.channel, r.currency, r.billed, r.refunded, r.tax, r.partner_tax, r.fee, r.cost, r.adjusted, r.forgiven,
         r.collected, r.disbursed, r.refund_disbursed from revenue_record r where r.org_id = $org
       on conflict do nothing`,
    ],
  },
  listRevenueRecords: revenueRecords,
  listRevenueRecordDetails: {
    table: 'revenue_row',
    copy: { key: 'gen_random_uuid()::text', columns: "json_build_object('billing_event_id', large)" },
  },
  queryRevenueRecords: revenueRecords,
  listUnifiedRevenueRecords: revenueRecords,
  listUnifiedRevenueRecordEvents: {
    table: 'revenue_event',
    within: { column: 'revenue_id', parameter: 'recordId' },
    copy: { sequence: '1000 + n', changes: "json_build_object(plain, json_build_object('from', null, 'to', '1'))" },
  },
  listRevenueDifferences: {
    table: 'revenue_difference',
    copy: { id, place: "'place ' || n || gen_random_uuid()", billed_currency: 'plain' },
  },
  listInvitations: invitations,
  listPartnerInvitations: { ...invitations, within: { column: 'relationship_id', parameter: 'partnerId' } },
  listPartnerRelationships: {
    table: 'partner_relationship',
    copy: {
      id,
      pair_id: id,
      partner_org_id: 'null',
      company: "one.company || jsonb_build_object('description', large)",
    },
  },
  listPartnerContacts: {
    table: 'partner_contact',
    within: { column: 'relationship_id', parameter: 'partnerId' },
    copy: { id, email: "gen_random_uuid() || '@large.example'", job_title: 'plain' },
  },
  listPartnerFiles: { table: 'partner_file', copy: { id, content_type: 'plain' } },
  listSharedFiles: {
    table: 'partner_file',
    owner: { table: 'partner_relationship', column: 'partner_org_id', parameter: 'partnerId' },
    copy: { id, content_type: 'plain' },
  },
  listPartnerCommissions: {
    table: 'commission',
    within: { column: 'relationship_id', parameter: 'partnerId' },
    copy: { id, pair_id: id, history: "jsonb_build_array(one.history -> 0 || jsonb_build_object('note', large))" },
  },
  listReferrals: {
    table: 'referral',
    first: 'getReferral',
    copy: { id, pair_id: 'null', external_id: 'null', crm_claim: 'false', document },
  },
  listReferralSyncEvents: {
    table: 'referral_sync_event',
    within: { column: 'referral_id', parameter: 'referralId' },
    copy: { id, changes: "jsonb_build_array(jsonb_build_object('path', 'a', 'before', null, 'after', large))" },
  },
  listSupportTickets: { table: 'support_ticket', first: 'getSupportTicket', copy: { id, watchers: 'array[plain]' } },
  listSupportTicketComments: {
    table: 'support_comment',
    within: { column: 'ticket_id', parameter: 'ticketId' },
    copy: { id, body: 'plain', mail_key: 'null' },
  },
  listSupportTicketAttachments: {
    table: 'support_attachment',
    within: { column: 'ticket_id', parameter: 'ticketId' },
    copy: { id, name: 'plain' },
  },
  listNotificationEvents: notificationEvents,
  listNotificationEventsByEntity: {
    ...notificationEvents,
    within: { column: 'entity_id', parameter: 'entityId' },
  },
  listWebhooks: { table: 'webhook', copy: { id, description: 'plain' } },
  listWebhookDeliveries: {
    table: 'webhook_delivery',
    within: { column: 'webhook_id', parameter: 'webhookId' },
    copy: { id, event_id: id, last_error_message: 'plain' },
  },
  listNotificationMessages: {
    table: 'notification_message',
    first: 'getNotificationMessage',
    copy: { id, html_content: 'plain' },
  },
  listOperationsV2: { table: 'operation', first: 'getOperationV2', copy: { id, message: 'plain' } },
  listOperationHistoryV2: {
    table: 'operation_event',
    within: { column: 'operation_id', parameter: 'operationId' },
    copy: { event_id: '1000 + n', type: "'STEP_FAILED'", attributes: "jsonb_build_object('message', large)" },
  },
};

const copies = 60;

const findOwner = async (
  { database }: TestApp,
  { uuid }: TestOrganization,
  { owner }: LargeRows,
  ids: Readonly<Record<string, string | null>>,
): Promise<string> => {
  if (!owner) return uuid;
  const { table, column, parameter } = owner;
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(column)} as id from ${sql.table(table)} where org_id = ${uuid} and id = ${ids[parameter]}`.execute(
    database.read(uuid).raw,
  );
  return rows[0]?.id ?? '';
};

/** Copies one row of the table many times, every copy large. `ids` are the uuids of the path's parameters. */
export const addLargeRows = async (
  app: TestApp,
  organization: TestOrganization,
  rows: LargeRows,
  ids: Readonly<Record<string, string | null>>,
): Promise<void> => {
  const { table, copy, within, more = [] } = rows;
  await app.database.write(await findOwner(app, organization, rows, ids), async ({ raw, orgId }) => {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity <> 'a'`.execute(
      raw,
    );
    const names = rows.map(({ name }) => name);
    const of = within ? sql`${sql.ref(within.column)} = ${ids[within.parameter]}` : sql`true`;
    const values = names.map((name) => (name in copy ? sql.raw(copy[name] as string) : sql.ref(`one.${name}`)));
    await sql`
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(values)}
      from (select * from ${sql.table(table)} where org_id = ${orgId} and ${of} limit 1) as one,
        (select repeat('é"x', 60000) as large, repeat('éx', 90000) as plain) as text, generate_series(1, ${sql.lit(copies)}) as n`.execute(
      raw,
    );
    for (const statement of more) await sql.raw(statement.replaceAll('$org', `'${orgId}'::uuid`)).execute(raw);
  });
};
