import { callsOfAccount, type Lane, pausedWith } from '../adapters/lanes.ts';

/** The account and the lane of a call. `dueBy`: the instant, in milliseconds, after which it is of no use. */
export type Call = { partner: string | null; orgId: string; lane: Lane; dueBy?: number };

/** One account's calls in one lane. */
export type Account = {
  /** Calls in progress, and how many there may be. */
  calls: number;
  room: number;
  /** Until then the partner wants no calls. */
  pausedUntil: number;
  /** When it last had a turn: a number that rises with every turn. */
  turn: number;
  /** The calls that wait, in order. */
  waiting: readonly { dueBy: number }[];
};

const nearest = ({ waiting }: Account): number =>
  waiting.reduce((first, { dueBy }) => Math.min(first, dueBy), Number.POSITIVE_INFINITY);

/**
 * The account whose call starts next: the one with the nearest deadline; without deadlines the one whose last turn was
 * longest ago. Undefined: none may start one now.
 */
export const nextAccount = <A extends Account>(accounts: Iterable<A>, now: number): A | undefined => {
  let next: { account: A; dueBy: number } | undefined;
  for (const account of accounts) {
    const { calls, room, pausedUntil, turn, waiting } = account;
    if (waiting.length === 0 || calls >= room || pausedUntil > now) continue;
    const dueBy = nearest(account);
    if (!next || dueBy < next.dueBy || (dueBy === next.dueBy && turn < next.account.turn)) next = { account, dueBy };
  }
  return next?.account;
};

const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** After that long without a call, an account starts afresh. */
const rememberedMs = 300_000;
/** The maximum pause, even if a partner requests a longer one. */
const longestAskedMs = 300_000;

/** How long an account pauses after the partner has asked for fewer calls `strikes` times in a row. */
const pauseOf = (strikes: number, askedMs = 0): number =>
  Math.max(Math.min(longestPauseMs, firstPauseMs * 2 ** (strikes - 1)), Math.min(askedMs, longestAskedMs));

type End = () => void;

export type PartnerCalls = {
  /**
   * Resolves when the call may be made; `end` is called after it, however it ended. Never resolves once this is closed.
   */
  begin(call: Call): Promise<End>;
  /** The partner asked for fewer calls; `askedMs`: for how long. */
  slowDown(call: Call, askedMs?: number): void;
  close(): void;
};

/** Calls `work` after so many milliseconds; returns how to cancel that. */
export type StartTimer = (ms: number, work: () => void) => () => void;

const startTimer: StartTimer = (ms, work) => {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
};

type Waiter = { dueBy: number; start(): void };
/** `strikes`: how often in a row the partner asked for fewer calls; `slowed`: how often in all. */
type OpenAccount = Account & { waiting: Waiter[]; most: number; strikes: number; slowed: number };
type OpenLane = { busy: number; accounts: Map<string, OpenAccount> };

/** Concurrent calls of one lane to one partner. */
const callsOfLane = 64;

/**
 * Starts the calls to partners in turn, by lane and account. After a partner has asked for fewer calls, the account pauses in that
 * lane and in those that yield to it, then makes one call at a time, and one more with each that it accepts.
 */
export const createPartnerCalls = ({
  now,
  timer = startTimer,
}: {
  now: () => number;
  timer?: StartTimer;
}): PartnerCalls => {
  const open = new Map<string, OpenLane>();
  let turns = 0;
  let isClosed = false;
  let cancelWake = (): void => {};

  const laneOf = (partner: string | null, lane: Lane): OpenLane => {
    const key = `${partner ?? ''} ${lane}`;
    const found = open.get(key) ?? { busy: 0, accounts: new Map() };
    open.set(key, found);
    return found;
  };
  const accountOf = (to: OpenLane, { partner, orgId, lane }: Call): OpenAccount => {
    const most = callsOfAccount(partner, lane);
    // One that was forgotten goes behind those that wait.
    const fresh = { calls: 0, room: most, most, pausedUntil: 0, turn: turns, waiting: [], strikes: 0, slowed: 0 };
    const found = to.accounts.get(orgId) ?? fresh;
    to.accounts.set(orgId, found);
    return found;
  };
  /** Only accounts with calls, or with a recent pause, are remembered. */
  const forgetIdle = ({ accounts }: OpenLane): void => {
    for (const [orgId, { calls, waiting, pausedUntil }] of accounts)
      if (calls === 0 && waiting.length === 0 && pausedUntil + rememberedMs <= now()) accounts.delete(orgId);
  };

  const startWaiting = (to: OpenLane, time: number): void => {
    while (to.busy < callsOfLane) {
      const account = nextAccount(to.accounts.values(), time);
      if (!account) return;
      const dueBy = nearest(account);
      const [waiter] = account.waiting.splice(
        account.waiting.findIndex((one) => one.dueBy === dueBy),
        1,
      );
      turns += 1;
      account.turn = turns;
      account.calls += 1;
      to.busy += 1;
      waiter?.start();
    }
  };

  /**
   * Starts what may start, and sets one timer for the next pause that ends while calls wait for it. Both by one time: a
   * pause that ended between two looks would be in progress for the first and over for the second, and nobody would wake
   * its calls.
   */
  const proceed = (time: number): void => {
    cancelWake();
    for (const to of open.values()) startWaiting(to, time);
    const paused = [...open.values()].flatMap(({ accounts }) =>
      [...accounts.values()].filter(({ waiting, pausedUntil }) => waiting.length > 0 && pausedUntil > time),
    );
    if (isClosed || paused.length === 0) return;
    const end = Math.min(...paused.map(({ pausedUntil }) => pausedUntil));
    cancelWake = timer(Math.max(1, end - time), () => proceed(now()));
  };

  return {
    begin: async (call) => {
      const to = laneOf(call.partner, call.lane);
      const account = accountOf(to, call);
      await new Promise<void>((start) => {
        account.waiting.push({ dueBy: call.dueBy ?? Number.POSITIVE_INFINITY, start });
        if (isClosed) return;
        const time = now();
        if (account.pausedUntil > time) proceed(time);
        else startWaiting(to, time);
      });
      const { slowed } = account;
      return () => {
        account.calls -= 1;
        to.busy -= 1;
        if (account.slowed === slowed) {
          account.strikes = 0;
          account.room = Math.min(account.most, account.room + 1);
        }
        if (isClosed) return;
        startWaiting(to, now());
        if (account.calls === 0 && account.waiting.length === 0) forgetIdle(to);
      };
    },
    slowDown: (call, askedMs) => {
      for (const lane of pausedWith(call.partner, call.lane)) {
        const to = laneOf(call.partner, lane);
        const account = accountOf(to, { ...call, lane });
        account.slowed += 1;
        // Calls that were in progress together are one strike.
        if (account.pausedUntil <= now()) account.strikes += 1;
        account.pausedUntil = Math.max(account.pausedUntil, now() + pauseOf(account.strikes, askedMs));
        account.room = 1;
      }
      proceed(now());
    },
    close: () => {
      isClosed = true;
      cancelWake();
      open.clear();
    },
  };
};
