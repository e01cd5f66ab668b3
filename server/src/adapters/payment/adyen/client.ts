import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { parseJson } from '../../../kit/json.ts';
import { isPartnerError } from '../../partner-error.ts';
import { readAnswer } from '../../read-answer.ts';
import { retryAfterOf } from '../../retry-after.ts';
import type { HttpAnswer, SendHttp } from '../http.ts';
import type { PaymentAccess } from '../port.ts';
import { missingCredential, noAnswer, refusedAnswer, unreadableAnswer } from './errors.ts';

const version = 'v72';

/** The address of Checkout: below a given endpoint, in the live data center of a prefix, or in the test environment. */
const checkoutOf = ({ endpoint, endpoints = {}, credentials }: PaymentAccess): string => {
  // As at Adyen: the version follows the address of the service.
  if (endpoints.checkout !== undefined) return `${endpoints.checkout.replace(/\/+$/, '')}/${version}`;
  if (endpoint !== undefined) return `${endpoint.replace(/\/+$/, '')}/checkout/${version}`;
  const { livePrefix } = credentials;
  return livePrefix
    ? `https://${livePrefix}-checkout-live.adyenpayments.com/checkout/${version}`
    : `https://checkout-test.adyen.com/${version}`;
};

/** The account's id, used if no other merchant account is named. */
export const merchantOf = ({ accountId, credentials }: PaymentAccess): string => {
  const merchant = credentials.merchantAccount || accountId;
  if (!merchant) throw missingCredential('merchant account');
  return merchant;
};

/** Adyen accepts keys of at most 64 characters. */
const shortKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export type AdyenRequest = {
  method: 'GET' | 'POST' | 'DELETE';
  /** The path below the version. */
  path: string;
  query?: Record<string, string>;
  body?: object;
  key?: string;
};

const parse = (text: string): unknown => {
  try {
    return text === '' ? {} : parseJson(text);
  } catch {
    return undefined;
  }
};

const isTransient = ({ headers }: HttpAnswer): boolean => headers['transient-error'] === 'true';

/** Sends one call, and validates the answer like input: an answer that does not fit the schema counts as no answer. */
export const createAdyenClient =
  (request: SendHttp) =>
  async <Shape extends z.ZodType>(
    access: PaymentAccess,
    what: string,
    shape: Shape,
    { method, path, query, body, key }: AdyenRequest,
  ): Promise<z.output<Shape>> => {
    const { apiKey } = access.credentials;
    if (!apiKey) throw missingCredential('API key');
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
    let answer: HttpAnswer;
    try {
      answer = await request({
        method,
        url: `${checkoutOf(access)}${path}${search}`,
        headers: {
          accept: 'application/json',
          'x-api-key': apiKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': shortKey(key) }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw isPartnerError(error) ? error : noAnswer(error, what);
    }
    const { status: httpStatus } = answer;
    const said = parse(answer.body);
    if (httpStatus < 200 || httpStatus >= 300) {
      const error = typeof said === 'object' && said !== null ? said : {};
      throw refusedAnswer(what, {
        httpStatus,
        said: error,
        isTransient: isTransient(answer),
        ...retryAfterOf(answer.headers),
      });
    }
    if (said === undefined) throw unreadableAnswer(what, httpStatus, 'it is not JSON');
    const read = readAnswer(shape, said);
    if ('answer' in read) return read.answer;
    throw unreadableAnswer(what, httpStatus, read.why);
  };
