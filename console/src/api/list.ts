import type { Answer } from './client.ts';

export type Row = Record<string, unknown>;

/** A page of a list. The API has several shapes of lists; this is the console's. */
export type Page = { rows: Row[]; total?: number; hasNext: boolean };

const rowsIn = (body: unknown): Row[] => {
  if (Array.isArray(body)) return body as Row[];
  if (typeof body !== 'object' || body === null) return [];
  return (Object.values(body).find(Array.isArray) as Row[] | undefined) ?? [];
};

export const pageFrom = ({ body, headers }: Answer): Page => {
  const more = (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as Row;
  const total = more.total_count ?? more.totalCount ?? headers.get('x-total-count') ?? undefined;
  return {
    rows: rowsIn(body),
    total: total === undefined ? undefined : Number(total),
    hasNext:
      /rel="?next/.test(headers.get('link') ?? '') || more.nextCursor !== undefined || more.offsetToken !== undefined,
  };
};

/** A text as a literal of the query language. */
export const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
