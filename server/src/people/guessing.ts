import { hashMachineSecret, machineSecretHashes, type SecretKeys } from '../auth/secrets.ts';
import { keyOf, networkOf, type Throttle } from '../auth/throttle.ts';
import type { Bucket } from '../auth/throttle-store.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../kit/errors.ts';
import { isKnownNetwork } from './network-store.ts';
import { createUnderWay } from './under-way.ts';

/**
 * What people may try, counted over all replicas. A bucket holds `burst` tries and loses one in each interval; whoever has
 * filled one waits. The bucket of a person, over all networks, does not count where the person signed in lately, or strangers
 * could keep its owner out.
 */
const limits = {
  pair: { burst: 10, intervalMs: 60_000 },
  person: { burst: 100, intervalMs: 36_000 },
  network: { burst: 50, intervalMs: 6_000 },
  mailTo: { burst: 5, intervalMs: 600_000 },
  inviteTo: { burst: 5, intervalMs: 600_000 },
  mailFrom: { burst: 30, intervalMs: 60_000 },
  begin: { burst: 100, intervalMs: 1_000 },
} as const;

const bucket = (limit: keyof typeof limits, ...parts: string[]): Bucket => ({
  key: keyOf(`person-${limit}`, ...parts),
  ...limits[limit],
});

/** Without `email` the guess names nobody: a link or a passkey. */
export type Guess = { email?: string; address: string };

const networkBuckets = ({ email, address }: Guess): Bucket[] => {
  const network = networkOf(address);
  const everybody = bucket('network', network);
  return email === undefined ? [everybody] : [bucket('pair', email.toLowerCase(), network), everybody];
};

const personBuckets = ({ email }: Guess): Bucket[] =>
  email === undefined ? [] : [bucket('person', email.toLowerCase())];

const nameOfNetwork = (address: string): string => `network\n${networkOf(address)}`;

/** What is kept of the network that a person signed in from. */
export const networkHash = (keys: SecretKeys, address: string): string =>
  hashMachineSecret(keys, nameOfNetwork(address)).toString('base64url');

export type Guessing = {
  /** Throws a Refusal (429) when too much was wrong lately. Before links are compared. */
  refuseTooMany(guess: Guess): Promise<void>;
  /**
   * The same before passwords and codes: `work` compares, and calls `wrong`. Of tries at once no more are under way than may be
   * wrong; the others wait. Throws a Refusal: 429, 503.
   */
  trying<T>(guess: Guess, work: () => Promise<T>): Promise<T>;
  /** Counts what anybody may begin, and which is kept until it ends. Throws a Refusal (429) when a network began too much. */
  mayBegin(address: string): Promise<void>;
  /** Passwords, codes and links that were wrong. */
  wrong(guess: Guess): void;
  /**
   * Whether another mail may go to the address; counts it. Throws a Refusal (429) when the network has asked for too many, to
   * whomever: the one answer that may differ.
   */
  mayMail(guess: Required<Guess>): Promise<boolean>;
  /** Sends an invitation, and counts it; or answers how many seconds it has to wait, for too many went to that address. */
  inviting(email: string, send: () => Promise<void>): Promise<number>;
};

const tooMany = (message: string, seconds: number): Refusal =>
  new Refusal('TooManyRequests', message, undefined, { 'retry-after': `${seconds}` });

type GuessingParts = { throttle: Throttle; now: () => Date; database: Database; secretKeys: SecretKeys };

export const createGuessing = ({ throttle, now, database, secretKeys }: GuessingParts): Guessing => {
  const underWay = createUnderWay(throttle, now);

  const knows = async ({ email, address }: Guess): Promise<boolean> => {
    if (email === undefined) return false;
    const hashes = machineSecretHashes(secretKeys, nameOfNetwork(address)).map((hash) => hash.toString('base64url'));
    return database.system((system) => isKnownNetwork(system, email.toLowerCase(), hashes));
  };

  const refuseFull = async (buckets: readonly Bucket[]): Promise<void> => {
    const seconds = await throttle.askSecondsToWait(buckets, now());
    if (seconds > 0) throw tooMany('Too many failed attempts; try again later.', seconds);
  };

  /** The buckets that count for the guess; none of them is full. */
  const refuseTooMany = async (guess: Guess): Promise<Bucket[]> => {
    const [narrow, wide] = [networkBuckets(guess), personBuckets(guess)];
    await refuseFull(narrow);
    if (wide.length > 0 && (await throttle.askSecondsToWait(wide, now())) > 0) {
      if (await knows(guess)) return narrow;
      await refuseFull(wide);
    }
    return [...narrow, ...wide];
  };

  return {
    refuseTooMany: async (guess) => void (await refuseTooMany(guess)),
    trying: async (guess, work) => {
      let leave: (() => void) | undefined;
      while (!leave) leave = await underWay.enterInTurn(await refuseTooMany(guess));
      try {
        return await work();
      } finally {
        leave();
      }
    },
    mayBegin: async (address) => {
      const begun = [bucket('begin', networkOf(address))];
      const seconds = await throttle.askSecondsToWait(begun, now());
      if (seconds > 0) throw tooMany('Too many sign-ins were begun; try again later.', seconds);
      throttle.fail(begun, now());
    },
    wrong: (guess) => throttle.fail([...networkBuckets(guess), ...personBuckets(guess)], now()),
    mayMail: async ({ email, address }) => {
      const [from, to] = [bucket('mailFrom', networkOf(address)), bucket('mailTo', email.toLowerCase())];
      const seconds = await throttle.askSecondsToWait([from], now());
      if (seconds > 0) throw tooMany('Too many mails were asked for; try again later.', seconds);
      const isFull = (await throttle.askSecondsToWait([to], now())) > 0;
      throttle.fail(isFull ? [from] : [from, to], now());
      return !isFull;
    },
    inviting: async (email, send) => {
      const to = [bucket('inviteTo', email.toLowerCase())];
      await throttle.askSecondsToWait(to, now());
      const leave = underWay.enter(to);
      if (!leave) return Math.max(1, throttle.secondsToWait(to, now()));
      try {
        await send();
        throttle.fail(to, now());
        return 0;
      } finally {
        leave();
      }
    },
  };
};
