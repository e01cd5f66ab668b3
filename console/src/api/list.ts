import type { Answer } from './ask.ts';

export type Row = Record<string, unknown>;

/** A page of a list. The API has several shapes of lists; this is the console's. */
export type Page = {
  rows: Row[];
  total?: number;
  /** Whether the total was counted to its end. */
  isExact: boolean;
  hasNext: boolean;
  /** The cursor of the next page, for lists that have one. */
  next?: string;
  /** The rest of a page that was cut because its rows are large. */
  rest?: string;
};

export const noPage: Page = { rows: [], isExact: true, hasNext: false };

const rowsIn = (body: unknown): Row[] => {
  if (Array.isArray(body)) return body as Row[];
  if (typeof body !== 'object' || body === null) return [];
  return (Object.values(body).find(Array.isArray) as Row[] | undefined) ?? [];
};

const nextLink = (headers: Headers): string | undefined =>
  /<([^>]+)>;\s*rel="?next/.exec(headers.get('link') ?? '')?.[1];

export const pageFrom = ({ body, headers }: Answer): Page => {
  const more = (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as Row;
  const total = more.total_count ?? more.totalCount ?? headers.get('x-total-count') ?? undefined;
  const next = (more.nextCursor ?? more.offsetToken) as string | undefined;
  const link = nextLink(headers);
  return {
    rows: rowsIn(body),
    total: total === undefined ? undefined : Number(total),
    isExact: !headers.has('x-total-count-exact') && !headers.has('x-total-count-capped'),
    hasNext: link !== undefined || next !== undefined,
    next,
    rest:
      headers.has('x-page-cut') && link
        ? (new URL(link, location.origin).searchParams.get('page_token') ?? undefined)
        : undefined,
  };
};

/** All rows of a list, page by page from 1, up to a number of pages. `isWhole` is false if there are more: a sum would be wrong. */
export const readPages = async (
  read: (number: number) => Promise<Page>,
  pagesMost: number,
): Promise<{ rows: Row[]; isWhole: boolean }> => {
  const rows: Row[] = [];
  for (let number = 1; number <= pagesMost; number += 1) {
    const page = await read(number);
    rows.push(...page.rows);
    if (!page.hasNext) return { rows, isWhole: true };
  }
  return { rows, isWhole: false };
};

/** A text as a literal of the query language. */
export const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
