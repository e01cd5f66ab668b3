import type { Json } from '../state.ts';

/** A refusal in Stripe's form: the HTTP status and the members of `error`. */
export type Refused = {
  status: number;
  error: Json;
  /** Whether the endpoint had begun: then the response is stored under the idempotency key. */
  begun: boolean;
};

const refusals = new WeakMap<Error, Refused>();

/** Creates the error that refuses a request; nothing of the request is applied. */
export const refusal = (refused: Refused): Error => {
  const error = new Error(String(refused.error.message));
  refusals.set(error, refused);
  return error;
};

/** The refusal of an error, or undefined if it is not one. */
export const refusedBy = (error: unknown): Refused | undefined =>
  error instanceof Error ? refusals.get(error) : undefined;

/** An invalid parameter: 400, found before the endpoint begins. */
export const badParam = (param: string, message: string, code?: string): Error => {
  const error: Json = { message, param, type: 'invalid_request_error' };
  return refusal({ status: 400, error: code === undefined ? error : { code, ...error }, begun: false });
};

/** A request that the current state does not allow: 400. */
export const unfit = (message: string, more: Json = {}): Error =>
  refusal({ status: 400, error: { message, type: 'invalid_request_error', ...more }, begun: true });

/** A missing object: 404 if the path names it, 400 if the parameter `param` does. */
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
