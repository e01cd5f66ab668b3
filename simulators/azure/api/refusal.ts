import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import type { JobError } from '../state.ts';

const answers = new WeakMap<Error, HttpAnswer>();

/** Creates the error to throw for a response that refuses. */
export const refuse = (status: number, body: unknown): Error => {
  const error = new Error(`refused with ${status}`);
  answers.set(error, body === null ? { status, headers: {}, body: '' } : jsonAnswer(status, body));
  return error;
};

/** The response of a thrown refusal, or null if it is a bug of the simulator. */
export const answerOf = (error: unknown): HttpAnswer | null =>
  error instanceof Error ? (answers.get(error) ?? null) : null;

/** A refusal of the marketplace API (fulfilment). */
export const marketplaceRefusal = (status: number, code: string | null, message: string, target?: string): Error =>
  refuse(status, { ...(code === null ? {} : { code }), message, ...(target === undefined ? {} : { target }) });

/** A refusal of the product ingestion API. */
export const ingestionRefusal = (status: number, code: string, message: string, details: JobError[] = []): Error =>
  refuse(status, { error: { code, message, details } });
