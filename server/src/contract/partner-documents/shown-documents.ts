import { z } from 'zod';
import { parseStoredJson } from '../../kit/json.ts';
import type { PartnerDocumentName } from './documents.ts';
import { type Reader, readerOfDocument, readerOfList, readerOfMembers } from './read-document.ts';

/** The names of the members that are partner documents, at any depth. */
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
  /** Returns the object to show: the stored one itself if its partner documents already use the reference's words. */
  show(stored: T): T;
  /** The same for JSON text. Text without partner words or null is not parsed. */
  showText(stored: string): string;
};

/**
 * Prepares stored objects for replies of this schema: partner documents inside are converted again, because earlier
 * releases stored them as received and clients write some of them. The rest belongs to the service and is left
 * unchanged.
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
