import type { Field, Fields } from '../../src/contract/fields.ts';
import type { PageRequest } from '../../src/contract/page.ts';
import type { SelectedPage } from '../../src/contract/query/select-page.ts';
import type { OrgDb } from '../../src/db/org-db.ts';
import { buyerFields } from '../../src/domain/buyer/fields.ts';
import { selectBuyers } from '../../src/domain/buyer/store.ts';
import { walletFields } from '../../src/domain/buyer/wallet/fields.ts';
import { selectWallets } from '../../src/domain/buyer/wallet/store.ts';
import { contactFields } from '../../src/domain/contact/fields.ts';
import { selectContacts } from '../../src/domain/contact/store.ts';
import { commissionFields } from '../../src/domain/cosell/commission/fields.ts';
import { selectCommissions } from '../../src/domain/cosell/commission/store.ts';
import { referralFields } from '../../src/domain/cosell/referral/fields.ts';
import { selectReferrals } from '../../src/domain/cosell/referral/store.ts';
import { syncEventFields } from '../../src/domain/cosell/sync-event/fields.ts';
import { selectSyncEvents } from '../../src/domain/cosell/sync-event/store.ts';
import { cancellationFields } from '../../src/domain/entitlement/cancellation/fields.ts';
import { selectCancellations } from '../../src/domain/entitlement/cancellation/store.ts';
import { entitlementFields, termFields } from '../../src/domain/entitlement/fields.ts';
import { selectEntitlements } from '../../src/domain/entitlement/store.ts';
import { selectTerms } from '../../src/domain/entitlement/term/store.ts';
import { invoiceFields } from '../../src/domain/invoice/fields.ts';
import { selectInvoices } from '../../src/domain/invoice/store.ts';
import { metricFields } from '../../src/domain/metering/billable-metric/fields.ts';
import { selectMetrics } from '../../src/domain/metering/billable-metric/store.ts';
import { groupFields } from '../../src/domain/metering/usage-record-group/fields.ts';
import { selectGroups } from '../../src/domain/metering/usage-record-group/store.ts';
import { reportFields } from '../../src/domain/metering/usage-record-report/fields.ts';
import { selectReports } from '../../src/domain/metering/usage-record-report/store.ts';
import { messageFields } from '../../src/domain/notification/message/fields.ts';
import { selectMessages } from '../../src/domain/notification/message/store.ts';
import { notificationEventFields } from '../../src/domain/notification/notification-event/fields.ts';
import { selectNotificationEvents } from '../../src/domain/notification/notification-event/store.ts';
import { deliveryFields } from '../../src/domain/notification/webhook/delivery/fields.ts';
import { selectDeliveries } from '../../src/domain/notification/webhook/delivery/store.ts';
import { webhookFields } from '../../src/domain/notification/webhook/fields.ts';
import { selectWebhooks } from '../../src/domain/notification/webhook/store.ts';
import { offerFields } from '../../src/domain/offer/fields.ts';
import { offerSetFields } from '../../src/domain/offer/offer-set/fields.ts';
import { selectOfferSets } from '../../src/domain/offer/offer-set/store.ts';
import { selectOffers } from '../../src/domain/offer/store.ts';
import { type OperationField, operationEventFields, operationFields } from '../../src/domain/operation/fields.ts';
import { selectOperationEvents, selectOperations } from '../../src/domain/operation/store.ts';
import { auditingEventFields } from '../../src/domain/organization/audit/auditing-event/fields.ts';
import { selectAuditingEvents } from '../../src/domain/organization/audit/auditing-event/store.ts';
import { partnerContactFields } from '../../src/domain/prm/contact/fields.ts';
import { selectContacts as selectPartnerContacts } from '../../src/domain/prm/contact/store.ts';
import { partnerFileFields, sharedFileFields } from '../../src/domain/prm/file/fields.ts';
import { selectFiles, selectSharedFiles } from '../../src/domain/prm/file/store.ts';
import { invitationFields } from '../../src/domain/prm/invitation/fields.ts';
import { selectInvitations } from '../../src/domain/prm/invitation/store.ts';
import { relationshipFields } from '../../src/domain/prm/relationship/fields.ts';
import { selectRelationships } from '../../src/domain/prm/relationship/store.ts';
import { productFields } from '../../src/domain/product/fields.ts';
import { selectProducts } from '../../src/domain/product/store.ts';
import { differenceFields } from '../../src/domain/revenue/reconciliation/fields.ts';
import { selectDifferences } from '../../src/domain/revenue/reconciliation/store.ts';
import { eventFields, revenueFields } from '../../src/domain/revenue/record/fields.ts';
import { selectEvents, selectRecords } from '../../src/domain/revenue/record/store.ts';
import { detailFields, detailOrder } from '../../src/domain/revenue/revenue-record/detail/fields.ts';
import { selectDetails } from '../../src/domain/revenue/revenue-record/detail/store.ts';
import { dailyFields } from '../../src/domain/revenue/revenue-record/fields.ts';
import { selectDailyRecords } from '../../src/domain/revenue/revenue-record/store.ts';
import { attachmentFields } from '../../src/domain/support/attachment/fields.ts';
import { selectAttachments } from '../../src/domain/support/attachment/store.ts';
import { commentFields } from '../../src/domain/support/comment/fields.ts';
import { selectComments } from '../../src/domain/support/comment/store.ts';
import { ticketFields } from '../../src/domain/support/ticket/fields.ts';
import { selectTickets } from '../../src/domain/support/ticket/store.ts';
import { encodeId } from '../../src/kit/ids.ts';

/** The owners of many rows of grown tables. */
export const placeId = '01900000-0000-7000-8000-000000000001';

/** A list that can grow: where its rows are, what it can be asked for, and the store that selects a page of it. */
export type GrownList = {
  name: string;
  /** The tables that grow with it; the first has its rows. */
  tables: readonly [string, ...string[]];
  fields: Fields;
  /** The one order of a list that takes neither `q` nor `s`. */
  order?: string;
  select: (db: OrgDb, page: PageRequest, asked: Asked) => Promise<SelectedPage<unknown>>;
  /** What it can be asked for besides its fields, each alone. */
  asks?: readonly Asked[];
};

/** Parameters of a store. Its type is the store's, checked there. */
export type Asked = Readonly<Record<string, unknown>>;

const month = { from: new Date('2026-11-01T00:00:00Z'), before: new Date('2030-01-01T00:00:00Z') };
const days = { from: '2026-11-01', through: '2026-11-30' };
const deals: readonly Asked[] = [{ productId: placeId }, { entitlementId: placeId }, { buyerId: placeId }];
const anyBytes = 8 * 1024 * 1024;

/** Values of operations by the types of their fields. */
const operationValues = {
  organization: placeId,
  operation: placeId,
  text: 'Company 7',
  status: 'RUNNING',
  time: '2026-11-01T00:00:00Z',
} as const;

/** Every list whose table grows with the business. Lists of what people set up by hand stay small. */
export const grownLists: readonly GrownList[] = [
  {
    ...{ name: 'contacts', tables: ['contact'], fields: contactFields },
    select: (db, page, asked) => selectContacts(db, page, asked),
    asks: [{ keyword: 'Company 7' }, { emailDomain: 'company7.test' }],
  },
  {
    ...{ name: 'buyers', tables: ['buyer'], fields: buyerFields },
    select: (db, page, asked) => selectBuyers(db, page, asked),
  },
  {
    ...{ name: 'wallets of a buyer', tables: ['wallet'], fields: walletFields, order: 'creation_time:desc' },
    select: (db, page) => selectWallets(db, page, placeId),
  },
  {
    ...{ name: 'products', tables: ['product'], fields: productFields },
    select: (db, page, asked) => selectProducts(db, page, { withDeleted: false, ...asked }),
    asks: [{ partner: 'AWS' }],
  },
  {
    ...{ name: 'offers', tables: ['offer'], fields: offerFields },
    select: (db, page, asked) => selectOffers(db, page, { withDeleted: false, ...asked }),
    asks: [{ contactId: placeId }, { withDeleted: true }],
  },
  {
    ...{ name: 'offer sets', tables: ['offer_set'], fields: offerSetFields },
    select: (db, page, asked) => selectOfferSets(db, page, asked),
    asks: [{ offerId: placeId }],
  },
  {
    ...{ name: 'entitlements', tables: ['entitlement'], fields: entitlementFields },
    select: (db, page, asked) => selectEntitlements(db, page, { withDeleted: false, ...asked }),
  },
  {
    ...{
      name: 'terms of an entitlement',
      tables: ['entitlement_term'],
      fields: termFields,
      order: 'creation_time:desc',
    },
    select: (db, page) => selectTerms(db, page, placeId),
  },
  {
    ...{ name: 'cancellation requests', tables: ['entitlement_cancellation_request'], fields: cancellationFields },
    select: (db, page) => selectCancellations(db, page, placeId),
  },
  {
    ...{
      name: 'usage record groups',
      tables: ['usage_record_group'],
      fields: groupFields,
      order: 'creation_time:desc',
    },
    select: (db, page, asked) => selectGroups(db, page, { ...month, ...asked }),
    asks: [
      ...deals,
      { partner: 'AWS' },
      { status: 'CREATED' },
      { status: 'INVALID' },
      { source: 'API' },
      { metaInfo: { region: 'eu-7' } },
    ],
  },
  {
    ...{ name: 'usage reports', tables: ['usage_report'], fields: reportFields, order: 'creation_time:desc' },
    select: (db, page, asked) => selectReports(db, page, { ...month, ...asked }),
    asks: [...deals, { partner: 'AWS' }],
  },
  {
    ...{ name: 'billable metrics', tables: ['billable_metric'], fields: metricFields, order: 'creation_time:desc' },
    select: (db, page, asked) => selectMetrics(db, page, { withDeleted: false, ...asked }),
  },
  {
    ...{ name: 'invoices', tables: ['invoice'], fields: invoiceFields },
    select: (db, page) => selectInvoices(db, page),
  },
  {
    ...{ name: 'revenue records', tables: ['revenue_record'], fields: revenueFields },
    select: (db, page, asked) => selectRecords(db, page, asked),
    asks: [...deals, { channel: 'AWS' }, days],
  },
  {
    ...{ name: 'events of a revenue record', tables: ['revenue_event'], fields: eventFields, order: 'id:asc' },
    select: (db, page) => selectEvents(db, page, placeId),
  },
  {
    ...{ name: 'daily revenue', tables: ['revenue_day', 'revenue_record'], fields: dailyFields, order: 'date:desc' },
    select: (db, page, asked) => selectDailyRecords(db, page, { ...days, ...asked }, anyBytes),
    asks: [...deals, { channel: 'AWS' }],
  },
  {
    ...{ name: 'rows of revenue', tables: ['revenue_row'], fields: detailFields, order: detailOrder },
    select: (db, page, asked) => selectDetails(db, page, { channel: 'AWS', ...days, ...asked }, anyBytes),
    asks: deals,
  },
  {
    ...{ name: 'differences of revenue', tables: ['revenue_difference'], fields: differenceFields },
    select: (db, page) => selectDifferences(db, page),
  },
  {
    ...{ name: 'referrals', tables: ['referral'], fields: referralFields },
    select: (db, page, asked) => selectReferrals(db, page, { withArchived: false, ...asked }),
  },
  {
    ...{ name: 'sync events', tables: ['referral_sync_event'], fields: syncEventFields },
    select: (db, page) => selectSyncEvents(db, page, placeId),
  },
  {
    ...{ name: 'commissions', tables: ['commission'], fields: commissionFields },
    select: (db, page) => selectCommissions(db, page, placeId),
  },
  {
    ...{ name: 'partner relationships', tables: ['partner_relationship'], fields: relationshipFields },
    select: selectRelationships,
  },
  {
    ...{ name: 'invitations', tables: ['partner_invitation'], fields: invitationFields },
    select: (db, page, asked) => selectInvitations(db, page, asked),
    asks: [{ relationshipId: placeId }],
  },
  {
    ...{ name: 'contacts of a partner', tables: ['partner_contact'], fields: partnerContactFields },
    select: (db, page) => selectPartnerContacts(db, page, placeId),
  },
  { name: 'files', tables: ['partner_file'], fields: partnerFileFields, select: selectFiles },
  {
    ...{ name: 'shared files', tables: ['partner_file'], fields: sharedFileFields },
    select: (db, page) => selectSharedFiles(db, page, placeId),
  },
  {
    ...{ name: 'auditing events', tables: ['audit_event', 'partner_message'], fields: auditingEventFields },
    select: (db, page) => selectAuditingEvents(db, page),
  },
  {
    // It has a language of its own, one order, and no total.
    ...{ name: 'operations', tables: ['operation'], order: 'id:desc' },
    fields: { id: { type: 'id', prefix: 'operation', column: 'operation.id', sortable: true, required: true } },
    select: async (db, page, { field, value }) => {
      const filter = { operator: 'in' as const, field: field as OperationField, values: [value as string | null] };
      const asked = { filter: field === undefined ? undefined : filter, after: undefined, limit: page.size + 1 };
      const { rows } = await selectOperations(db, asked);
      return { rows, nextToken: null, total: rows.length };
    },
    asks: Object.entries(operationFields)
      .filter(([, { type }]) => type !== 'organization')
      .map(([field, { type }]) => ({ field, value: operationValues[type] })),
  },
  {
    ...{ name: 'events of an operation', tables: ['operation_event'], fields: operationEventFields, order: 'id:asc' },
    select: (db, page) => selectOperationEvents(db, page, placeId),
  },
  {
    ...{ name: 'notification events', tables: ['notification_event'], fields: notificationEventFields },
    order: 'creation_time:desc',
    select: (db, page, asked) =>
      selectNotificationEvents(db, page, { names: ['offer.created', 'offer.updated'], ...asked }),
    asks: [
      { priorities: ['HIGH', 'CRITICAL'] },
      { since: month.from },
      { message: 'Company 7' },
      { entity: { type: 'offer', id: 'Company 7' } },
    ],
  },
  {
    ...{ name: 'messages', tables: ['notification_message'], fields: messageFields, order: 'creation_time:desc' },
    select: (db, page, asked) => selectMessages(db, page, asked),
    asks: [{ keyword: 'Company 7' }],
  },
  {
    ...{ name: 'webhooks', tables: ['webhook'], fields: webhookFields },
    select: (db, page) => selectWebhooks(db, page),
  },
  {
    ...{ name: 'deliveries of a webhook', tables: ['webhook_delivery'], fields: deliveryFields },
    select: (db, page) => selectDeliveries(db, page, placeId),
  },
  {
    ...{ name: 'tickets', tables: ['support_ticket', 'support_ticket_watcher'], fields: ticketFields },
    order: 'creation_time:desc',
    select: (db, page, asked) => selectTickets(db, page, asked),
    asks: [{ creator: '7@company.test' }, { watcher: '7@company.test' }, { keyword: 'Company 7' }],
  },
  {
    ...{ name: 'comments of a ticket', tables: ['support_comment'], fields: commentFields },
    select: (db, page) => selectComments(db, page, placeId),
  },
  {
    ...{ name: 'attachments of a ticket', tables: ['support_attachment'], fields: attachmentFields },
    select: (db, page) => selectAttachments(db, page, placeId),
  },
];

const literals: Readonly<Record<Field['type'], (field: Field) => string>> = {
  text: () => '"Company 7"',
  enum: (field) => `"${('values' in field && field.values?.[0]) || 'x'}"`,
  number: () => '7',
  integer: () => '7',
  boolean: () => 'true',
  time: () => '"2026-01-01T00:00:00Z"',
  id: (field) => `"${'prefix' in field ? encodeId(field.prefix, placeId) : ''}"`,
};

/** A filter for each operator of each field that the list can be filtered by. */
export const filtersOf = ({ fields, order }: GrownList): string[] =>
  Object.entries(fields)
    .filter(([, { filter }]) => order === undefined || filter !== undefined)
    .flatMap(([name, field]) => {
      const value = literals[field.type](field);
      const operators = field.type === 'time' || field.type === 'number' ? ['=', '>', '<'] : ['='];
      return operators.map((operator) => `(${operator} ${name} ${value})`);
    });

/** Every order that the list can be asked for, in the syntax of `s`. */
export const sortsOf = ({ fields, order }: GrownList): string[] =>
  order !== undefined
    ? [order]
    : Object.entries(fields)
        .filter(([, { sortable }]) => sortable)
        .flatMap(([name]) => [name, `-${name}`]);
