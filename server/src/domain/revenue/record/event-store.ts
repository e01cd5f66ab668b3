import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { RevenueEvent } from './record.ts';

/** Appends events to the chains of their records. */
export const insertEvents = async (db: OrgDb, events: readonly RevenueEvent[]): Promise<void> => {
  const column = <T>(pick: (event: RevenueEvent) => T): T[] => events.map(pick);
  await sql`
    insert into revenue_event (org_id, revenue_id, sequence, type, time, source, changes, previous_hash, hash)
    select ${db.orgId}::uuid, revenue_id, sequence, type, time, source::jsonb, changes::jsonb, previous_hash, hash
    from unnest(${column((event) => event.revenue_id)}::uuid[], ${column((event) => event.sequence)}::int[],
      ${column((event) => event.type)}::text[], ${column((event) => event.time.toISOString())}::timestamptz[],
      ${column((event) => JSON.stringify(event.source))}::text[], ${column((event) => JSON.stringify(event.changes))}::text[],
      ${column((event) => event.previous_hash)}::text[], ${column((event) => event.hash)}::text[]
    ) as u (revenue_id, sequence, type, time, source, changes, previous_hash, hash)
  `.execute(db.raw);
};
