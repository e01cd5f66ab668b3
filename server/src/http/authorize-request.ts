import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../auth/principal.ts';
import { admit } from '../contract/admission.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Caller } from '../engine/invoke.ts';
import { notFound, type Refusal, tooManyRequests } from '../kit/errors.ts';
import { decodeId } from '../kit/ids.ts';
import { refuseEncodedBody } from './body.ts';
import type { ApiServerOptions } from './options.ts';

/** The caller, its membership in the path's organization, and when both were determined. */
export type Authorized = Caller & { caller: string; at: number };

declare module 'fastify' {
  interface FastifyRequest {
    endpoint: Endpoint | null;
    authorized: Authorized | null;
    startedAt: number;
  }
}

/** Maximum age of a caller's authorization when its request begins to act. */
const authorizationMs = 500;

/**
 * The answer to a caller who does not belong to the organization of the path. Such requests share one limit, whichever organizations they
 * name: with a limit for each name, a caller would have none at all.
 */
const refuseStranger = ({ limiters }: ApiServerOptions, { actor: { type, id } }: Principal): Refusal => {
  const { allowed, headers } = limiters.general(`:${type}:${id}`);
  return allowed ? notFound('organization') : tooManyRequests(headers);
};

const identify = async (options: ApiServerOptions, request: FastifyRequest): Promise<Authorized> => {
  const at = performance.now();
  const principal = await options.authenticate({
    headers: request.headers,
    rawHeaders: request.raw.rawHeaders,
    url: request.url,
    method: request.method,
    address: request.ip,
  });
  const orgText = (request.params as { orgId?: string }).orgId;
  const orgId = orgText === undefined ? null : decodeId('org', orgText);
  const membership = orgId === null ? undefined : principal.memberships.get(orgId);
  if (orgText !== undefined && !membership) throw refuseStranger(options, principal);
  return { principal, orgId, membership, caller: `${orgId ?? ''}:${principal.actor.type}:${principal.actor.id}`, at };
};

/** Checks identity, organization, rate and permission, in this order, before any byte of the body is read. */
export const authorizeRequest = async (
  options: ApiServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const { endpoint } = request;
  if (!endpoint) return;
  const authorized = await identify(options, request);
  request.authorized = authorized;
  const rate = options.limiters[endpoint.rateLimit ?? 'general'](authorized.caller);
  reply.headers(rate.headers);
  authorized.rate = rate.use;
  if (!rate.allowed) throw tooManyRequests(rate.headers);
  admit(endpoint, authorized.principal, authorized.membership);
  refuseEncodedBody(request.headers['content-encoding']);
};

/**
 * Checks again a caller who sends slowly or whose partner responds slowly: access revoked in the meantime no longer
 * counts, however long ago the request began.
 */
export const reauthorizeRequest = async (options: ApiServerOptions, request: FastifyRequest): Promise<Authorized> => {
  const authorized = request.authorized as Authorized;
  if (performance.now() - authorized.at <= authorizationMs) return authorized;
  const again = { ...(await identify(options, request)), ...(authorized.rate && { rate: authorized.rate }) };
  request.authorized = again;
  return again;
};
