import { createHash } from 'node:crypto';

/** One page of a list and the token of the next. */
export type Page<T> = { items: T[]; nextToken: string | undefined };

/**
 * Cuts a page out of a sorted list. A token contains the number of items already returned and is bound to the query, so
 * that it cannot be used with another one; an invalid token makes `refuse` throw.
 */
export const cutPage = <T>(
  items: T[],
  options: { size: number; token: string | undefined; query: unknown; refuse: () => Error },
): Page<T> => {
  const mark = createHash('sha256').update(JSON.stringify(options.query)).digest('hex').slice(0, 16);
  let start = 0;
  if (options.token !== undefined) {
    const match = /^(\d{1,9})\.([0-9a-f]{16})$/.exec(Buffer.from(options.token, 'base64url').toString('utf8'));
    if (!match || match[2] !== mark) throw options.refuse();
    start = Number(match[1]);
  }
  const end = start + options.size;
  const nextToken = end < items.length ? Buffer.from(`${end}.${mark}`).toString('base64url') : undefined;
  return { items: items.slice(start, end), nextToken };
};
