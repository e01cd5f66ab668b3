import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';

const reasons = {
  400: 'invalid',
  401: 'required',
  403: 'forbidden',
  404: 'notFound',
  416: 'requestedRangeNotSatisfiable',
  429: 'rateLimitExceeded',
  500: 'backendError',
} as const;

/** The error body of the Cloud Storage JSON API ("HTTP status and error codes for JSON"), which has no `status`. */
export const storageError = (code: keyof typeof reasons, message: string): HttpAnswer =>
  jsonAnswer(code, {
    error: { code, message, errors: [{ message, domain: 'global', reason: reasons[code] }] },
  });
