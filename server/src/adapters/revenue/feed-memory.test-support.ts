import type { FeedMemory, KeptRequest } from './feeds.ts';

/** What a process that never ends would keep of an account: requests, and no messages. */
export const rememberInMemory = (): FeedMemory => {
  let kept: KeptRequest[] = [];
  return {
    messages: async () => [],
    requests: {
      list: async (kind) => kept.filter((one) => one.kind === kind),
      keep: async (request) => void kept.push(request),
      forget: async (kind, ids) => {
        kept = kept.filter((one) => one.kind !== kind || !ids.includes(one.id));
      },
    },
  };
};
