import { z } from 'zod';
import { badRequest } from '../../../kit/errors.ts';
import { parseJson } from '../../../kit/json.ts';

const time = z.iso.datetime().transform((text) => new Date(text));
const text = z.string().refine((value) => !value.includes('\0'));

export const payoutKey = z.tuple([time, text, text, text, z.int().min(0).max(32_767)]);
export const payoutRecordKey = z.tuple([text, text]);

/** Encodes the position after a row. It is opaque but not signed: the filters of each call apply whatever it holds. */
export const encodeCursor = (key: readonly unknown[]): string => Buffer.from(JSON.stringify(key)).toString('base64url');

const readJson = (cursor: string): unknown => {
  try {
    return parseJson(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
};

/** Decodes a cursor; null: the first page is asked for. */
export const decodeCursor = <T>(cursor: string | undefined, key: z.ZodType<T>): T | null => {
  if (cursor === undefined || cursor === '') return null;
  const found = key.safeParse(readJson(cursor));
  if (found.success) return found.data;
  const message = 'must be the nextCursor of a response; without one, the first page is answered';
  throw badRequest([{ path: 'cursor', code: 'cursor', message }]);
};
