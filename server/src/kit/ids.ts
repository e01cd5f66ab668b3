import { createHash, randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import type { Clock } from './clock.ts';

/** TypeID prefixes. Permanent. */
export const idPrefixes = [
  'org',
  'user',
  'role',
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
  'commis',
  'revenue',
  'diff',
  'ticket',
  'attach',
  'file',
  'comment',
  'event',
  'message',
  'audit',
  'operation',
  'conn',
  'invoice',
  'account',
  'session',
  'passkey',
  'webhook',
  'delivery',
  'replay',
] as const;

export type IdPrefix = (typeof idPrefixes)[number];

/**
 * Sequences start at random below this, which leaves room for the IDs of one millisecond and keeps processes from
 * counting in step.
 */
const firstSequences = 2 ** 31;

/** Generates the IDs of new rows: UUIDv7, increasing within a process. */
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

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const suffixLength = 26;

const hexValue = new Int8Array(128).fill(-1);
const hexPair: string[] = [];
const letterValue = new Int8Array(128).fill(-1);
for (let value = 0; value < 16; value += 1) hexValue[value.toString(16).charCodeAt(0)] = value;
for (let value = 0; value < 256; value += 1) hexPair.push(value.toString(16).padStart(2, '0'));
for (let value = 0; value < 32; value += 1) letterValue[alphabet.charCodeAt(value)] = value;

/**
 * The ID as clients see it: `offer_01h2xcejqtf2nbrexx3vqjhp41` (TypeID 0.3: base 32 of the UUID's 128 bits, most
 * significant first). Implemented here because a page of a list encodes a hundred of them; the tests compare with the
 * reference library.
 */
export const encodeId = (prefix: IdPrefix, uuid: string): string => {
  let text = `${prefix}_`;
  let bits = 0;
  // 26 letters hold 130 bits, so the first two bits are always 0.
  let count = 2;
  for (let at = 0; at < 36; at += 1) {
    const value = hexValue[uuid.charCodeAt(at)] ?? -1;
    if (value < 0) continue;
    bits = (bits << 4) | value;
    count += 4;
    if (count >= 5) {
      count -= 5;
      text += alphabet[(bits >> count) & 31];
      bits &= (1 << count) - 1;
    }
  }
  return text;
};

/** Matches no row: stands in for an ID that cannot be decoded but must still be looked up. */
export const nilId = '00000000-0000-0000-0000-000000000000';

/** The UUID of a client's ID, or null if it is not an ID of that kind (callers then respond with 404, not 400). */
export const decodeId = (prefix: IdPrefix, text: string): string | null => {
  const start = prefix.length + 1;
  if (text.length !== start + suffixLength || text[prefix.length] !== '_' || !text.startsWith(prefix)) return null;
  let uuid = '';
  let bytes = 0;
  let bits = 0;
  let count = -2;
  for (let at = start; at < text.length; at += 1) {
    const value = letterValue[text.charCodeAt(at)] ?? -1;
    // The first letter holds only three bits.
    if (value < 0 || (at === start && value > 7)) return null;
    bits = (bits << 5) | value;
    count += 5;
    if (count >= 8) {
      count -= 8;
      uuid += hexPair[(bits >> count) & 255];
      bits &= (1 << count) - 1;
      bytes += 1;
      if (bytes === 4 || bytes === 6 || bytes === 8 || bytes === 10) uuid += '-';
    }
  }
  return uuid;
};

/** Derives a UUID (version 8) from the key, always the same one. */
export const uuidOf = (key: string): string => {
  const hex = createHash('sha256').update(key).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The same, sorted by a time as those of new rows are, which keeps indexes of large tables small. */
export const uuidAt = (time: Date, key: string): string => {
  const ms = time.getTime().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}${uuidOf(key).slice(13)}`;
};
