import { sql } from 'kysely';
import type { Actor } from '../auth/principal.ts';
import type { Emitted } from '../contract/call.ts';
import type { OrgDb } from '../db/org-db.ts';
import { steadyNow } from '../db/steady-time.ts';
import type { FieldChange } from './diff.ts';

export type AuditRow = {
  id: string;
  time: Date;
  actor: Actor;
  action: string;
  entityType: string;
  entityId: string;
  requestId: string;
  sourceIp: string | null;
  changes: FieldChange[];
};

export type OutboxRow = Emitted & { id: string; position: number; actor: Actor; time: Date };

export type Trail = {
  audit: AuditRow | undefined;
  events: OutboxRow[];
  idempotency:
    | { caller: string; key: string; fingerprint: Buffer; reply: string; headers: Record<string, string> }
    | undefined;
};

/** By the database's clock, which also wrote `wall_time`, without its jumps: a clock that was set forward must not do anything twice. */
const isKept = sql<boolean>`wall_time > ${steadyNow} - interval '24 hours'`;

/** Whether a request with this key has been answered, and its response is still kept. */
export const isKeyAnswered = async (db: OrgDb, caller: string, key: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from idempotency
    where org_id = ${db.orgId} and caller = ${caller} and key = ${key} and ${isKept}
  `.execute(db.raw);
  return rows.length > 0;
};

/**
 * Taken by the first of several concurrent calls with one key; the unique row in `idempotency` remains authoritative.
 */
export const lockKey = async (db: OrgDb, caller: string, key: string): Promise<boolean> => {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${db.orgId}\n${caller}\n${key}`}, 0)) as locked
  `.execute(db.raw);
  return rows[0]?.locked === true;
};

export const findReplay = async (
  db: OrgDb,
  caller: string,
  key: string,
): Promise<{ fingerprint: Buffer; reply: string; headers: Record<string, string> } | undefined> => {
  const { rows } = await sql<{ fingerprint: Buffer; reply: string; headers: Record<string, string>; kept: boolean }>`
    select fingerprint, reply, headers, ${isKept} as kept from idempotency
    where org_id = ${db.orgId} and caller = ${caller} and key = ${key}
  `.execute(db.raw);
  const row = rows[0];
  if (!row) return undefined;
  if (row.kept) return row;
  await sql`delete from idempotency where org_id = ${db.orgId} and caller = ${caller} and key = ${key}`.execute(db.raw);
  return undefined;
};

/** Runs the checks of a commit now, because dry runs never commit. */
export const checkConstraints = async (db: OrgDb): Promise<void> => {
  await sql`set constraints all immediate`.execute(db.raw);
};

/**
 * Writes the audit row (queued for sealing), outbox rows and idempotency record in one statement, the last of a
 * transaction.
 */
export const writeTrail = async (db: OrgDb, { audit, events, idempotency }: Trail): Promise<void> => {
  const parts = [];
  if (audit) {
    parts.push(sql`
      insert into audit_event
        (org_id, id, creation_time, actor, action, entity_type, entity_id, request_id, source_ip, changes)
      values (${db.orgId}, ${audit.id}, ${audit.time}, ${JSON.stringify(audit.actor)}::jsonb, ${audit.action},
        ${audit.entityType}, ${audit.entityId}, ${audit.requestId}, ${audit.sourceIp}, ${JSON.stringify(audit.changes)}::jsonb)`);
    parts.push(sql`insert into audit_unsealed (org_id, event_id) values (${db.orgId}, ${audit.id})`);
  }
  if (events.length > 0) {
    const rows = events.map(
      (e) => sql`(${db.orgId}, ${e.entityType}, ${e.entityId}, ${e.version}, ${e.position}, ${e.id}, ${e.name},
        ${JSON.stringify(e.payload)}::jsonb, ${JSON.stringify(e.actor)}::jsonb, ${e.time})`,
    );
    parts.push(sql`
      insert into outbox (org_id, entity_type, entity_id, version, position, id, name, payload, actor, creation_time)
      values ${sql.join(rows)}`);
  }
  if (idempotency) {
    parts.push(sql`
      insert into idempotency (org_id, caller, key, fingerprint, reply, headers)
      values (${db.orgId}, ${idempotency.caller}, ${idempotency.key}, ${idempotency.fingerprint}, ${idempotency.reply},
        ${JSON.stringify(idempotency.headers)}::jsonb)`);
  }
  if (parts.length === 0) return;
  const last = parts.pop() as (typeof parts)[number];
  if (parts.length === 0) {
    await last.execute(db.raw);
    return;
  }
  const named = parts.map((part, index) => sql`${sql.ref(`w${index}`)} as (${part})`);
  await sql`with ${sql.join(named)} ${last}`.execute(db.raw);
};
