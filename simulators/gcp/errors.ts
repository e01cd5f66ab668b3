import { type HttpAnswer, jsonAnswer } from '../kit/http.ts';

const statuses = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNIMPLEMENTED: 501,
} as const;

export type GoogleStatus = keyof typeof statuses;

/** A field that Google does not accept. */
export type Violation = { field: string; description: string };

const refusals = new WeakMap<Error, HttpAnswer>();

/** The body of every error of Google's APIs. */
export const errorAnswer = (status: GoogleStatus, message: string, details: unknown[] = []): HttpAnswer => {
  const code = statuses[status];
  const error = { code, message, status, ...(details.length > 0 ? { details } : {}) };
  return jsonAnswer(code, { error });
};

/** A refusal to be thrown. */
export const refusal = (status: GoogleStatus, message: string, details: unknown[] = []): Error => {
  const error = new Error(message);
  refusals.set(error, errorAnswer(status, message, details));
  return error;
};

/** The response of a thrown refusal. */
export const refusalAnswer = (error: unknown): HttpAnswer | undefined =>
  error instanceof Error ? refusals.get(error) : undefined;

export const preconditionFailed = (): Error => refusal('FAILED_PRECONDITION', 'Precondition check failed.');

export const notFound = (): Error => refusal('NOT_FOUND', 'Requested entity was not found.');

/** 400 with all faulty fields. */
export const invalidFields = (violations: Violation[]): Error => {
  const message = violations.map(({ field, description }) => `${field}: ${description}`).join('; ');
  const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }];
  return refusal('INVALID_ARGUMENT', message, details);
};
