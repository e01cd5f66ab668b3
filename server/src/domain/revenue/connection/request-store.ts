import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { KeptRequest } from './connection.ts';

/** More than an account ever has at a time. */
const requestsMax = 100;

/** The reports of a kind that were requested with a connection, oldest first. */
export const findRequests = async (db: OrgDb, connectionId: string, kind: string): Promise<KeptRequest[]> => {
  const { rows } = await sql<KeptRequest>`
    select kind, id, first_day::text as "firstDay", requested_time as time from revenue_request
    where org_id = ${db.orgId} and connection_id = ${connectionId} and kind = ${kind}
    order by requested_time, id limit ${requestsMax}
  `.execute(db.raw);
  return rows;
};

export const insertRequest = async (
  db: OrgDb,
  connectionId: string,
  { kind, id, firstDay, time }: KeptRequest,
): Promise<void> => {
  await sql`
    insert into revenue_request (org_id, connection_id, kind, id, first_day, requested_time)
    values (${db.orgId}, ${connectionId}, ${kind}, ${id}, ${firstDay}::date, ${time})
    on conflict (org_id, connection_id, kind, id) do update set first_day = excluded.first_day, requested_time = excluded.requested_time
  `.execute(db.raw);
};

export const deleteRequests = async (
  db: OrgDb,
  connectionId: string,
  { kind, ids }: { kind: string; ids: readonly string[] },
): Promise<void> => {
  await sql`
    delete from revenue_request
    where org_id = ${db.orgId} and connection_id = ${connectionId} and kind = ${kind} and id = any(${ids as string[]}::text[])
  `.execute(db.raw);
};
