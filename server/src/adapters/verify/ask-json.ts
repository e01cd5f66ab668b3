import type { Outgoing, OutgoingRequest } from '../outgoing/outgoing.ts';
import type { ConnectionAccess, Verification } from '../partner-gateway.ts';
import { findPartnerService } from '../partner-services.ts';
import { hideSecretsIn, secretsSent } from '../without-secrets.ts';

export type Json = Readonly<Record<string, unknown>>;

/** An answer of a partner; `body` is empty if it is not a JSON object. */
export type JsonAnswer = { status: number; body: Json };

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const recordOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Calls the address of the service, or else the account's endpoint, or else the partner's own address. */
export const askJson = async (
  outgoing: Outgoing,
  access: ConnectionAccess,
  { path, address, ...request }: Omit<OutgoingRequest, 'url'> & { path: string; address?: string },
): Promise<JsonAnswer> => {
  const own = address === undefined ? undefined : access.endpoints?.[address];
  const base = own ?? access.endpoint ?? findPartnerService(access.partner, access.service)?.endpoint.standard ?? '';
  const answer = await outgoing.request({ ...request, url: `${base.replace(/\/+$/, '')}${path}` });
  const parsed = parse(answer.body);
  // Salesforce returns its errors as a list.
  const body = recordOf(Array.isArray(parsed) ? parsed[0] : parsed);
  if (answer.status < 400) return { status: answer.status, body };
  // A token that was issued for the call is known only here.
  return { status: answer.status, body: recordOf(hideSecretsIn(body, secretsSent({ headers: request.headers }))) };
};

export const formOf = (fields: Record<string, string>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: new URLSearchParams(fields).toString(),
});

/** The partner's code for the refusal, and what it says about it. */
export type Said = { code: string | undefined; message: string | undefined };

/**
 * The meaning of an answer that is not a success. `sentences` by status say what to do about it; a server error, a
 * redirect and a success that cannot be read need none.
 */
export const refusedBy = (
  name: string,
  { status }: JsonAnswer,
  said: Said,
  sentences: Readonly<Record<number, string>> = {},
): Verification => {
  const partnerMessage = said.message ?? null;
  const failed = (code: string, message: string): Verification => ({ ok: false, code, message, partnerMessage });
  if (status >= 500) return failed('PARTNER_FAILED', `${name} answered with ${status}; try again later.`);
  if (status === 429) return failed('THROTTLED', `${name} gets too many requests from this account; try again later.`);
  if (status >= 300 && status < 400)
    return failed('REDIRECTED', `The endpoint redirects to another address, which is not followed.`);
  if (status < 400) return failed('UNREADABLE_ANSWER', `The server at this address is not the API of ${name}.`);
  return failed(said.code ?? String(status), sentences[status] ?? `${name} refused with ${status}.`);
};
