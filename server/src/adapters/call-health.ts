import type { CallOutcome, Metrics } from '../kit/metrics.ts';
import { isPartnerError, type PartnerError } from './partner-error.ts';

/**
 * What of a partner is called. Each kind works or fails by itself, as accounts have rights and hosts for each: that offers can be
 * listed says nothing about usage. `repeats`: the service calls it again by itself; what it does not is also taken
 * for mended when somebody has verified the account.
 */
export const callKinds = {
  LISTING: { repeats: true },
  AGREEMENT: { repeats: true },
  USAGE: { repeats: true },
  CUSTOMER: { repeats: true },
  CHANGE: { repeats: false },
  APPROVAL: { repeats: false },
  LANDING: { repeats: false },
  CUSTOMER_CHANGE: { repeats: false },
  PAYMENT_METHOD: { repeats: false },
  MAIL: { repeats: false },
  VERIFICATION: { repeats: false },
} as const;

export type CallKind = keyof typeof callKinds;
export const callKindNames = Object.keys(callKinds) as [CallKind, ...CallKind[]];

/** A failed call, in the partner's words. */
export type CallFailure = { code: string; message: string };

/** How the last call of each kind ended; null: it went well. A kind of which nothing was learnt is not in it. */
export type CallEnds = ReadonlyMap<CallKind, CallFailure | null>;

/** Refusals of the account, not of what was asked; the numbers are those of mail servers (RFC 4954). */
const accountCodes =
  /^(AccessDenied|UnrecognizedClient|InvalidClientTokenId|InvalidSignature|SignatureDoesNotMatch|IncompleteSignature|MissingAuthenticationToken|ExpiredToken|RequestExpired|RequestTimeTooSkewed|OptInRequired|DisabledApi|Unauthorized|53[0458]$)/;

export const concernsAccount = ({ httpStatus, partnerCode }: PartnerError): boolean =>
  httpStatus === 401 || httpStatus === 403 || accountCodes.test(partnerCode);

/** The partner asks for fewer calls: nothing is wrong with the account. */
const busyCodes = /throttl|too_?many_?requests|rate_?limit|resource_?exhausted|slow_?down/i;
export const isThrottled = (code: string, httpStatus?: number): boolean => httpStatus === 429 || busyCodes.test(code);

/** Given up on our side; adapters wrap what their own time limits throw. */
const isTimeout = (error: unknown): boolean =>
  !isPartnerError(error) && ['Timeout', 'ETIMEDOUT'].includes(String((error as { code?: unknown } | null)?.code));

/**
 * Whether a call that ended so says that the account cannot be called: it was refused as a whole, or there was no answer of the
 * partner's own. A refusal of the one thing that was asked, a lock and a rate limit say nothing. `isWhole`: nothing in
 * particular was asked for, so that any refusal is of the account.
 */
const failureOf = (error: unknown, isWhole: boolean): CallFailure | null => {
  if (isTimeout(error)) return { code: 'Timeout', message: (error as Error).message };
  if (!isPartnerError(error) || isThrottled(error.partnerCode, error.httpStatus)) return null;
  const fails = error.outcome !== 'REFUSED' || concernsAccount(error) || (isWhole && !error.retryable);
  return fails ? { code: error.partnerCode, message: error.message } : null;
};

const outcomeOf = (error: unknown): CallOutcome => {
  if (isTimeout(error)) return 'timeout';
  return isPartnerError(error) && error.outcome === 'REFUSED' ? 'refused' : 'failed';
};

/** Counts the calls of one attempt and remembers how they ended. */
export type CallWatch = {
  call<T>(kind: CallKind, work: () => Promise<T>, options?: { isWhole?: boolean }): Promise<T>;
  /** Nobody waits any longer: what has not answered by now has failed so. */
  giveUp(error: unknown): void;
  ends(): CallEnds;
};

export const createCallWatch = (
  partner: string,
  { observePartnerCall }: Pick<Metrics, 'observePartnerCall'>,
): CallWatch => {
  const open = new Set<(error: unknown) => void>();
  const ends = new Map<CallKind, CallFailure | null>();
  return {
    call: async (kind, work, { isWhole = false } = {}) => {
      const began = performance.now();
      const end = (error: unknown): void => {
        if (!open.delete(end)) return;
        const seconds = (performance.now() - began) / 1000;
        observePartnerCall(partner, error === null ? 'ok' : outcomeOf(error), seconds);
        const failure = error === null ? null : failureOf(error, isWhole);
        if (error === null || failure) ends.set(kind, failure);
      };
      open.add(end);
      try {
        const answer = await work();
        end(null);
        return answer;
      } catch (error) {
        end(error);
        throw error;
      }
    },
    giveUp: (error) => {
      for (const end of [...open]) end(error);
    },
    ends: () => ends,
  };
};

/** A method of a port with the kind of its calls; `isWhole`: it asks for nothing in particular. */
export type WatchedMethod = CallKind | { kind: CallKind; isWhole: true };

/** A port whose calls are watched. Methods that are not in the table call nobody. */
export const watchPort = <Port extends object>(
  port: Port,
  methods: Readonly<Partial<Record<keyof Port, WatchedMethod>>>,
  watch: CallWatch,
): Port =>
  new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      const method = methods[name as keyof Port];
      if (typeof value !== 'function' || method === undefined) return value;
      const { kind, ...options }: { kind: CallKind; isWhole?: true } =
        typeof method === 'object' ? method : { kind: method as CallKind };
      return (...given: unknown[]) =>
        watch.call(kind, async () => Reflect.apply(value, target, given) as unknown, options);
    },
  });

/** Shorter ones are no secrets, and would blot out words. */
const secretMin = 6;
const messageMax = 500;

/** What a partner said, fit to be shown: some repeat what they were sent. */
export const withoutSecrets = (text: string, credentials: Readonly<Record<string, string>>): string =>
  Object.values(credentials)
    .filter((value) => value.length >= secretMin)
    .reduce((clean, value) => clean.replaceAll(value, '***').replaceAll(encodeURIComponent(value), '***'), text)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, messageMax)
    .toWellFormed();
