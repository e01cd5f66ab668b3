import { isQueryError } from '../contract/query/error.ts';
import { badRequest, type Refusal } from '../kit/errors.ts';
import { refusalFrom as refusalFromKnown } from '../kit/problem.ts';

/** Converts a thrown value to an error that a caller may see; null for an internal error. */
export const refusalFrom = (error: unknown): Refusal | null =>
  isQueryError(error) ? badRequest(error.faults) : refusalFromKnown(error);
