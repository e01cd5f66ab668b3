import { z } from 'zod';
import { parseStoredJson } from '../../kit/json.ts';
import type { PartnerDocumentName } from './documents.ts';
import { type Reader, readerOfDocument, readerOfList, readerOfMembers } from './read-document.ts';

/** Gathers the names of the members that are documents of partners, however deep they stand. */
type Found = Set<string>;

const readerOfSchema = (schema: z.ZodType, name: string, found: Found): Reader | undefined => {
  const document = schema.meta()?.['x-document'];
  if (typeof document === 'string') {
    found.add(name);
    return readerOfDocument(document as PartnerDocumentName);
  }
  if (schema instanceof z.ZodOptional) return readerOfSchema(schema.unwrap() as z.ZodType, name, found);
  if (schema instanceof z.ZodArray) {
    const read = readerOfSchema(schema.element as z.ZodType, name, found);
    return read && readerOfList(read);
  }
  if (!(schema instanceof z.ZodObject)) return undefined;
  const readers = new Map<string, Reader>();
  for (const [member, type] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const read = readerOfSchema(type, member, found);
    if (read) readers.set(member, read);
  }
  return readers.size === 0 ? undefined : readerOfMembers((member) => readers.get(member));
};

export type ShownDocument<T> = {
  /** What is shown of the stored object: itself, where all that partners said in it is in the reference's words already. */
  show(stored: T): T;
  /** The same for its JSON text. One without a word of a partner and without null is not parsed. */
  showText(stored: string): string;
};

/**
 * How a stored object is shown in replies of that shape: the documents of partners in it are read once more. Earlier releases
 * stored them as they came, and clients write some of them. Everything else in it is the service's own and stays.
 */
export const createShownDocument = <S extends z.ZodType>(reply: S): ShownDocument<z.input<S>> => {
  const found: Found = new Set();
  const read = readerOfSchema(reply, '', found) ?? ((value) => value);
  const toRead = new RegExp(`"(?:${[...found].join('|')})":|:\\s?null[,}]`);
  return {
    show: (stored) => read(stored) as z.input<S>,
    showText: (text) => {
      if (found.size === 0 || !toRead.test(text)) return text;
      const stored = parseStoredJson(text);
      const shown = read(stored);
      return shown === stored ? text : JSON.stringify(shown);
    },
  };
};
