import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { attachmentHeader } from '../adapters/storage/port.ts';
import { type Endpoint, honoursIfMatch, isAct } from '../contract/endpoint.ts';
import { maxPageBytes } from '../contract/page.ts';
import { readInput } from '../contract/read-input.ts';
import { type Invocation, invoke } from '../engine/invoke.ts';
import { fingerprintOf } from '../engine/run-act.ts';
import { isFileForm, type StoredFile } from '../kit/form-file.ts';
import { encodeJson } from '../kit/json.ts';
import { isTextStream } from '../kit/text-stream.ts';
import { reauthorizeRequest } from './authorize-request.ts';
import type { Party } from './byte-budget.ts';
import { checkResponse } from './check-response.ts';
import { type EventStreams, isFollowed, sendStream } from './event-stream.ts';
import { downloadPolicy } from './files.ts';
import { prefers, readIdempotencyKey, readIfMatch } from './headers.ts';
import type { LargeReads } from './large-reads.ts';
import type { LargeResponses } from './large-responses.ts';
import type { ApiServerOptions } from './options.ts';

/** The server's options and the state shared by all of its requests. */
export type ResponseOptions = ApiServerOptions & {
  largeReads: LargeReads;
  largeResponses: LargeResponses;
  eventStreams: EventStreams;
};

const largePage = 100;

/** Whether the requested page is larger than a person would read. Old lists return a thousand rows by default. */
const isLargeRead = (endpoint: Endpoint, query: unknown): boolean => {
  if (!endpoint.query || isAct(endpoint)) return false;
  const { shape } = endpoint.query;
  const { limit, page_size: size } = query as Record<string, unknown>;
  if ('page_size' in shape) return Number(size ?? 0) > largePage;
  return 'limit' in shape && Number(limit ?? Number.POSITIVE_INFINITY) > largePage;
};

/** The idempotency key of a call and the call's fingerprint. */
const idempotencyOf = (
  endpoint: Endpoint,
  { method, url, body, headers, raw }: FastifyRequest,
  dryRun: boolean,
): Invocation['idempotency'] => {
  if (!isAct(endpoint) || endpoint.method !== 'POST' || dryRun) return undefined;
  const key = readIdempotencyKey(headers['idempotency-key'], raw.rawHeaders);
  if (key === undefined) return undefined;
  const ofDigest = (digest: Buffer): Buffer => fingerprintOf(method, url, { sha256: digest.toString('hex') });
  if (isTextStream(body)) {
    return {
      key,
      get fingerprint() {
        return ofDigest(body.digest());
      },
    };
  }
  // Boundaries of forms differ from one request to the next.
  if (isFileForm(body)) {
    const { name, bytes } = body.file;
    return { key, fingerprint: ofDigest(createHash('sha256').update(JSON.stringify(name)).update(bytes).digest()) };
  }
  // The same text is the same request, whether or not it was sent in one piece.
  if (endpoint.streamBytes !== undefined && typeof body === 'string')
    return { key, fingerprint: ofDigest(createHash('sha256').update(body).digest()) };
  return { key, fingerprint: fingerprintOf(method, url, body) };
};

/** Sends a file for saving: no browser shows it, guesses its type or runs it. */
const sendFile = (
  { largeResponses }: ResponseOptions,
  reply: FastifyReply,
  party: Party,
  { name, contentType, bytes }: StoredFile,
): FastifyReply => {
  const body = largeResponses.writeBytes(reply, party, bytes);
  return reply
    .header('content-disposition', attachmentHeader(name))
    .header('content-security-policy', downloadPolicy)
    .type(contentType)
    .send(body);
};

/** Reads the input, invokes the endpoint and sends the response. */
export const answer = async (
  options: ResponseOptions,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { caller, orgId } = await reauthorizeRequest(options, request);
  const { input, dryRun } = readInput(endpoint, {
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    body: request.body,
  });
  const party: Party = { caller, organization: orgId ?? caller };
  const invocation: Invocation = {
    input,
    dryRun,
    requestId: request.id,
    url: request.url,
    sourceIp: request.ip,
    prefersEstimate: prefers(request.headers.prefer, 'count=estimated'),
    ifMatch: honoursIfMatch(endpoint) ? readIfMatch(request.headers['if-match']) : undefined,
    idempotency: idempotencyOf(endpoint, request, dryRun),
    caller: () => reauthorizeRequest(options, request),
  };
  if (isFollowed(endpoint, request)) return sendStream(options, endpoint, invocation, { request, reply, party });
  const isLarge = isLargeRead(endpoint, input.query);
  options.largeResponses.admit(party, isLarge ? maxPageBytes : 0);
  const end = isLarge ? await options.largeReads.begin(party) : undefined;
  try {
    const { value, headers, replayed, plain } = await invoke(options, endpoint, invocation);
    reply.headers(headers);
    if (dryRun) reply.header('dry-run', 'true');
    if (replayed) reply.header('idempotency-replayed', 'true');
    if (endpoint.kind === 'live' && endpoint.download) return sendFile(options, reply, party, value as StoredFile);
    if (options.checkReplies) checkResponse(endpoint, encodeJson(value));
    if (plain) return reply.type(`${plain}; charset=utf-8`).send(String(value));
    const body = await options.largeResponses.write(reply, party, value, { mayRefuse: !isAct(endpoint) });
    return reply.type('application/json; charset=utf-8').send(body);
  } finally {
    end?.();
  }
};
