import { refusal } from './errors.ts';
import type { ApiCall } from './route.ts';
import type { Json } from './state.ts';

/**
 * One page of a list, in the order given. A page token belongs to the list and to its filter: Google refuses it with
 * other parameters.
 */
export const answerPage = <T>(
  call: ApiCall,
  rows: T[],
  options: { field: string; sizeDefault: number; sizeMax: number; view: (row: T) => Json },
): Json => {
  const wanted = Number(call.query.get('pageSize') ?? call.query.get('page_size') ?? 0);
  if (!Number.isInteger(wanted) || wanted < 0) throw refusal('INVALID_ARGUMENT', 'page_size must not be negative');
  const size = Math.min(wanted || options.sizeDefault, options.sizeMax);
  const list = JSON.stringify([call.seller.id, options.field, call.query.get('filter'), call.query.get('orderBy')]);
  const start = readToken(call.query.get('pageToken') ?? call.query.get('page_token') ?? '', list);
  const page = rows.slice(start, start + size);
  const end = start + page.length;
  return {
    ...(page.length > 0 ? { [options.field]: page.map(options.view) } : {}),
    ...(end < rows.length ? { nextPageToken: Buffer.from(JSON.stringify([end, list])).toString('base64url') } : {}),
  };
};

const readToken = (token: string, list: string): number => {
  if (token === '') return 0;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
  } catch {
    value = null;
  }
  const [start, of] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof start !== 'number' || of !== list) {
    throw refusal('INVALID_ARGUMENT', 'The page token is invalid or belongs to another list.');
  }
  return start;
};
