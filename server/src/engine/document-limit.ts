import type { Change } from '../contract/call.ts';
import { documentBytesMax } from '../contract/limits.ts';
import { badRequest, type Fault } from '../kit/errors.ts';
import { isLargerJson, jsonBytesOf } from '../kit/json-size.ts';

/** Free-form documents that clients may store with a resource. */
const freeDocuments = ['info', 'metaInfo'] as const;

/**
 * Refuses a change that grows a free-form document beyond its limit, even in small steps. A document that was already
 * larger, or that came from a partner, may stay as it is.
 */
export const refuseGrownDocuments = (changes: readonly Change[]): void => {
  const faults: Fault[] = [];
  for (const { before, after } of changes) {
    for (const name of freeDocuments) {
      const now = (after as Record<string, unknown> | null)?.[name];
      if (now === undefined || !isLargerJson(now, documentBytesMax)) continue;
      const then = (before as Record<string, unknown> | null)?.[name];
      if (then !== undefined && jsonBytesOf(now) <= jsonBytesOf(then)) continue;
      faults.push({
        // What the request adds to it may stand anywhere in the request.
        path: '',
        code: 'too_large',
        message: `${name} would be larger than ${documentBytesMax} bytes as JSON: keep less in it`,
      });
    }
  }
  if (faults.length > 0) throw badRequest(faults);
};
