import { randomInt } from 'node:crypto';
import { fromString, fromUUID, getType, toUUID } from 'typeid-js';
import { v7 } from 'uuid';
import type { Clock } from './clock.ts';

/** TypeID prefixes, for ever (kernel rule "Ids"). */
export const idPrefixes = [
  'org',
  'user',
  'app',
  'apikey',
  'prod',
  'buyer',
  'wallet',
  'contact',
  'offer',
  'offerset',
  'ent',
  'term',
  'cancelreq',
  'metric',
  'usage',
  'report',
  'referral',
  'invite',
  'relation',
  'revenue',
  'ticket',
  'attach',
  'comment',
  'event',
  'message',
  'audit',
  'operation',
  'conn',
] as const;

export type IdPrefix = (typeof idPrefixes)[number];

/** Room for the ids of one millisecond above a random start, so that two processes do not count in step. */
const firstSequences = 2 ** 31;

/** Makes the ids of new rows: UUIDv7, rising within a process. */
export type Ids = { next(): string };

export const createIds = (clock: Pick<Clock, 'now'>): Ids => {
  let lastMs = 0;
  let sequence = 0;
  return {
    next: () => {
      const ms = clock.now().getTime();
      if (ms > lastMs) {
        lastMs = ms;
        sequence = randomInt(firstSequences);
      } else sequence += 1;
      return v7({ msecs: lastMs, seq: sequence });
    },
  };
};

/** The id as clients see it: `offer_01h2xcejqtf2nbrexx3vqjhp41`. */
export const encodeId = (prefix: IdPrefix, uuid: string): string => fromUUID(uuid, prefix);

/** The uuid behind a client's id, or null when it is not an id of that kind (callers answer 404, not 400). */
export const decodeId = (prefix: IdPrefix, text: string): string | null => {
  if (text.length > 36 || text.length < prefix.length + 27) return null;
  try {
    const id = fromString(text);
    return getType(id) === prefix ? toUUID(id) : null;
  } catch {
    return null;
  }
};
