import { unreadableAnswer } from '../../payment/stripe/errors.ts';

const pageSize = 100;

type Page = { limit: number; starting_after?: string };

/** The pages of a list, newest first; holds one at a time. A list that does not move on is not an answer. */
export const readPages = async function* <T extends { id: string }>(
  what: string,
  ask: (page: Page) => Promise<{ data: T[]; has_more: boolean }>,
  signal?: AbortSignal,
): AsyncGenerator<T[]> {
  let after: string | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const { data, has_more: hasMore } = await ask({
      limit: pageSize,
      ...(after === undefined ? {} : { starting_after: after }),
    });
    if (data.length > 0) yield data;
    if (!hasMore) return;
    const last = data.at(-1)?.id;
    if (last === undefined || last === after) throw unreadableAnswer(what, 'it reports that more follows, but repeats');
    after = last;
  }
};
