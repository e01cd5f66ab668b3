import { isUtf8 } from 'node:buffer';
import type { Fault } from './errors.ts';
import { findForbidden, parseScannedJson } from './json.ts';
import type { NumberSpan } from './json-scan.ts';

/** What a JSON text says, or why it is not taken. */
export type JsonRead = { value: unknown } | { fault: Fault };

const messages: Record<string, string> = {
  nul_character: 'text with U+0000 cannot be stored',
  lone_surrogate: 'text with half a surrogate pair cannot be stored',
  too_deep: 'JSON may be nested at most 32 levels deep',
  number_out_of_range: 'a number is too large or too small',
};

const escapedUnit = Buffer.from('\\u');

/** Reads JSON in UTF-8 without loss of digits. `longNumbers`: where they stand, as `createJsonScan` found them. */
export const readJson = (bytes: Buffer, longNumbers: readonly NumberSpan[]): JsonRead => {
  if (!isUtf8(bytes)) return { fault: { path: '', code: 'encoding', message: 'the body is not UTF-8' } };
  let value: unknown;
  try {
    value = parseScannedJson(bytes, longNumbers);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it cannot be read';
    return { fault: { path: '', code: 'json', message: `the body is not JSON: ${reason.slice(0, 200)}` } };
  }
  // JSON in UTF-8 holds U+0000 or half a surrogate pair only where it is escaped.
  const found = findForbidden(value, { texts: bytes.includes(escapedUnit) });
  if (found === null) return { value };
  return { fault: { ...found, message: messages[found.code] ?? found.code } };
};
