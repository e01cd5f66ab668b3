import { isUtf8 } from 'node:buffer';
import type { Fault } from './errors.ts';
import { findForbidden, parseScannedJson } from './json.ts';
import type { NumberSpan } from './json-scan.ts';

/** The value of a JSON text, or the reason for its refusal. */
export type JsonRead = { value: unknown } | { fault: Fault };

const messages: Record<string, string> = {
  nul_character: 'text with U+0000 cannot be stored',
  lone_surrogate: 'text with half a surrogate pair cannot be stored',
  number_out_of_range: 'must be 0, or from 1e-64 to 1e64 in size',
};

const escapedUnit = Buffer.from('\\u');

/**
 * Parses UTF-8 JSON without loss of digits, after a scan has accepted it: `longNumbers` is what the scan found, and the
 * nesting is bounded.
 */
export const readJson = (bytes: Buffer, longNumbers: readonly NumberSpan[]): JsonRead => {
  if (!isUtf8(bytes)) return { fault: { path: '', code: 'encoding', message: 'the body is not UTF-8' } };
  let value: unknown;
  try {
    value = parseScannedJson(bytes, longNumbers);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it cannot be read';
    return { fault: { path: '', code: 'json', message: `the body is not JSON: ${reason.slice(0, 200)}` } };
  }
  // In UTF-8 only an escape can be U+0000 or half a surrogate pair, and only a long number can be out of range.
  const found = longNumbers.length > 0 || bytes.includes(escapedUnit) ? findForbidden(value) : null;
  if (found === null) return { value };
  return { fault: { ...found, message: messages[found.code] ?? found.code } };
};
