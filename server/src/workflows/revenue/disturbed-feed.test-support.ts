import { feedFault } from '../../adapters/revenue/feed-fault.ts';
import type { FeedPart, RevenueFeed } from '../../adapters/revenue/port.ts';

/** A feed whose parts come in any order, twice, and cut off the first time. */
export const disturbed = (feed: RevenueFeed, seed: number): RevenueFeed => {
  let state = seed;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const cut = new Set<string>();
  /** The parts as the partner has them. */
  const own = new Map<string, FeedPart>();
  return {
    ...feed,
    listParts: async (access, window) => {
      const [from, until] = [window.start.getTime(), window.end.getTime()];
      const parts = await feed.listParts(access, window);
      return [...parts, ...parts.filter(() => random() < 0.5)].map((part) => {
        const version = `${part.version} ${cut.has(part.name) ? 'whole' : 'cut'}`;
        own.set(`${part.name} ${version}`, part);
        // Parts are read in the order of their times.
        return { ...part, version, time: new Date(Math.floor(from + random() * (until - from))) };
      });
    },
    readPart: async function* (access, { name, version }, signal) {
      const part = own.get(`${name} ${version}`);
      if (!part) throw new Error(`${name} was not listed`);
      for await (const rows of feed.readPart(access, part, signal)) {
        if (cut.has(name)) yield rows;
        else {
          yield rows.slice(0, Math.ceil(rows.length / 2));
          cut.add(name);
          throw feedFault({ code: 'TRUNCATED', message: 'is cut off', part: name });
        }
      }
    },
  };
};
