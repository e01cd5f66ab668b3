import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asker } from '../adapters/desk.ts';
import type { Actor, Principal } from '../auth/principal.ts';
import type { ActCall } from '../contract/call.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { maxPageBytes } from '../contract/page.ts';
import { type ActEnvironment, type ActRequest, fingerprintOf, runAct } from '../engine/run-act.ts';
import { encodeId } from '../kit/ids.ts';
import { encodeJson, jsonText } from '../kit/json.ts';
import type { Party } from './byte-budget.ts';
import { checkReply } from './check-answer.ts';
import { type Entered, enterAgain } from './enter.ts';
import { decodeParams, parseInput, readIdempotencyKey, readIfMatch } from './input.ts';
import type { LargeAnswers } from './large-answers.ts';
import type { LargeReads } from './large-reads.ts';
import { noteCalls } from './note-calls.ts';
import type { ApiServerOptions } from './options.ts';

const askWaitMs = 10_000;

type Answer = { party: Party; value: unknown; mayRefuse: boolean };

const send = async (
  options: AnswerOptions,
  endpoint: Endpoint,
  reply: FastifyReply,
  { party, value, mayRefuse }: Answer,
): Promise<FastifyReply> => {
  if (options.checkReplies) checkReply(endpoint, encodeJson(value));
  const body = await options.largeAnswers.write(reply, party, value, { mayRefuse });
  return reply.type('application/json; charset=utf-8').send(body);
};

/**
 * The organization that an act is about to make, and who its founder is in it. With an Idempotency-Key both follow from
 * caller and key, so that the record of the first answer, which lies in the new organization, is found again.
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

type Run = (call: unknown, input: object) => Promise<unknown>;

/** With what is kept for all requests of one server. */
export type AnswerOptions = ApiServerOptions & { largeReads: LargeReads; largeAnswers: LargeAnswers };

type Exchange = { options: AnswerOptions; endpoint: Endpoint; request: FastifyRequest; reply: FastifyReply };

/** What reads are given, and what acts ask partners with. */
const callOf = ({ options: { environment }, request, reply }: Exchange, entered: Entered): object => {
  const { principal, orgId, membership, rate } = entered;
  return {
    db: orgId === null ? null : environment.database.read(orgId),
    database: environment.database,
    orgId,
    actor: membership?.actor ?? principal.actor,
    membership,
    rate,
    principal,
    now: environment.clock.now(),
    url: request.url,
    setHeader: (name: string, value: string) => void reply.header(name, value),
    setVersion: (version: number) => void reply.header('etag', `"${version}"`),
  };
};

/** The same with what there is to ask others with. */
const askCallOf = (exchange: Exchange, entered: Entered): object => {
  const { desk, documents, environment, log } = exchange.options;
  const { orgId } = entered;
  const asker: Asker = {
    signal: AbortSignal.timeout(askWaitMs),
    noteCalls: async (connectionId, ends) => {
      if (orgId === null) return;
      await noteCalls({ environment, log, orgId, requestId: exchange.request.id }, connectionId, ends);
    },
  };
  return { ...callOf(exchange, entered), ...asker, desk, documents, secretKeys: environment.secretKeys };
};

const sendPlain = (options: ApiServerOptions, endpoint: Endpoint, reply: FastifyReply, text: unknown): FastifyReply => {
  if (options.checkReplies) checkReply(endpoint, JSON.stringify(text));
  return reply.type('text/plain; charset=utf-8').send(String(text));
};

/** The act of the request, as `runAct` takes it. */
const actRequestOf = (
  { options: { environment }, endpoint, request }: Exchange,
  { principal, orgId, membership }: Entered,
  dryRun: boolean,
  key: string | undefined,
): ActRequest => {
  const ifMatch = readIfMatch(request.headers['if-match']);
  const place =
    orgId === null
      ? foundingOf(environment, principal, key)
      : { orgId, actor: membership?.actor ?? principal.actor, membership };
  const idempotency = key !== undefined && {
    key,
    fingerprint: fingerprintOf(request.method, request.url, request.body),
    inProgress: endpoint.keyInProgress ?? ('Conflict' as const),
    ...(endpoint.secrets && { hides: endpoint.secrets }),
  };
  return {
    ...place,
    accountId: principal.accountId,
    action: endpoint.id,
    requestId: request.id,
    sourceIp: request.ip,
    url: request.url,
    dryRun,
    emits: endpoint.emits,
    ...(ifMatch !== undefined && { ifMatch }),
    ...(idempotency && { idempotency }),
  };
};

/** What a partner says before the transaction begins; empty where none is asked. */
const askPartner = async (
  exchange: Exchange,
  entered: Entered,
  { input, dryRun }: { input: () => object; dryRun: boolean },
): Promise<{ answer?: unknown }> => {
  const { endpoint, options } = exchange;
  if (!endpoint.asks) return {};
  const actFirst = async <T>(work: (call: ActCall) => Promise<T>): Promise<T | undefined> => {
    if (dryRun) return undefined;
    const outcome = await runAct(options.environment, actRequestOf(exchange, entered, false, undefined), work);
    return outcome.replayed ? undefined : outcome.reply;
  };
  return { answer: await (endpoint.asks as Run)({ ...askCallOf(exchange, entered), actFirst }, input()) };
};

const largePage = 100;

/** Whether a page of more rows is asked for than people look at; old lists give a thousand unless asked for fewer. */
const isLargeRead = (endpoint: Endpoint, query: unknown): boolean => {
  if (!endpoint.query || !('shape' in endpoint.query)) return false;
  const shape = endpoint.query.shape as object;
  const { limit, page_size: size } = query as Record<string, unknown>;
  if ('page_size' in shape) return Number(size ?? 0) > largePage;
  return 'limit' in shape && Number(limit ?? Number.POSITIVE_INFINITY) > largePage;
};

/** Parses the input, runs the read or the act of the endpoint, and sends what it answers. */
export const answer = async (
  options: AnswerOptions,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const exchange: Exchange = { options, endpoint, request, reply };
  const entered = await enterAgain(options, endpoint, request);
  const { query, body, dryRun } = parseInput(endpoint, request.query as Record<string, unknown>, request.body);
  const input = (): object => ({
    params: decodeParams(endpoint, request.params as Record<string, string>),
    query,
    body,
  });
  const run = endpoint.does as Run;
  const party = { caller: entered.caller, organization: entered.orgId ?? entered.caller };
  if (endpoint.kind === 'read') {
    const isLarge = isLargeRead(endpoint, query);
    options.largeAnswers.admit(party, isLarge ? maxPageBytes : 0);
    const end = isLarge ? await options.largeReads.begin(party) : undefined;
    try {
      const found = await run(endpoint.live ? askCallOf(exchange, entered) : callOf(exchange, entered), input());
      if (endpoint.plain?.(query as never)) return sendPlain(options, endpoint, reply, found);
      return await send(options, endpoint, reply, { party, value: found, mayRefuse: true });
    } finally {
      end?.();
    }
  }

  options.largeAnswers.admit(party, 0);
  const takesKey = endpoint.method === 'POST' && !dryRun;
  const key = takesKey ? readIdempotencyKey(request.headers['idempotency-key'], request.raw.rawHeaders) : undefined;
  const asked = await askPartner(exchange, entered, { input, dryRun });
  const now = await enterAgain(options, endpoint, request);
  const outcome = await runAct(options.environment, actRequestOf(exchange, now, dryRun, key), (call) =>
    run(call, { ...input(), ...asked }),
  );
  if (endpoint.revokes && !dryRun) await options.learnRevocations?.();
  reply.headers(outcome.headers);
  if (dryRun) reply.header('dry-run', 'true');
  if (outcome.replayed) reply.header('idempotency-replayed', 'true');
  const value = outcome.replayed ? jsonText(outcome.reply) : outcome.reply;
  return send(options, endpoint, reply, { party, value, mayRefuse: false });
};
