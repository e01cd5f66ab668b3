import { callLater } from '../../../kit/load-once.ts';
import type { AwsCalls } from './calls.ts';
import type { ClientOptions } from './client.ts';

/** The calls, with clients of their own. The SDK is large: the first call loads it. */
export const openAwsCalls = (options: ClientOptions): { calls: AwsCalls; close(): void } => {
  let close = (): void => {};
  const calls = callLater<AwsCalls>(async () => {
    const [{ createAwsCalls }, { createClientCache }] = await Promise.all([
      import('./calls.ts'),
      import('./clients.ts'),
    ]);
    const clients = createClientCache(options);
    close = clients.close;
    return createAwsCalls(clients);
  });
  return { calls, close: () => close() };
};
