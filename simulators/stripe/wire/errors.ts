import type { Json } from '../state.ts';

/** A refusal as Stripe words it: the HTTP status and the members of `error`. */
export type Refused = {
  status: number;
  error: Json;
  /** Whether the endpoint had begun: then the answer is kept under the idempotency key. */
  begun: boolean;
};

const refusals = new WeakMap<Error, Refused>();

/** Makes the error that is thrown to refuse a request; nothing of the request is applied. */
export const refusal = (refused: Refused): Error => {
  const error = new Error(String(refused.error.message));
  refusals.set(error, refused);
  return error;
};

/** What an error refuses with, or undefined when it is no refusal. */
export const refusedBy = (error: unknown): Refused | undefined =>
  error instanceof Error ? refusals.get(error) : undefined;

/** A parameter that is not as it should be: 400, found before the endpoint begins. */
export const badParam = (param: string, message: string, code?: string): Error => {
  const error: Json = { message, param, type: 'invalid_request_error' };
  return refusal({ status: 400, error: code === undefined ? error : { code, ...error }, begun: false });
};

/** A request that does not fit the state: 400. */
export const unfit = (message: string, more: Json = {}): Error =>
  refusal({ status: 400, error: { message, type: 'invalid_request_error', ...more }, begun: true });

/** A thing that is not there: 404 when the path names it, 400 when the parameter `param` does. */
export const noSuch = (label: string, id: string, param: string | null): Error => {
  const error = { code: 'resource_missing', message: `No such ${label}: '${id}'`, type: 'invalid_request_error' };
  return refusal({ status: param === null ? 404 : 400, error: { ...error, param: param ?? 'id' }, begun: true });
};

/** The body of an error answer. */
export const errorBody = (error: Json, requestId: string): Json => {
  const log = { request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` };
  const code = typeof error.code === 'string' ? { doc_url: docUrl(error.code) } : {};
  return { error: { ...error, ...code, ...log } };
};

const docUrl = (code: string): string => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
