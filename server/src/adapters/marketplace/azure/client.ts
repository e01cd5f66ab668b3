import { z } from 'zod';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { isPartnerError, type PartnerError, partnerError } from '../../partner-error.ts';
import { createReads } from '../../rest/reads.ts';
import { createRest, type RestAnswer, type RestCall, type Said } from '../../rest/rest.ts';
import { createTokens } from '../../rest/tokens.ts';
import type { MarketplaceAccess } from '../port.ts';
import { type AzureAddresses, type AzureHost, baseOf, scopeOf } from './hosts.ts';

export type AzureCall = Omit<RestCall, 'url'> & {
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
};

/** Sends calls to Microsoft with a token of the account's application. */
export type AzureClient = {
  send<Shape extends z.ZodType>(
    access: MarketplaceAccess,
    host: Parameters<typeof scopeOf>[1],
    call: AzureCall,
    shape: Shape,
  ): Promise<RestAnswer<z.output<Shape>>>;
};

const apiVersion = '2018-08-31';

type Json = Readonly<Record<string, unknown>>;

const recordOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The analytics API has no codes: its envelope repeats the status. */
const statusIn = ({ statusCode, StatusCode = statusCode }: Json): string | undefined =>
  typeof StatusCode === 'number' ? `HTTP ${StatusCode}` : undefined;

/**
 * `{error: {code, message}}`, `{Error: {Code, Message}}`, `{code, message, target}`, `{code, description}`,
 * `{message, statusCode}`, and Entra's own.
 */
export const readAzureError = (body: unknown): Said => {
  const outer = recordOf(body);
  const description = textOf(outer.error_description);
  if (description !== undefined) {
    const code = textOf(outer.error);
    // The first line describes the error; the following ones name the request.
    return { code, message: description.split('\r\n')[0] };
  }
  const inner = { ...outer, ...recordOf(outer.Error), ...recordOf(outer.error) };
  const fields = Array.isArray(inner.details) ? inner.details.map(recordOf) : [];
  const named = fields.map(({ resourceId, target, message }) => ({ name: resourceId ?? target, message }));
  return {
    code: textOf(inner.code) ?? textOf(inner.Code) ?? statusIn(inner),
    message: textOf(inner.message) ?? textOf(inner.Message) ?? textOf(inner.description),
    ...(fields.length > 0 ? { details: { fields: named } } : {}),
  };
};

/** What Entra answers to a request for a token. */
export const issuedToken = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

type Account = AzureAddresses & { tenantId: string; clientId: string; clientSecret: string };

const accountOf = ({ endpoint, endpoints = {}, credentials }: MarketplaceAccess): Account => {
  const { tenantId = '', clientId = '', clientSecret = '' } = credentials;
  return { endpoint, endpoints, tenantId, clientId, clientSecret };
};

const withQuery = (url: string, query: AzureCall['query'] = {}): string => {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, value);
  return given.size === 0 ? url : `${url}?${given}`;
};

/** The fulfillment API answers 403 to expired tokens where others answer 401. */
const asUnauthorized = (error: unknown): unknown =>
  isPartnerError(error) && error.httpStatus === 403
    ? partnerError(error.message, {
        partner: error.partner,
        outcome: error.outcome,
        partnerCode: error.partnerCode,
        httpStatus: 401,
        requestId: error.requestId,
        retryable: error.retryable,
        cause: error,
      })
    : error;

const unwrapped = (error: unknown): unknown =>
  isPartnerError(error) && isPartnerError(error.cause) && error.httpStatus === 401 ? error.cause : error;

/** The fulfillment and metering APIs are one, with a version in each address. */
const isFulfilment = (host: AzureHost): boolean => host === 'MARKETPLACE' || host === 'METERING';

export const createAzureClient = (outgoing: Outgoing): AzureClient => {
  const rest = createRest({
    partner: 'AZURE',
    outgoing,
    readError: readAzureError,
    requestIdHeaders: ['x-ms-requestid', 'request-id'],
    retryableCodes: ['locked'],
  });
  const tokens = createTokens<Account>(async ({ tenantId, clientId, clientSecret, ...addresses }, scope) => {
    const { answer } = await rest.send(
      {
        what: 'a token',
        method: 'POST',
        url: `${baseOf(addresses, 'LOGIN')}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
        form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope },
      },
      issuedToken,
    );
    return { token: answer.access_token, expiresInSeconds: answer.expires_in };
  });

  return {
    send: async (access, host, { path, query, headers, ...call }, shape) => {
      const url = withQuery(`${baseOf(access, host)}${path}`, {
        ...query,
        ...(isFulfilment(host) ? { 'api-version': apiVersion } : {}),
      });
      try {
        return await tokens.use(accountOf(access), scopeOf(access, host), async (token) => {
          const sent = { ...call, url, headers: { ...headers, authorization: `Bearer ${token}` } };
          try {
            return await rest.send(sent, shape);
          } catch (error) {
            throw isFulfilment(host) ? asUnauthorized(error) : error;
          }
        });
      } catch (error) {
        throw unwrapped(error);
      }
    },
  };
};

/** A refusal of our own that Microsoft would give in the same way. */
export const refusedHere = (code: string, message: string): PartnerError =>
  partnerError(message, {
    partner: 'AZURE',
    outcome: 'REFUSED',
    partnerCode: code,
    httpStatus: undefined,
    requestId: undefined,
    retryable: false,
  });

export const { everyPage, unlessGone, unlessRefused } = createReads('AZURE', ({ httpStatus }) => httpStatus === 404);

/** The token in a link to the next page. The link itself is not followed: it could point anywhere. */
export const nextTokenOf = (link: string | null | undefined): string | undefined => {
  const query = link ? URL.parse(link, 'https://page.invalid')?.searchParams : undefined;
  for (const [name, value] of query ?? []) if (name.toLowerCase() === 'continuationtoken') return value;
  return undefined;
};
