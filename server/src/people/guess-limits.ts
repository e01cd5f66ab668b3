import { hashMachineSecret, machineSecretHashes, type SecretKeys } from '../auth/secrets.ts';
import { keyOf, networkOf, type Throttle } from '../auth/throttle.ts';
import type { Bucket } from '../auth/throttle-store.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../kit/errors.ts';
import { limitAttemptsInProgress } from './attempts-in-progress.ts';
import { isKnownNetwork } from './network-store.ts';

/**
 * Limits on attempts, counted across all replicas. A bucket holds `burst` attempts and loses one in each interval;
 * while it is full, further attempts must wait. A person's bucket over all networks does not apply on networks where
 * the person signed in recently; otherwise strangers could lock out its owner.
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

/** Without `email` the attempt names no person: a link or a passkey. */
export type Guess = { email?: string; address: string };

const networkBuckets = ({ email, address }: Guess): Bucket[] => {
  const network = networkOf(address);
  const everybody = bucket('network', network);
  return email === undefined ? [everybody] : [bucket('pair', email.toLowerCase(), network), everybody];
};

const personBuckets = ({ email }: Guess): Bucket[] =>
  email === undefined ? [] : [bucket('person', email.toLowerCase())];

const nameOfNetwork = (address: string): string => `network\n${networkOf(address)}`;

/** The stored form of the network from which a person signed in. */
export const networkHash = (keys: SecretKeys, address: string): string =>
  hashMachineSecret(keys, nameOfNetwork(address)).toString('base64url');

export type GuessLimits = {
  /** Throws a Refusal (429) after too many recent failures. Call it before comparing links. */
  refuseTooMany(guess: Guess): Promise<void>;
  /**
   * The same for passwords and codes: `work` compares, and calls `wrong`. No more attempts run at once than may fail;
   * the others wait. Throws a Refusal: 429, 503.
   */
  trying<T>(guess: Guess, work: () => Promise<T>): Promise<T>;
  /**
   * Counts something anyone may begin and that is stored until it ends. Throws a Refusal (429) if a network began too
   * many.
   */
  mayBegin(address: string): Promise<void>;
  /** Records a wrong password, code or link. */
  wrong(guess: Guess): void;
  /**
   * Whether another mail may be sent to the address; counts it. Throws a Refusal (429) if the network has requested too
   * many mails to any address, which is the only visible difference.
   */
  mayMail(guess: Required<Guess>): Promise<boolean>;
  /** Sends an invitation and counts it; if the address has received too many, returns the seconds to wait instead. */
  inviting(email: string, send: () => Promise<void>): Promise<number>;
};

const tooMany = (message: string, seconds: number): Refusal =>
  new Refusal('TooManyRequests', message, undefined, { 'retry-after': `${seconds}` });

type GuessingParts = { throttle: Throttle; now: () => Date; database: Database; secretKeys: SecretKeys };

export const createGuessLimits = ({ throttle, now, database, secretKeys }: GuessingParts): GuessLimits => {
  const inProgress = limitAttemptsInProgress(throttle, now);

  const knows = async ({ email, address }: Guess): Promise<boolean> => {
    if (email === undefined) return false;
    const hashes = machineSecretHashes(secretKeys, nameOfNetwork(address)).map((hash) => hash.toString('base64url'));
    return database.system((system) => isKnownNetwork(system, email.toLowerCase(), hashes));
  };

  const refuseFull = async (buckets: readonly Bucket[]): Promise<void> => {
    const seconds = await throttle.askSecondsToWait(buckets, now());
    if (seconds > 0) throw tooMany('Too many failed attempts; try again later.', seconds);
  };

  /** The buckets that apply to the attempt, none of them full. */
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
      while (!leave) leave = await inProgress.enterInTurn(await refuseTooMany(guess));
      try {
        return await work();
      } finally {
        leave();
      }
    },
    mayBegin: async (address) => {
      const begun = [bucket('begin', networkOf(address))];
      const seconds = await throttle.askSecondsToWait(begun, now());
      if (seconds > 0) throw tooMany('Too many sign-ins were started; try again later.', seconds);
      throttle.fail(begun, now());
    },
    wrong: (guess) => throttle.fail([...networkBuckets(guess), ...personBuckets(guess)], now()),
    mayMail: async ({ email, address }) => {
      const [from, to] = [bucket('mailFrom', networkOf(address)), bucket('mailTo', email.toLowerCase())];
      const seconds = await throttle.askSecondsToWait([from], now());
      if (seconds > 0) throw tooMany('Too many mails were requested; try again later.', seconds);
      const isFull = (await throttle.askSecondsToWait([to], now())) > 0;
      throttle.fail(isFull ? [from] : [from, to], now());
      return !isFull;
    },
    inviting: async (email, send) => {
      const to = [bucket('inviteTo', email.toLowerCase())];
      await throttle.askSecondsToWait(to, now());
      const leave = inProgress.enter(to);
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
