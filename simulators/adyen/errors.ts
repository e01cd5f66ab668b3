import type { HttpAnswer } from '../kit/http.ts';
import { jsonAnswer } from '../kit/http.ts';

const refusals = new WeakMap<Error, HttpAnswer>();

/** Creates the error that refuses a request; nothing of the request is applied. */
const refusal = (answer: HttpAnswer, message: string): Error => {
  const error = new Error(message);
  refusals.set(error, answer);
  return error;
};

/** The response of a refusal, or undefined if the error is not one. */
export const refusedBy = (error: unknown): HttpAnswer | undefined =>
  error instanceof Error ? refusals.get(error) : undefined;

/** A refusal of the Checkout API. */
export const checkoutError = (status: number, errorCode: string, message: string, errorType = 'validation'): Error =>
  refusal(jsonAnswer(status, { status, errorCode, message, errorType }), message);

/** A well-formed request that cannot be processed: 422. */
export const invalid = (errorCode: string, message: string): Error => checkoutError(422, errorCode, message);

/** A refusal of the Management API, as a problem document. */
export const problem = (status: number, errorCode: string, title: string, detail: string, kind: string): Error => {
  const type = `https://docs.adyen.com/errors/${kind}`;
  return refusal(jsonAnswer(status, { type, title, status, detail, errorCode }), detail);
};
