import { isQueryError } from '../contract/query/error.ts';
import { badRequest, type Refusal } from '../kit/errors.ts';
import { refusalFrom as refusalFromKnown } from '../kit/problem.ts';

/** Any thrown value as something a caller may see; null when it is a fault of ours. */
export const refusalFrom = (error: unknown): Refusal | null =>
  isQueryError(error) ? badRequest(error.faults) : refusalFromKnown(error);
