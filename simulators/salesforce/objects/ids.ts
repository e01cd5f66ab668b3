import type { SeededIds } from '../../kit/seeded-ids.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const checks = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
const serialLength = 10;
const serials = 62n ** BigInt(serialLength);
// Odd and not a multiple of 31: multiplication by it permutes the serial numbers, so that ids do not look consecutive.
const spread = 0x9e3779b97f4a7c15n;

/**
 * The 18-character form of a 15-character id: each of the three extra characters encodes which letters of a group of five are
 * capital, so that ids differ even where case is ignored (Object Reference, ID Field Type).
 */
export const longId = (id: string): string => {
  const suffix = [0, 5, 10].map((start) => {
    const bits = [...id.slice(start, start + 5)].map((char, at) => (/[A-Z]/.test(char) ? 1 << at : 0));
    return checks[bits.reduce((sum, bit) => sum + bit, 0)];
  });
  return id.slice(0, 15) + suffix.join('');
};

/**
 * A client's id in its 18-character form; null if it is malformed. An id of 15 characters is case-sensitive. The case
 * of an 18-character id does not matter, because its suffix encodes it.
 */
export const readId = (text: string): string | null => {
  if (/^[0-9A-Za-z]{15}$/.test(text)) return longId(text);
  if (!/^[0-9A-Za-z]{15}[A-Za-z0-5]{3}$/.test(text)) return null;
  const groups = [0, 5, 10].map((start, group) => {
    const bits = checks.indexOf(text.charAt(15 + group).toUpperCase());
    return [...text.slice(start, start + 5)]
      .map((char, at) => ((bits >> at) & 1 ? char.toUpperCase() : char.toLowerCase()))
      .join('');
  });
  const id = longId(groups.join(''));
  return id.slice(15) === text.slice(15).toUpperCase() ? id : null;
};

/** A new id of an object by its key prefix (`006`); drawn from the seed, and never the same twice. */
export const newId = (ids: SeededIds, prefix: string): string => {
  ids.hex(1);
  let serial = (BigInt(ids.drawn()) * spread) % serials;
  let text = '';
  for (let place = 0; place < serialLength; place += 1) {
    text = digits.charAt(Number(serial % 62n)) + text;
    serial /= 62n;
  }
  return longId(`${prefix}Hs${text}`);
};
