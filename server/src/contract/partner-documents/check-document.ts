import type { z } from 'zod';
import { isRawNumber } from '../../kit/json.ts';
import { isGoZeroTime, isWritableTime, parseTime } from '../../kit/time.ts';
import { type PartnerDocumentName, partnerDocuments } from './documents.ts';
import { type Kind, type PartnerDocuments, partsOf } from './notation.ts';
import { type Document, isDocument } from './read-document.ts';

/**
 * Checks partner documents sent by clients. Replies show such documents in the reference's words and formats and omit
 * whatever does not fit; this check refuses those values, so that nothing a client wrote is lost. Go clients send `""`
 * or the zero time for unset members, so these are dropped. Unlisted members are kept unchanged.
 */

type Path = (string | number)[];
type DocumentFault = { readonly path: Path; readonly code: string; readonly message: string };

const documents: PartnerDocuments = partnerDocuments;

const faultsMax = 100;

/** Larger ones are read by no client: they are rounded, or have no place in 64 bits. */
const isInteger = (value: unknown): boolean =>
  isRawNumber(value)
    ? /^-?\d+$/.test(value.rawJSON) && Number.isSafeInteger(Number(value.rawJSON))
    : Number.isSafeInteger(value);

/** The values that a plain kind accepts, and the message for others. */
const plain: Readonly<Record<string, readonly [takes: (value: unknown) => boolean, message: string]>> = {
  text: [(value) => typeof value === 'string', 'must be a text'],
  'date-time': [isWritableTime, 'must be an RFC 3339 time with an offset'],
  integer: [isInteger, 'must be a whole number'],
  number: [(value) => typeof value === 'number' || isRawNumber(value), 'must be a number'],
  boolean: [(value) => typeof value === 'boolean', 'must be true or false'],
  object: [isDocument, 'must be an object'],
  any: [() => true, ''],
};

/** Whether the value is what a client sends for an unset member. */
const isUnset = (kind: Kind, value: unknown): boolean => {
  if (typeof kind === 'object' && 'includes' in kind) return value === '' && !kind.includes('');
  return kind === 'date-time' && (value === '' || (typeof value === 'string' && isGoZeroTime(parseTime(value))));
};

/**
 * Reads a document and adds what is wrong to `faults`. `null` clears a member; the caller that merges the documents
 * handles it.
 */
const createReader = (faults: DocumentFault[]) => {
  const refuse = (path: Path, code: string, message: string, value: unknown): unknown => {
    if (faults.length < faultsMax) faults.push({ path, code, message });
    return value;
  };

  const readMembers = (kindOf: (name: string) => Kind | undefined, value: Document, path: Path): Document => {
    const read: [string, unknown][] = [];
    let changed = false;
    for (const [name, member] of Object.entries(value)) {
      const kind = kindOf(name);
      if (kind === undefined || member === null) read.push([name, member]);
      else if (isUnset(kind, member)) changed = true;
      else {
        const now = readValue(kind, member, [...path, name]);
        changed ||= now !== member;
        read.push([name, now]);
      }
    }
    return changed ? Object.fromEntries(read) : value;
  };

  const readValue = (kind: Kind, value: unknown, path: Path): unknown => {
    const parts = partsOf(kind);
    if (parts.is === 'words') {
      if (parts.words.includes(value as string)) return value;
      const words = parts.words.filter((word) => word !== '').join(', ');
      return refuse(path, 'choice', `must be one of ${words}`, value);
    }
    if (parts.is === 'plain') {
      const [takes, message] = plain[parts.name] ?? [];
      return takes?.(value) ? value : refuse(path, 'invalid_type', message ?? '', value);
    }
    if (parts.is === 'list') {
      if (!Array.isArray(value)) return refuse(path, 'invalid_type', 'must be a list', value);
      const read = value.map((item, index) => readValue(parts.of, item, [...path, index]));
      return read.some((item, index) => item !== value[index]) ? read : value;
    }
    if (!isDocument(value)) return refuse(path, 'invalid_type', 'must be an object', value);
    return parts.is === 'document' ? readDocument(parts.name, value, path) : readMembers(() => parts.of, value, path);
  };

  const readDocument = (name: string, value: Document, path: Path): Document => {
    const members = documents[name]?.members ?? {};
    return readMembers((member) => (Object.hasOwn(members, member) ? members[member]?.[0] : undefined), value, path);
  };

  return readDocument;
};

/** The check as a refinement of the document's schema. */
export const checkPartnerDocument =
  (name: PartnerDocumentName) =>
  (payload: z.core.ParsePayload<Document>): void => {
    const faults: DocumentFault[] = [];
    payload.value = createReader(faults)(name, payload.value, []);
    for (const { path, code, message } of faults)
      payload.issues.push({ code: 'custom', input: payload.value, path, message, params: { code } });
  };
