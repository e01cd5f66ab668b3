import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import { type Column, namesOf, unnestedValues } from '../../../db/unnested.ts';
import type { RevenueEvent } from './record.ts';

const columns: readonly Column<RevenueEvent>[] = [
  ['revenue_id', 'uuid', (event) => event.revenue_id],
  ['sequence', 'int', (event) => event.sequence],
  ['type', 'text', (event) => event.type],
  ['time', 'timestamptz', (event) => event.time],
  ['source', 'json', (event) => JSON.stringify(event.source)],
  ['changes', 'json', (event) => JSON.stringify(event.changes)],
  ['previous_hash', 'text', (event) => event.previous_hash],
  ['hash', 'text', (event) => event.hash],
];

/** Appends events to the chains of their records. */
export const insertEvents = async (db: OrgDb, events: readonly RevenueEvent[]): Promise<void> => {
  await sql`
    insert into revenue_event (org_id, ${namesOf(columns)})
    values (${db.orgId}, ${unnestedValues(columns, events)})
  `.execute(db.raw);
};
