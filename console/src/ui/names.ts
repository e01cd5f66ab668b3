import { useQuery } from '@tanstack/react-query';
import { ask } from '../api/ask.ts';
import { endpointOf } from '../api/endpoints.ts';
import { pageFrom, quote, type Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import type { Noun } from '../nouns/noun.ts';

type Waiting = { id: string; done: (name: string | undefined) => void };

const gatherMs = 15;
const most = 100;
const waiting = new Map<string, Waiting[]>();

const canQuery = (noun: Noun): boolean => endpointOf(noun.list).findsById === true;

/** Requests the names of many things of a kind at once. */
const readNames = async (noun: Noun, orgId: string, ids: readonly string[]): Promise<Map<string, Row>> => {
  const q = `(in id (${ids.map(quote).join(' ')}))`;
  const answer = await ask(noun.list, { path: { orgId }, query: { q, page_size: ids.length } });
  return new Map(pageFrom(answer).rows.map((row) => [String(row.id), row]));
};

/** Batches the names that one screen needs into one request for each kind. */
const nameOf = (noun: Noun, orgId: string, id: string): Promise<string | undefined> => {
  const key = `${orgId} ${noun.slug}`;
  return new Promise((done) => {
    const queue = waiting.get(key) ?? [];
    if (queue.length === 0) {
      waiting.set(key, queue);
      setTimeout(() => {
        waiting.delete(key);
        for (let at = 0; at < queue.length; at += most) {
          const part = queue.slice(at, at + most);
          readNames(noun, orgId, [...new Set(part.map((one) => one.id))]).then(
            (rows) =>
              part.forEach((one) => {
                const row = rows.get(one.id);
                one.done(row && noun.name(row));
              }),
            () => {
              for (const one of part) one.done(undefined);
            },
          );
        }
      }, gatherMs);
    }
    queue.push({ id, done });
  });
};

/** The name of a thing; undefined while it is not known, and where the person may not see it. */
export const useName = (noun: Noun | undefined, id: string): string | undefined => {
  const orgId = useOrgId();
  const { data } = useQuery({
    queryKey: ['org', orgId, 'name', id],
    enabled: noun !== undefined && canQuery(noun) && id !== '',
    staleTime: 300_000,
    retry: false,
    queryFn: async () => (noun ? ((await nameOf(noun, orgId, id)) ?? null) : null),
  });
  return data ?? undefined;
};
