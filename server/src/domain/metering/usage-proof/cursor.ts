import { z } from 'zod';
import { badRequest } from '../../../kit/errors.ts';
import { parseJson } from '../../../kit/json.ts';
import type { BalanceKey, DriftKey, ReceiptKey } from './usage-proof.ts';

/** The longest accepted cursor; a key's dimension is the longest part of it. */
export const cursorMax = 4096;

const time = z.iso.datetime().transform((text) => new Date(text));

export const balanceKey = z.tuple([time, z.uuid(), z.string()]);
export const driftKey = z.tuple([time, z.uuid(), z.string(), z.string(), z.string()]);
export const receiptKey = z.tuple([time, z.string(), z.int()]);

/** Encodes the position after a row. It is opaque but not signed: the filters of each call apply whatever it holds. */
export const encodeCursor = (key: BalanceKey | DriftKey | ReceiptKey): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

const readJson = (text: string): unknown => {
  try {
    return parseJson(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
};

const hasNul = (key: readonly unknown[]): boolean =>
  key.some((part) => typeof part === 'string' && part.includes('\0'));

/** Decodes a cursor; null: the first page is asked for. */
export const decodeCursor = <T extends readonly unknown[]>(text: string | undefined, key: z.ZodType<T>): T | null => {
  if (text === undefined || text === '') return null;
  const found = key.safeParse(readJson(text));
  if (found.success && !hasNul(found.data)) return found.data;
  const message = 'must be the nextCursor of a response; without one, the first page is answered';
  throw badRequest([{ path: 'cursor', code: 'cursor', message }]);
};

export type ProofPage<Row> = { rows: Row[]; nextCursor?: string };

/** Removes the extra row that was selected to see whether there is a next page. */
export const cutRows = <Row>(
  selected: readonly Row[],
  size: number,
  keyOf: (row: Row) => BalanceKey | DriftKey | ReceiptKey,
): ProofPage<Row> => {
  const rows = selected.slice(0, size);
  const last = rows.at(-1);
  return selected.length > size && last ? { rows, nextCursor: encodeCursor(keyOf(last)) } : { rows };
};
