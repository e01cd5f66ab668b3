import type { HttpAnswer } from '../kit/http.ts';

/** One error of the REST API: in its own list, or among the errors of a record. */
export type ApiError = { errorCode: string; message: string; fields?: string[] };

const refusals = new WeakMap<Error, { status: number; errors: ApiError[] }>();

/** A refusal to be thrown. */
export const refusal = (status: number, ...errors: ApiError[]): Error => {
  const error = new Error(errors[0]?.message);
  refusals.set(error, { status, errors });
  return error;
};

/** The content of a thrown refusal; undefined for other errors. */
export const refusedBy = (error: unknown): { status: number; errors: ApiError[] } | undefined =>
  error instanceof Error ? refusals.get(error) : undefined;

/** A JSON response, with the character set that Salesforce names. */
export const sfAnswer = (status: number, body?: unknown, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: body === undefined ? headers : { 'content-type': 'application/json;charset=UTF-8', ...headers },
  body: body === undefined ? '' : JSON.stringify(body),
});

/** Errors of the REST API are a list, with the message first (REST API guide, Status Codes and Error Responses). */
export const errorAnswer = (status: number, errors: ApiError[], headers: Record<string, string> = {}): HttpAnswer =>
  sfAnswer(status, errors.map(errorView), headers);

export const errorView = ({ errorCode, message, fields }: ApiError): Record<string, unknown> => ({
  message,
  errorCode,
  ...(fields === undefined ? {} : { fields }),
});

/** Errors of the token endpoint are an object (RFC 6749 section 5.2). */
export const oauthError = (error: string, description: string, status = 400): HttpAnswer =>
  sfAnswer(status, { error, error_description: description });

export const notFound = (message = 'The requested resource does not exist'): Error =>
  refusal(404, { errorCode: 'NOT_FOUND', message });
