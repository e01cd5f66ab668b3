import { isRawNumber } from '../../kit/json.ts';
import { type PartnerDocumentName, partnerDocuments } from './documents.ts';
import { type Kind, type PartnerDocuments, partsOf } from './notation.ts';
import { readerOfWords, readFlag, readInteger, readNumber, readText, readTime } from './values.ts';

export type Document = Record<string, unknown>;

/** Returns the value to show: the same object if it needs no change, undefined if it cannot be shown. */
export type Reader = (value: unknown) => unknown;

export const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

/** Reads each item and omits those that cannot be shown. */
export const readerOfList =
  (read: Reader): Reader =>
  (value) => {
    if (!Array.isArray(value)) return undefined;
    let isSame = true;
    const items: unknown[] = [];
    for (const item of value) {
      const shown = read(item);
      if (shown !== item) isSame = false;
      if (shown !== undefined) items.push(shown);
    }
    return isSame && items.length === value.length ? value : items;
  };

/**
 * Reads each member with the reader that `readerOf` returns for its name. A member without a reader is kept, null never
 * is.
 */
export const readerOfMembers =
  (readerOf: (name: string) => Reader | undefined): Reader =>
  (value) => {
    if (!isDocument(value)) return undefined;
    let changed: Document | undefined;
    for (const name of Object.keys(value)) {
      const member = value[name];
      const read = readerOf(name);
      const shown = member === null ? undefined : read ? read(member) : member;
      if (shown === member) continue;
      changed ??= { ...value };
      if (shown === undefined) delete changed[name];
      else changed[name] = shown;
    }
    return changed ?? value;
  };

const readObject: Reader = (value) => (isDocument(value) ? value : undefined);

const plain: Readonly<Record<string, Reader>> = {
  text: readText,
  'date-time': readTime,
  integer: readInteger,
  number: readNumber,
  boolean: readFlag,
  object: readObject,
  any: (value) => value,
};

const readerOfKind = (kind: Kind): Reader => {
  const parts = partsOf(kind);
  if (parts.is === 'words') return readerOfWords(parts.words);
  if (parts.is === 'document') return (value) => readerOfDocument(parts.name as PartnerDocumentName)(value);
  if (parts.is === 'plain') return plain[parts.name] as Reader;
  if (parts.is === 'list') return readerOfList(readerOfKind(parts.of));
  const read = readerOfKind(parts.of);
  return readerOfMembers(() => read);
};

const documents: PartnerDocuments = partnerDocuments;
const readers = new Map<string, Reader>();

/** Documents can contain each other, so each reader is created on first use. */
export const readerOfDocument = (name: PartnerDocumentName): Reader => {
  const known = readers.get(name);
  if (known) return known;
  const members = Object.entries(documents[name]?.members ?? {});
  const byName = new Map(members.map(([member, [kind]]) => [member, readerOfKind(kind)]));
  const reader = readerOfMembers((member) => byName.get(member));
  readers.set(name, reader);
  return reader;
};

/**
 * Converts a partner's document to the reference's words and formats, for clients. Omits what does not fit: an unknown
 * word, a text that is not a time, null. Members that the reference does not name are kept as the partner wrote them.
 */
export const readPartnerDocument = (name: PartnerDocumentName, document: Document): Document =>
  readerOfDocument(name)(document) as Document;
