import { Refusal } from '../../kit/errors.ts';
import { keyOf, networkOf, type Throttle } from '../throttle.ts';
import type { Bucket } from '../throttle-store.ts';

/**
 * What people may try, counted over all replicas. A bucket holds `burst` tries and loses one in each interval; whoever has
 * filled one waits. The bucket of an address alone is wide, or strangers could keep its owner out.
 */
const limits = {
  pair: { burst: 10, intervalMs: 60_000 },
  person: { burst: 100, intervalMs: 36_000 },
  network: { burst: 50, intervalMs: 6_000 },
  mailTo: { burst: 5, intervalMs: 600_000 },
  mailFrom: { burst: 30, intervalMs: 60_000 },
  begin: { burst: 100, intervalMs: 1_000 },
} as const;

const bucket = (limit: keyof typeof limits, ...parts: string[]): Bucket => ({
  key: keyOf(`person-${limit}`, ...parts),
  ...limits[limit],
});

/** Without `email` the guess names nobody: a link or a passkey. */
export type Guess = { email?: string; address: string };

const guessBuckets = ({ email, address }: Guess): Bucket[] => {
  const network = networkOf(address);
  const everywhere = bucket('network', network);
  if (email === undefined) return [everywhere];
  const name = email.toLowerCase();
  return [bucket('pair', name, network), bucket('person', name), everywhere];
};

export type Guessing = {
  /** Throws a Refusal (429) when too much was wrong lately. Before anything is compared. */
  refuseTooMany(guess: Guess): Promise<void>;
  /** Counts what anybody may begin, and which is kept until it ends. Throws a Refusal (429) when a network began too much. */
  mayBegin(address: string): Promise<void>;
  /** Passwords, codes and links that were wrong. */
  wrong(guess: Guess): void;
  /**
   * Whether another mail may go to the address; counts it. Throws a Refusal (429) when the network has asked for too many, to
   * whomever: the one answer that may differ.
   */
  mayMail(guess: Required<Guess>): Promise<boolean>;
};

const tooMany = (message: string, seconds: number): Refusal =>
  new Refusal('TooManyRequests', message, undefined, { 'retry-after': `${seconds}` });

export const createGuessing = (throttle: Throttle, now: () => Date): Guessing => ({
  refuseTooMany: async (guess) => {
    const seconds = await throttle.askSecondsToWait(guessBuckets(guess), now());
    if (seconds > 0) throw tooMany('Too many failed attempts; try again later.', seconds);
  },
  mayBegin: async (address) => {
    const begun = [bucket('begin', networkOf(address))];
    const seconds = await throttle.askSecondsToWait(begun, now());
    if (seconds > 0) throw tooMany('Too many sign-ins were begun; try again later.', seconds);
    throttle.fail(begun, now());
  },
  wrong: (guess) => throttle.fail(guessBuckets(guess), now()),
  mayMail: async ({ email, address }) => {
    const [from, to] = [bucket('mailFrom', networkOf(address)), bucket('mailTo', email.toLowerCase())];
    const seconds = await throttle.askSecondsToWait([from], now());
    if (seconds > 0) throw tooMany('Too many mails were asked for; try again later.', seconds);
    const isFull = (await throttle.askSecondsToWait([to], now())) > 0;
    throttle.fail(isFull ? [from] : [from, to], now());
    return !isFull;
  },
});
