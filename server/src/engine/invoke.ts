import { hash } from 'node:crypto';
import type { CallEnds } from '../adapters/call-health.ts';
import type { DocumentService } from '../adapters/documents/port.ts';
import type { Asker, PartnerGateway } from '../adapters/partner-gateway.ts';
import type { Actor, Membership, Principal } from '../auth/principal.ts';
import { admit } from '../contract/admission.ts';
import type { ActCall, AskCall, CallerCall, FileToKeep, PartsCall, ReadCall } from '../contract/call.ts';
import type {
  ActEndpoint,
  Endpoint,
  Followed,
  FollowFrom,
  FoundingEndpoint,
  Input,
  ReadEndpoint,
} from '../contract/endpoint.ts';
import { isRefusal } from '../kit/errors.ts';
import { encodeId } from '../kit/ids.ts';
import { jsonText } from '../kit/json.ts';
import { isTextStream } from '../kit/text-stream.ts';
import { cancelFileRemoval, scheduleFileRemoval } from './file-removal.ts';
import { type ActEnvironment, type ActRequest, runAct } from './run-act.ts';
import { isKeyAnswered } from './store.ts';

/** The caller, and its membership in the organization of the call. */
export type Caller = {
  principal: Principal;
  /** UUID; null if the endpoint belongs to no organization. */
  orgId: string | null;
  membership: Membership | undefined;
  /** How full the caller's rate-limit bucket is, including this call. */
  rate?: ReadCall['rate'];
};

/** One call of an endpoint, whatever the transport. */
export type Invocation = {
  input: Input;
  dryRun: boolean;
  requestId: string;
  /** The requested URL; links to other pages keep its parameters. */
  url: string;
  sourceIp?: string;
  /** `Prefer: count=estimated`. */
  prefersEstimate?: boolean;
  ifMatch?: string | undefined;
  /**
   * The idempotency key, under which a repeated call gets the first response, and the fingerprint of the first request,
   * which is complete when a body that arrives in pieces has been read.
   */
  idempotency?: { key: string; fingerprint: Buffer } | undefined;
  /**
   * Returns the caller's current identity and access. It is queried again before anything changes, so that a caller
   * whose access was revoked while a partner was slow cannot act.
   */
  caller: () => Promise<Caller>;
};

/** The response to a call; `value` is not encoded yet. */
export type Answer = {
  value: unknown;
  headers: Record<string, string>;
  replayed: boolean;
  /** The type of `value`, a text to be sent unchanged; null: it is sent as JSON. */
  plain: 'text/plain' | 'text/csv' | null;
};

/** What serving a call requires. */
export type InvokeEnvironment = {
  environment: ActEnvironment;
  gateway: PartnerGateway;
  documents: DocumentService;
  /** Records the outcomes of calls to a connected account that were made during a request. Never throws. */
  noteCalls: (place: { orgId: string; requestId: string }, connectionId: string, ends: CallEnds) => Promise<void>;
  /** The address of the API: the beginning of links to its pages. */
  apiUrl?: string | undefined;
  /** Makes this process aware of what an act revoked, before the response is sent. */
  learnRevocations?: () => Promise<void>;
};

const askWaitMs = 10_000;

type Headers = Record<string, string>;

/** What every call receives. */
const commonOf = (
  { environment, apiUrl }: InvokeEnvironment,
  caller: Caller,
  { url, prefersEstimate }: Invocation,
  headers: Headers,
) => ({
  actor: caller.membership?.actor ?? caller.principal.actor,
  rate: caller.rate,
  now: environment.clock.now(),
  url,
  prefersEstimate,
  apiUrl,
  setHeader: (name: string, value: string): void => {
    headers[name] = value;
  },
  setVersion: (version: number): void => {
    headers.etag = `"${version}"`;
  },
});

const organizationOf = ({ orgId }: Caller): string => {
  if (orgId === null) throw new Error('an endpoint of an organization was called without one');
  return orgId;
};

const readCallOf = (served: InvokeEnvironment, caller: Caller, invocation: Invocation, headers: Headers): ReadCall => {
  const orgId = organizationOf(caller);
  return {
    ...commonOf(served, caller, invocation, headers),
    db: served.environment.database.read(orgId),
    dbOf: (other) => served.environment.database.read(other),
    orgId,
    membership: caller.membership,
  };
};

const callerCallOf = (
  served: InvokeEnvironment,
  caller: Caller,
  invocation: Invocation,
  headers: Headers,
): CallerCall => ({
  ...commonOf(served, caller, invocation, headers),
  principal: caller.principal,
  database: served.environment.database,
});

/** A read's call, extended with what is needed to query partners. */
const askCallOf = (served: InvokeEnvironment, caller: Caller, invocation: Invocation, headers: Headers): AskCall => {
  const read = readCallOf(served, caller, invocation, headers);
  const place = { orgId: read.orgId, requestId: invocation.requestId };
  const asker: Asker = {
    signal: AbortSignal.timeout(askWaitMs),
    noteCalls: (connectionId, ends) => served.noteCalls(place, connectionId, ends),
  };
  const { gateway, documents, environment } = served;
  return { ...read, ...asker, gateway, documents, secretKeys: environment.secretKeys };
};

/**
 * The organization that an act is about to create, and its founder's membership in it. With an Idempotency-Key both are
 * derived from caller and key, so that the idempotency record, which is stored in the new organization, can be found
 * again.
 */
const foundingOf = (
  { ids }: ActEnvironment,
  principal: Principal,
  key: string | undefined,
): { orgId: string; actor: Actor } => {
  const idFor = (what: string): string => {
    if (key === undefined) return ids.next();
    const digest = hash('sha256', `${what}\n${principal.accountId}\n${key}`, 'hex');
    // RFC 9562, 5.8: version 8, variant 10.
    return digest.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-a$4-$5');
  };
  return { orgId: idFor('organization'), actor: { ...principal.actor, id: encodeId('user', idFor('founder')) } };
};

type Acting = ActEndpoint | FoundingEndpoint;

/** The request that `runAct` takes for a call; without an idempotency key for an intermediate step. */
const actRequestOf = (
  { environment }: InvokeEnvironment,
  endpoint: Acting,
  caller: Caller,
  { idempotency, dryRun, requestId, url, sourceIp, ifMatch }: Invocation,
): ActRequest => {
  const { principal, membership } = caller;
  const place =
    endpoint.kind === 'founding'
      ? foundingOf(environment, principal, idempotency?.key)
      : { orgId: organizationOf(caller), actor: membership?.actor ?? principal.actor, membership };
  return {
    ...place,
    accountId: principal.accountId,
    action: endpoint.id,
    requestId,
    url,
    dryRun,
    emits: endpoint.emits,
    unversioned: endpoint.unversioned,
    ...(sourceIp !== undefined && { sourceIp }),
    ...(ifMatch !== undefined && { ifMatch }),
    ...(idempotency && {
      idempotency: {
        ...idempotency,
        inProgress: endpoint.keyInProgress ?? ('Conflict' as const),
        ...(endpoint.secrets && { hides: endpoint.secrets }),
      },
    }),
  };
};

/** What a partner responds before the transaction begins; empty if the endpoint queries none. */
const askPartner = async (
  served: InvokeEnvironment,
  endpoint: Acting,
  caller: Caller,
  invocation: Invocation,
): Promise<{ answer?: unknown }> => {
  if (endpoint.kind !== 'act' || !endpoint.ask) return {};
  const actFirst = async <T>(work: (call: ActCall) => Promise<T>): Promise<T | undefined> => {
    if (invocation.dryRun) return undefined;
    const request = actRequestOf(served, endpoint, caller, { ...invocation, idempotency: undefined });
    const outcome = await runAct(served.environment, request, work);
    return outcome.replayed ? undefined : outcome.reply;
  };
  const call = { ...askCallOf(served, caller, invocation, {}), actFirst };
  return { answer: await endpoint.ask(call, invocation.input) };
};

/** Whether a request with the same idempotency key was answered before: then nothing is done for this one. */
const isAnswered = async (
  { environment }: InvokeEnvironment,
  caller: Caller,
  { idempotency, dryRun }: Invocation,
): Promise<boolean> => {
  if (!idempotency || dryRun) return false;
  const { type, id } = caller.membership?.actor ?? caller.principal.actor;
  const db = environment.database.read(organizationOf(caller));
  return isKeyAnswered(db, `${type}:${id}`, idempotency.key);
};

/** What is done before the act's own transaction, in others; empty if the endpoint does nothing before it. */
const actInParts = async (
  served: InvokeEnvironment,
  endpoint: Acting,
  caller: Caller,
  invocation: Invocation,
  kept: FileToKeep[],
): Promise<{ answer?: unknown }> => {
  if (endpoint.kind !== 'act' || !endpoint.inParts) return {};
  if (await isAnswered(served, caller, invocation)) {
    // The act compares the request with the one that was answered; for that, all of it must have been read.
    const { body } = invocation.input;
    if (isTextStream(body)) for await (const _ of body.pieces);
    return {};
  }
  const actInPart = async <T>(work: (call: ActCall) => Promise<T>): Promise<T> => {
    const now = await admitted(endpoint, invocation);
    const request = actRequestOf(served, endpoint, now, { ...invocation, idempotency: undefined });
    const outcome = await runAct(served.environment, request, work);
    if (outcome.replayed) throw new Error('a part has no idempotency key');
    return outcome.reply;
  };
  const keepFile: PartsCall['keepFile'] = async (file, bytes, contentType) => {
    if (invocation.dryRun) return;
    const { database, clock } = served.environment;
    await database.write(organizationOf(caller), (db) => scheduleFileRemoval(db, file, clock.now()));
    await served.documents.keepFile(file.key, bytes, contentType);
    kept.push(file);
  };
  const newId = (): string => served.environment.ids.next();
  const call: PartsCall = { ...readCallOf(served, caller, invocation, {}), actInPart, newId, keepFile };
  return { answer: await endpoint.inParts(call, invocation.input) };
};

/**
 * Runs the act. If it is refused, it has recorded none of the files that were stored for it, and they are removed. After
 * any other failure the transaction may have been committed: only their scheduled removal knows.
 */
const runWithFiles = async <T extends { replayed: boolean }>(
  { documents }: InvokeEnvironment,
  kept: readonly FileToKeep[],
  run: () => Promise<T>,
): Promise<T> => {
  const discard = (): Promise<unknown> => Promise.allSettled(kept.map(({ key }) => documents.removeFile(key)));
  try {
    const outcome = await run();
    if (outcome.replayed) await discard();
    return outcome;
  } catch (error) {
    if (isRefusal(error)) await discard();
    throw error;
  }
};

const invokeAct = async (served: InvokeEnvironment, endpoint: Acting, invocation: Invocation): Promise<Answer> => {
  const first = await admitted(endpoint, invocation);
  const kept: FileToKeep[] = [];
  const outcome = await runWithFiles(served, kept, async () => {
    const asked = {
      ...(await askPartner(served, endpoint, first, invocation)),
      ...(await actInParts(served, endpoint, first, invocation, kept)),
    };
    const caller = await admitted(endpoint, invocation);
    return runAct(served.environment, actRequestOf(served, endpoint, caller, invocation), async (call) => {
      for (const file of kept) await cancelFileRemoval(call.db, file);
      return endpoint.act(call, { ...invocation.input, ...asked });
    });
  });
  if (endpoint.revokes && !invocation.dryRun) await served.learnRevocations?.();
  const { replayed, headers } = outcome;
  return { value: replayed ? jsonText(outcome.reply) : outcome.reply, headers, replayed, plain: null };
};

const invokeRead = async (
  served: InvokeEnvironment,
  endpoint: Exclude<Endpoint, Acting>,
  invocation: Invocation,
): Promise<Answer> => {
  const headers: Headers = {};
  const caller = await admitted(endpoint, invocation);
  const { input } = invocation;
  const read = (): Promise<unknown> => {
    switch (endpoint.kind) {
      case 'read':
        return endpoint.read(readCallOf(served, caller, invocation, headers), input);
      case 'live':
        return endpoint.read(askCallOf(served, caller, invocation, headers), input);
      case 'caller':
        return endpoint.read(callerCallOf(served, caller, invocation, headers), input);
    }
  };
  const value = await read();
  const isPlain = endpoint.kind !== 'caller' && endpoint.plain?.(input.query) === true;
  return { value, headers, replayed: false, plain: isPlain ? (endpoint.plainType ?? 'text/plain') : null };
};

const admitted = async (endpoint: Endpoint, invocation: Invocation): Promise<Caller> => {
  const caller = await invocation.caller();
  admit(endpoint, caller.principal, caller.membership);
  return caller;
};

/**
 * Calls an endpoint: its read, or its act in one transaction with audit row, events and idempotency record. Independent
 * of the transport: HTTP reads the input, encodes the response and limits the size of both. Throws a Refusal.
 */
export const invoke = (served: InvokeEnvironment, endpoint: Endpoint, invocation: Invocation): Promise<Answer> =>
  endpoint.kind === 'act' || endpoint.kind === 'founding'
    ? invokeAct(served, endpoint, invocation)
    : invokeRead(served, endpoint, invocation);

/** An endpoint that can be followed. */
export type FollowedEndpoint = ReadEndpoint & { follow: NonNullable<ReadEndpoint['follow']> };

/** Looks for what is new for a follower. The caller's access is checked at each look. Throws a Refusal. */
export const look = async (
  served: InvokeEnvironment,
  endpoint: FollowedEndpoint,
  invocation: Invocation,
  from: FollowFrom,
): Promise<Followed> => {
  const caller = await admitted(endpoint, invocation);
  return endpoint.follow(readCallOf(served, caller, invocation, {}), invocation.input, from);
};
