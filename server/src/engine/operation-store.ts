import { type Generated, sql } from 'kysely';
import type { Lane } from '../adapters/lanes.ts';
import type { Actor } from '../auth/principal.ts';
import type { OrgDb } from '../db/org-db.ts';
import { factsOf } from '../kit/transitions.ts';
import { dbosSchema } from './dbos-store.ts';

export const operationStatuses = ['RUNNING', 'COMPLETED', 'FAILED', 'CANCELED', 'TIMED_OUT'] as const;
export type OperationStatus = (typeof operationStatuses)[number];

export const operationIs = factsOf<OperationStatus, 'running'>({
  RUNNING: ['running'],
  COMPLETED: [],
  FAILED: [],
  CANCELED: [],
  TIMED_OUT: [],
});

/** Why a run or a step failed, as operations show it. */
export type Failure = { code: string; message: string; info?: unknown };

export type OperationRow = {
  org_id: string;
  id: string;
  name: string;
  status: OperationStatus;
  scope: string;
  action: string;
  service: string;
  partner: string | null;
  partner_id: string | null;
  entity_id: string;
  parent_operation_id: string | null;
  actor: Actor;
  input: unknown;
  message: Generated<string>;
  failure: Failure | null;
  start_time: Date;
  end_time: Date | null;
  event_count: Generated<number>;
  version: Generated<number>;
};

export const operationEventTypes = [
  'STARTED',
  'STEP_STARTED',
  'STEP_FAILED',
  'STEP_COMPLETED',
  'COMPLETED',
  'FAILED',
  'CANCELED',
  'TIMED_OUT',
] as const;
export type OperationEventType = (typeof operationEventTypes)[number];

export type OperationEventRow = {
  org_id: string;
  operation_id: string;
  event_id: number;
  time: Date;
  wall_time: Generated<Date>;
  type: OperationEventType;
  step: string | null;
  attempt: number | null;
  attributes: unknown;
  output: unknown;
};

declare module '../db/tables.ts' {
  interface Tables {
    operation: OperationRow;
    operation_event: OperationEventRow;
  }
}

export type NewOperation = {
  id: string;
  name: string;
  scope: string;
  action: string;
  service: string;
  partner: string | null;
  partnerId: string | null;
  entityId: string;
  parentOperationId: string | null;
  actor: Actor;
  input: unknown;
  time: Date;
  /** Its queue, and when its work is of no use any more; null: never. */
  lane: Lane;
  dueBy: Date | null;
};

/** The lowest goes first within a lane: minutes since 1970. Runs without a deadline go in the order of their start. */
const urgencyOf = (dueBy: Date | null): number => (dueBy === null ? 0 : Math.floor(dueBy.getTime() / 60_000));

export const applicationName = 'marketplace-operations';
/** A constant: the default, a hash of the code, would orphan the runs of the previous release. */
export const applicationVersion = '1';

/**
 * Inserts the operation, its first event and DBOS's own row in one statement of the caller's transaction.
 * `enqueue_workflow` is DBOS's published SQL interface. DBOS receives only IDs; the input stays behind row-level
 * security.
 */
export const insertOperation = async (db: OrgDb, operation: NewOperation): Promise<void> => {
  const { id, time } = operation;
  await sql`
    with run as (
      insert into operation (org_id, id, name, scope, action, service, partner, partner_id, entity_id,
        parent_operation_id, actor, input, start_time)
      values (${db.orgId}, ${id}, ${operation.name}, ${operation.scope}, ${operation.action}, ${operation.service},
        ${operation.partner}, ${operation.partnerId}, ${operation.entityId}, ${operation.parentOperationId},
        ${JSON.stringify(operation.actor)}::jsonb, ${JSON.stringify(operation.input)}::jsonb, ${time})
    ), first_event as (
      insert into operation_event (org_id, operation_id, event_id, time, type)
      values (${db.orgId}, ${id}, 1, ${time}, 'STARTED')
    )
    select ${sql.ref(dbosSchema)}.enqueue_workflow(
      workflow_name => ${operation.name}, queue_name => ${operation.lane}::text, workflow_id => ${id}::text,
      queue_partition_key => ${db.orgId}::text, priority => ${urgencyOf(operation.dueBy)}::int4,
      positional_args => array[to_json(${db.orgId}::text), to_json(${id}::text)],
      app_version => ${applicationVersion}::text, application_name => ${applicationName}::text)
  `.execute(db.raw);
};

/** Forgets how often processes died with a run: it has done another step, so it is not what kills them. */
export const forgiveRun = async (db: OrgDb, id: string): Promise<void> => {
  await sql`
    update ${sql.ref(`${dbosSchema}.workflow_status`)} set recovery_attempts = 1
    where workflow_uuid = ${id} and recovery_attempts > 1
  `.execute(db.raw);
};

export type LoadedEvent = {
  type: OperationEventType;
  step: string | null;
  attributes: unknown;
  output: unknown;
  wall: string;
};

export type LoadedRun = {
  name: string;
  status: OperationStatus;
  input: unknown;
  entity_id: string;
  partner: string | null;
  start_time: Date;
  events: LoadedEvent[];
};

/** Loads a run with the history of its steps: everything a process needs to continue it. */
export const loadRun = async (db: OrgDb, id: string): Promise<LoadedRun | undefined> => {
  const { rows } = await sql<LoadedRun>`
    select o.name, o.status, o.input, o.entity_id, o.partner, o.start_time,
      case when o.event_count = 1 then '[]'::json else (
        select coalesce(json_agg(json_build_object('type', e.type, 'step', e.step, 'attributes', e.attributes,
          'output', e.output, 'wall', e.wall_time) order by e.event_id), '[]')
        from operation_event e
        where e.org_id = ${db.orgId} and e.operation_id = o.id and e.step is not null
      ) end as events
    from operation o where o.org_id = ${db.orgId} and o.id = ${id}
  `.execute(db.raw);
  return rows[0];
};

/** A step ends once: done, or failed for good. Two executions of a run (after a takeover) then take the same path. */
const isStepEnd = sql`(e.type = 'STEP_COMPLETED' or e.type = 'STEP_FAILED' and e.attributes ->> 'final' = 'true')`;

/**
 * Takes the run's row lock and the number of its next event, if the run has not ended and the step is open. The lock
 * makes two executions of one step wait for each other instead of doing it twice.
 */
const claimedStep = (db: OrgDb, id: string, step: string, message?: string) => sql<{ event_count: number }>`
  update operation set event_count = event_count + 1, version = version + 1,
    message = coalesce(${message ?? null}::text, message)
  where org_id = ${db.orgId} and id = ${id} and status = 'RUNNING' and not exists (
    select from operation_event e where e.org_id = ${db.orgId} and e.operation_id = ${id} and e.step = ${step}
      and ${isStepEnd})
  returning event_count`;

/** A separate statement: one that waits for the row sees, once it has the row, only what existed when the statement started. */
const lockRun = async (db: OrgDb, id: string): Promise<void> => {
  await sql`select from operation where org_id = ${db.orgId} and id = ${id} for update`.execute(db.raw);
};

/** Returns the number of the next event, or undefined if the run or the step has ended. */
export const claimStep = async (db: OrgDb, id: string, step: string): Promise<number | undefined> => {
  await lockRun(db, id);
  const { rows } = await claimedStep(db, id, step).execute(db.raw);
  return rows[0]?.event_count;
};

export type StepEnd = { output: unknown } | { failure: Failure & { timedOut?: boolean } };

export const findStepEnd = async (db: OrgDb, id: string, step: string): Promise<StepEnd | undefined> => {
  const { rows } = await sql<{ type: OperationEventType; output: unknown; attributes: unknown }>`
    select e.type, e.output, e.attributes from operation_event e
    where e.org_id = ${db.orgId} and e.operation_id = ${id} and e.step = ${step} and ${isStepEnd}
  `.execute(db.raw);
  const [end] = rows;
  if (!end) return undefined;
  return end.type === 'STEP_COMPLETED' ? { output: end.output } : { failure: end.attributes as Failure };
};

export type NewEvent = {
  eventId: number;
  time: Date;
  type: OperationEventType;
  step: string | null;
  attempt: number | null;
  attributes: object;
  output?: unknown;
};

export const insertOperationEvent = async (db: OrgDb, id: string, event: NewEvent): Promise<void> => {
  await sql`
    insert into operation_event (org_id, operation_id, event_id, time, type, step, attempt, attributes, output)
    values (${db.orgId}, ${id}, ${event.eventId}, ${event.time}, ${event.type}, ${event.step}, ${event.attempt},
      ${JSON.stringify(event.attributes)}::jsonb, ${event.output === undefined ? null : JSON.stringify(event.output)}::jsonb)
  `.execute(db.raw);
};

/** Appends an event of a step. Returns whether the run had not ended and the step was open. `message` becomes the operation's message. */
export const appendStepEvent = async (
  db: OrgDb,
  id: string,
  event: Omit<NewEvent, 'eventId' | 'step'> & { step: string; message?: string },
): Promise<boolean> => {
  await lockRun(db, id);
  const { rows } = await claimedStep(db, id, event.step, event.message).execute(db.raw);
  const [claimed] = rows;
  if (!claimed) return false;
  await insertOperationEvent(db, id, { ...event, eventId: claimed.event_count });
  return true;
};

export type RunEnd = {
  status: Exclude<OperationStatus, 'RUNNING'>;
  time: Date;
  message: string;
  failure: Failure | null;
};

/** Ends an unfinished run with its last event. Returns whether this call ended it. */
export const endOperation = async (db: OrgDb, id: string, end: RunEnd): Promise<boolean> => {
  const { rows } = await sql<{ event_count: number }>`
    update operation set status = ${end.status}, end_time = ${end.time}, message = ${end.message},
      failure = ${end.failure === null ? null : JSON.stringify(end.failure)}::jsonb,
      event_count = event_count + 1, version = version + 1
    where org_id = ${db.orgId} and id = ${id} and status = 'RUNNING'
    returning event_count
  `.execute(db.raw);
  const [ended] = rows;
  if (!ended) return false;
  const attributes = { ...(end.message === '' ? {} : { message: end.message }), ...(end.failure ?? {}) };
  const event = { time: end.time, type: end.status, step: null, attempt: null, attributes };
  await insertOperationEvent(db, id, { ...event, eventId: ended.event_count });
  return true;
};

/** The status of a run; undefined if there is none. */
export const findOperationStatus = async (db: OrgDb, id: string): Promise<OperationStatus | undefined> => {
  const { rows } = await sql<{ status: OperationStatus }>`
    select status from operation where org_id = ${db.orgId} and id = ${id}
  `.execute(db.raw);
  return rows[0]?.status;
};

/** The newest unfinished run of the given workflows for an entity; acts return it instead of starting another. */
export const findRunningOperation = async (
  db: OrgDb,
  names: readonly string[],
  entityId: string,
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from operation
    where org_id = ${db.orgId} and entity_id = ${entityId} and status = 'RUNNING' and name = any(${names}::text[])
    order by start_time desc, id desc limit 1
  `.execute(db.raw);
  return rows[0]?.id;
};
