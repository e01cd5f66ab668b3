import { importPKCS8, SignJWT } from 'jose';
import type { z } from 'zod';
import type { Clock } from '../../../kit/clock.ts';
import type { Outgoing, OutgoingStream } from '../../outgoing/outgoing.ts';
import { isPartnerError, type PartnerError, partnerError } from '../../partner-error.ts';
import { createRest, type RestAnswer, type RestCall, type Said } from '../../rest/rest.ts';
import { createTokens, type IssuedToken } from '../../rest/tokens.ts';
import { TokenAnswer } from './answers.ts';
import { addressOf, type GoogleAccess, type GoogleAddresses, type GoogleHost } from './settings.ts';

export type GoogleOptions = {
  outgoing: Outgoing;
  clock: Clock;
  /** Milliseconds on a clock that is never set. */
  monotonicNow?: () => number;
};

type GoogleCall = Pick<RestCall, 'what' | 'method' | 'json'> & {
  /** Begins with a slash; its segments are encoded. */
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
};

/** Google's APIs as JSON, with a token of the service account (RFC 7523). */
export type Google = {
  send<Shape extends z.ZodType>(
    access: GoogleAccess,
    host: GoogleHost,
    call: GoogleCall,
    shape: Shape,
  ): Promise<RestAnswer<z.output<Shape>>>;
  /** A file, read as it arrives; `silenceMs`: how long it may be silent. */
  open(
    access: GoogleAccess,
    host: GoogleHost,
    call: Pick<GoogleCall, 'what' | 'path' | 'query'>,
    options: { silenceMs: number; signal?: AbortSignal },
  ): Promise<OutgoingStream>;
  /** Without a token: the resource is public. */
  fetch<Shape extends z.ZodType>(
    access: GoogleAddresses,
    host: GoogleHost,
    call: GoogleCall,
    shape: Shape,
  ): Promise<z.output<Shape>>;
};

const scope = 'https://www.googleapis.com/auth/cloud-platform';
const audience = 'https://oauth2.googleapis.com/token';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const assertionSeconds = 300;

type Part = Readonly<Record<string, unknown>>;
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Fields that Google does not accept, as it names them (google.rpc.BadRequest). */
const fieldsOf = (details: unknown): { name: string; message: string }[] =>
  (Array.isArray(details) ? details.filter(isPart) : [])
    .flatMap(({ fieldViolations }) => (Array.isArray(fieldViolations) ? fieldViolations.filter(isPart) : []))
    .map(({ field, description }) => ({ name: textOf(field) ?? '', message: textOf(description) ?? '' }));

/** The first reason of an error of Cloud Storage ("HTTP status and error codes for JSON"). */
const reasonIn = (errors: unknown): string | undefined => {
  const [first] = Array.isArray(errors) ? errors.filter(isPart) : [];
  return textOf(first?.reason);
};

/**
 * `{error: {code, message, status, details}}`; of Cloud Storage `{error: {code, message, errors: [{reason, …}]}}`; of the
 * token endpoint `{error, error_description}`.
 */
const readError = (body: unknown): Said => {
  const { error, error_description: description } = isPart(body) ? body : {};
  if (!isPart(error)) return textOf(description) ? { code: textOf(error), message: textOf(description) } : {};
  const fields = fieldsOf(error.details);
  return {
    code: textOf(error.status) ?? reasonIn(error.errors),
    message: textOf(error.message),
    ...(fields.length > 0 ? { details: { fields } } : {}),
  };
};

/** A key that Google refuses affects every call of the account, so it is reported like a refused token. */
const withoutToken = (error: PartnerError): PartnerError => {
  const { partner, outcome, partnerCode, requestId, retryable, details, message } = error;
  const fields = { partner, outcome, partnerCode, requestId, retryable, details, cause: error };
  return partnerError(message, { ...fields, httpStatus: outcome === 'REFUSED' && !retryable ? 401 : error.httpStatus });
};

const unreadableKey = (cause: unknown): PartnerError =>
  partnerError('The private key of the connection cannot be read.', {
    partner: 'GCP',
    outcome: 'NOT_SENT',
    partnerCode: 'UnreadableKey',
    httpStatus: undefined,
    requestId: undefined,
    retryable: false,
    cause,
  });

const queryOf = (query: GoogleCall['query'] = {}): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
};

type Signer = GoogleAddresses & { clientEmail: string; privateKey: string };

export const createGoogle = ({ outgoing, clock }: GoogleOptions): Google => {
  const rest = createRest({
    partner: 'GCP',
    outgoing,
    readError,
    requestIdHeaders: ['x-goog-request-id', 'x-guploader-uploadid'],
    retryableCodes: [
      ...['RESOURCE_EXHAUSTED', 'ABORTED', 'UNAVAILABLE'],
      ...['rateLimitExceeded', 'userRateLimitExceeded'],
    ],
  });

  const sign = async ({ clientEmail, privateKey }: Signer): Promise<string> => {
    const key = await importPKCS8(privateKey, 'RS256').catch((error: unknown) => {
      throw unreadableKey(error);
    });
    const now = Math.floor(clock.wallNow().getTime() / 1000);
    return new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + assertionSeconds)
      .sign(key);
  };

  const issue = async (signer: Signer): Promise<IssuedToken> => {
    const form = { grant_type: grantType, assertion: await sign(signer) };
    const url = `${addressOf(signer, 'token')}/token`;
    const { answer } = await rest.send({ what: 'token', method: 'POST', url, form }, TokenAnswer).catch((error) => {
      throw isPartnerError(error) ? withoutToken(error) : error;
    });
    return { token: answer.access_token, expiresInSeconds: answer.expires_in };
  };
  const tokens = createTokens(issue);

  const urlOf = (access: GoogleAddresses, host: GoogleHost, path: string, query: GoogleCall['query']): string =>
    `${addressOf(access, host)}${path}${queryOf(query)}`;

  const callOf = (access: GoogleAddresses, host: GoogleHost, { path, query, ...call }: GoogleCall): RestCall => ({
    ...call,
    url: urlOf(access, host, path, query),
  });

  const signerOf = ({ endpoint, endpoints = {}, credentials }: GoogleAccess): Signer => {
    const { clientEmail = '', privateKey = '' } = credentials;
    return { endpoint, endpoints, clientEmail, privateKey };
  };
  const withToken = <T>(access: GoogleAccess, use: (headers: { authorization: string }) => Promise<T>): Promise<T> =>
    tokens.use(signerOf(access), scope, (token) => use({ authorization: `Bearer ${token}` }));

  return {
    send: (access, host, call, shape) =>
      withToken(access, (headers) => rest.send({ ...callOf(access, host, call), headers }, shape)),
    open: (access, host, { what, path, query }, { silenceMs, signal }) =>
      withToken(access, (headers) =>
        rest.open({ what, url: urlOf(access, host, path, query), headers, signal }, silenceMs),
      ),
    fetch: async (access, host, call, shape) => (await rest.send(callOf(access, host, call), shape)).answer,
  };
};
