import { z } from 'zod';
import { parseStoredJson } from '../../kit/json.ts';
import type { PartnerDocumentName } from './documents.ts';
import { type Reader, readerOfDocument, readerOfList, readerOfMembers } from './read-document.ts';

/** Gathers the names under which documents of partners stand, however deep. */
type Found = Set<string>;

const readerOfSchema = (schema: z.ZodType, found: Found): Reader | undefined => {
  const document = schema.meta()?.['x-document'];
  if (typeof document === 'string') return readerOfDocument(document as PartnerDocumentName);
  if (schema instanceof z.ZodOptional) return readerOfSchema(schema.unwrap() as z.ZodType, found);
  if (schema instanceof z.ZodArray) {
    const read = readerOfSchema(schema.element as z.ZodType, found);
    return read && readerOfList(read);
  }
  if (!(schema instanceof z.ZodObject)) return undefined;
  const readers = new Map<string, Reader>();
  for (const [name, member] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const read = readerOfSchema(member, found);
    if (!read) continue;
    readers.set(name, read);
    found.add(name);
  }
  return readers.size === 0 ? undefined : readerOfMembers((name) => readers.get(name));
};

export type ShownDocument<T> = {
  /** What is shown of the stored object: itself, where all that partners said in it is in the reference's words already. */
  show(stored: T): T;
  /** The same for its JSON text. A text in which no partner has a word is not parsed. */
  showText(stored: string): string;
};

/**
 * How a stored object is shown in replies of that shape: the documents of partners in it are read once more. Earlier releases
 * stored them as they came, and clients write some of them. Everything else in it is the service's own and stays.
 */
export const createShownDocument = <S extends z.ZodType>(reply: S): ShownDocument<z.input<S>> => {
  const found: Found = new Set();
  const read = readerOfSchema(reply, found) ?? ((value) => value);
  const named = new RegExp(`"(?:${[...found].join('|')})":`);
  return {
    show: (stored) => read(stored) as z.input<S>,
    showText: (text) => {
      if (found.size === 0 || !named.test(text)) return text;
      const stored = parseStoredJson(text);
      const shown = read(stored);
      return shown === stored ? text : JSON.stringify(shown);
    },
  };
};
