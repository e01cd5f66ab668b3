import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { DocumentRules } from '../adapters/documents/port.ts';
import type { Actor, Membership } from '../auth/principal.ts';
import type { SecretKeys } from '../auth/secrets.ts';
import type { ActCall, Change, Emitted, RecordedChange, StartOptions } from '../contract/call.ts';
import type { EventName } from '../contract/events.ts';
import type { WorkflowInputs, WorkflowName } from '../contract/workflow-inputs.ts';
import type { Database } from '../db/database.ts';
import type { OrgDb } from '../db/org-db.ts';
import { findOrganizationName, inOrganization } from '../db/two-organizations.ts';
import type { Clock } from '../kit/clock.ts';
import { Refusal } from '../kit/errors.ts';
import { encodeId, type Ids } from '../kit/ids.ts';
import { encodeJson } from '../kit/json.ts';
import { diffEntities } from './diff.ts';
import { refuseGrownDocuments } from './document-limit.ts';
import { checkConstraints, findReplay, lockKey, type Trail, writeTrail } from './store.ts';

/** Starts a workflow inside the caller's transaction. The engine's implementation is in `engine/start.ts`. */
export type StartWorkflow = <Name extends WorkflowName>(
  db: OrgDb,
  start: { operationId: string; name: Name; input: WorkflowInputs[Name]; actor: Actor; now: Date } & StartOptions,
) => Promise<void>;

export type ActEnvironment = {
  database: Database;
  clock: Clock;
  ids: Ids;
  secretKeys: SecretKeys;
  startWorkflow: StartWorkflow;
  /** The base address of links that people open. */
  authUrl: string;
  /** The address of the API; absent in processes that show none. */
  apiUrl?: string | undefined;
  documentRules?: DocumentRules | undefined;
  /**
   * Called after a commit with the number of new outbox rows and runs, so that the worker need not wait for its next
   * poll.
   */
  onCommitted?: (what: { events: number; runs: number }) => void;
};

export type IdempotencyClaim = {
  key: string;
  /** SHA-256 over method, path, query and the canonical JSON of the body. */
  fingerprint: Buffer;
  /** The error for a second caller while the first call is in progress. */
  inProgress: 'Conflict' | 'ServiceUnavailable';
  /** Reply fields stored as null because they hold a secret. */
  hides?: readonly string[];
};

export type ActRequest = {
  orgId: string;
  actor: Actor;
  membership?: Membership | undefined;
  accountId?: string | undefined;
  /** Name of the act in the audit trail: the endpoint's id, or the workflow step. */
  action: string;
  requestId: string;
  sourceIp?: string;
  url?: string;
  ifMatch?: string;
  dryRun?: boolean;
  idempotency?: IdempotencyClaim;
  /** Events the act may emit. Emitting any other is a programming error. */
  emits: readonly EventName[];
  /** The reply is not a single resource with a version. */
  unversioned?: boolean | undefined;
};

export type ActOutcome<T> =
  | { replayed: false; reply: T; headers: Record<string, string> }
  | { replayed: true; reply: string; headers: Record<string, string> };

/** Uses RFC 8785, so that two requests that differ only in the order of keys have the same fingerprint. */
export const fingerprintOf = (method: string, url: string, body: unknown): Buffer =>
  createHash('sha256')
    .update(`${method} ${url}\n`)
    .update(body === undefined ? '' : (canonicalize(body) ?? ''))
    .digest();

/** Data from partners may have any size. */
const isClient = ({ type }: Actor): boolean => type !== 'partner' && type !== 'workflow' && type !== 'schedule';

const matches = (ifMatch: string, version: number): boolean =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((tag) => tag.trim() === `"${version}"`);

const idOf = ({ id, before, after }: RecordedChange): string => id ?? ((after ?? before) as { id: string }).id;

const withoutSecrets = (reply: unknown, hides: readonly string[] = []): unknown =>
  hides.length === 0
    ? reply
    : { ...(reply as object), ...Object.fromEntries(hides.map((name) => [name, null] as const)) };

/** What an act does in one organization, and the rows that record it. */
type ActTrail = {
  call: ActCall;
  /** Whether the audit row is about the entity of this change. */
  isSubject(change: RecordedChange): boolean;
  counts(): { events: number; runs: number };
  /** Writes audit row, events and idempotency record; the last statement in the organization. */
  write(idempotency?: Trail['idempotency']): Promise<void>;
};

type Place = { db: OrgDb; orgId: string; actor: Actor; now: Date };

/** The organization of the handle as another one sees it. */
const actorOf = async (db: OrgDb): Promise<Actor> => ({
  type: 'partner',
  id: encodeId('org', db.orgId),
  name: await findOrganizationName(db),
});

const oneAtATime = (): never => {
  throw new Error('an act in a second organization enters no third one, and reads no other');
};

const createTrail = (environment: ActEnvironment, request: ActRequest, { db, orgId, actor, now }: Place): ActTrail => {
  const { ids } = environment;
  const changes: Change[] = [];
  const around: Change[] = [];
  const emitted: Emitted[] = [];
  let runs = 0;
  const isSubject = (recorded: RecordedChange): boolean =>
    changes[0]?.type === recorded.type && changes[0].id === idOf(recorded);
  const call: ActCall = {
    db,
    orgId,
    actor,
    dbOf: oneAtATime,
    secretKeys: environment.secretKeys,
    authUrl: environment.authUrl,
    apiUrl: environment.apiUrl,
    documentRules: environment.documentRules,
    requestId: request.requestId,
    now,
    url: request.url ?? '',
    newId: () => ids.next(),
    setHeader: () => {},
    setVersion: () => {},
    checkVersion: () => {},
    recordChange: (recorded) => {
      const { type, before, after, version } = recorded;
      const change: Change = { type, id: idOf(recorded), before, after };
      (recorded.around ? around : changes).push(change);
      if (version === undefined) return;
      const payload = recorded.payload ?? after ?? before ?? {};
      for (const name of recorded.events ?? [])
        call.emit({ name, entityType: type, entityId: change.id, version, payload });
    },
    emit: (event) => {
      if (!request.emits.includes(event.name))
        throw new Error(`${request.action} does not declare the event ${event.name}`);
      emitted.push(event);
    },
    start: async (name, input, options) => {
      const operationId = ids.next();
      runs += 1;
      await environment.startWorkflow(db, { operationId, name, input, actor, now, ...options });
      return operationId;
    },
    inOrganization: oneAtATime,
  };
  return {
    call,
    isSubject,
    counts: () => ({ events: emitted.length, runs }),
    write: async (idempotency) => {
      const all = [...changes, ...around];
      if (isClient(request.actor)) refuseGrownDocuments(all);
      if (all.length === 0 && (emitted.length > 0 || runs > 0)) {
        throw new Error(`${request.action} emitted or started something without saying what changed`);
      }
      const first = all[0];
      await writeTrail(db, {
        audit: first && {
          id: ids.next(),
          time: now,
          actor,
          action: request.action,
          entityType: first.type,
          entityId: first.id,
          requestId: request.requestId,
          sourceIp: orgId === request.orgId ? (request.sourceIp ?? null) : null,
          changes: all.flatMap((change) => diffEntities(change, all.length > 1)),
        },
        events: emitted.map((event, position) => ({ ...event, id: ids.next(), position, actor, time: now })),
        idempotency,
      });
    },
  };
};

/**
 * The single path for every change: act, audit row, outbox rows and idempotency record commit in one transaction. Used
 * by the HTTP edge, by workflow steps and by receivers of partner events. An act that enters a second organization
 * (`inOrganization`) is recorded in both. A refusal rolls everything back and is not recorded, so the same key can be
 * retried.
 */
export const runAct = async <T>(
  environment: ActEnvironment,
  request: ActRequest,
  act: (call: ActCall) => Promise<T>,
): Promise<ActOutcome<T>> => {
  const { database, clock } = environment;
  let events = 0;
  let runs = 0;

  const work = async (db: OrgDb): Promise<ActOutcome<T>> => {
    events = 0;
    runs = 0;
    const claim = request.dryRun ? undefined : request.idempotency;
    if (claim) {
      const caller = `${request.actor.type}:${request.actor.id}`;
      if (!(await lockKey(db, caller, claim.key))) {
        throw new Refusal(
          claim.inProgress,
          'A request with this Idempotency-Key is still running; repeat it later to get its response.',
          undefined,
          {
            'retry-after': '1',
          },
        );
      }
      const replay = await findReplay(db, caller, claim.key);
      if (replay) {
        if (!replay.fingerprint.equals(claim.fingerprint)) {
          throw new Refusal(
            'IdempotencyMismatch',
            'This Idempotency-Key was used with a different request; use a new key for a new request.',
          );
        }
        return { replayed: true, reply: replay.reply, headers: replay.headers };
      }
    }

    const now = clock.now();
    const headers: Record<string, string> = {};
    const own = createTrail(environment, request, { db, orgId: request.orgId, actor: request.actor, now });
    const others = new Map<string, ActTrail>();

    const setVersion = (version: number): void => {
      if (!request.unversioned) headers.etag = `"${version}"`;
    };
    const call: ActCall = {
      ...own.call,
      membership: request.membership,
      accountId: request.accountId,
      setHeader: (name, value) => {
        headers[name] = value;
      },
      setVersion,
      checkVersion: (version) => {
        if (request.ifMatch !== undefined && !matches(request.ifMatch, version)) {
          throw new Refusal(
            'PreconditionFailed',
            'The resource has changed since it was read; read it again, and send its new ETag.',
            { version },
          );
        }
        setVersion(version);
      },
      recordChange: (recorded) => {
        own.call.recordChange(recorded);
        if (recorded.version !== undefined && own.isSubject(recorded)) setVersion(recorded.version);
      },
      inOrganization: async (orgId, work, shownAs) => {
        if (orgId === request.orgId) throw new Error(`${request.action} entered its own organization a second time`);
        const known = others.get(orgId);
        const actor = shownAs ?? (known ? own.call.actor : await actorOf(db));
        return inOrganization(db, orgId, (there) => {
          const trail = known ?? createTrail(environment, request, { db: there, orgId, actor, now });
          others.set(orgId, trail);
          return work(trail.call);
        });
      },
    };

    const reply = await act(call);
    for (const [orgId, trail] of others) await inOrganization(db, orgId, () => trail.write());
    await own.write(
      claim && {
        caller: `${request.actor.type}:${request.actor.id}`,
        key: claim.key,
        fingerprint: claim.fingerprint,
        reply: encodeJson(withoutSecrets(reply, claim.hides)),
        headers,
      },
    );
    const trails = [own, ...others.values()];
    events = trails.reduce((sum, trail) => sum + trail.counts().events, 0);
    runs = trails.reduce((sum, trail) => sum + trail.counts().runs, 0);
    if (request.dryRun) await checkConstraints(db);
    return { replayed: false, reply, headers };
  };

  const outcome = await (request.dryRun ? database.rehearse(request.orgId, work) : database.write(request.orgId, work));
  if (!request.dryRun && (events > 0 || runs > 0)) environment.onCommitted?.({ events, runs });
  return outcome;
};

/** The TypeID by which the API shows an operation. */
export const operationIdOf = (uuid: string): string => encodeId('operation', uuid);
