import { sql } from 'kysely';
import type { PageRequest } from '../../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { AuditingEvent } from './auditing-event.ts';
import { auditingEventFields } from './fields.ts';

type EveryColumn<T> = { [K in T extends unknown ? keyof T : never]: T extends Record<K, infer V> ? V : never };

declare module '../../../../db/tables.ts' {
  interface Tables {
    /** A view over audit_event and partner_message. */
    auditing_event: EveryColumn<AuditingEvent> & { org_id: string };
  }
}

const shownBodyBytes = 16 * 1024;

const columns = [
  'auditing_event.id',
  'auditing_event.event_type',
  'auditing_event.status',
  'auditing_event.creation_time',
  'auditing_event.last_update_time',
  'auditing_event.actor',
  'auditing_event.action',
  'auditing_event.entity_type',
  'auditing_event.entity_id',
  'auditing_event.request_id',
  'auditing_event.source_ip',
  'auditing_event.changes',
  'auditing_event.connection_id',
  'auditing_event.partner',
  'auditing_event.message_type',
  'auditing_event.partner_message_id',
  'auditing_event.partner_request_id',
  'auditing_event.error',
] as const;

/** Omits large bodies, so that a page of messages stays within the size limit of a response. */
const shortBody = sql`case when octet_length(auditing_event.body::text) <= ${sql.lit(shownBodyBytes)} then auditing_event.body end`;

export const selectAuditingEvents = (db: OrgDb, page: PageRequest): Promise<SelectedPage<AuditingEvent>> => {
  const from = db.selectFrom('auditing_event');
  return selectPage(db, from.select(columns).select(shortBody.as('body')), page, auditingEventFields);
};
