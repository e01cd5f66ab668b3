import type { CallOutcome, Metrics } from '../kit/metrics.ts';
import { isPartnerError, type PartnerError } from './partner-error.ts';
import { cleanError, secretsOf } from './without-secrets.ts';

/**
 * A kind of partner call. Each kind works or fails on its own, because accounts have separate rights and hosts for
 * each: being able to list offers does not mean that usage works. `repeats`: the service repeats the call automatically; a kind that it
 * does not repeat also counts as recovered once the account is verified.
 */
export const callKinds = {
  LISTING: { repeats: true },
  AGREEMENT: { repeats: true },
  USAGE: { repeats: true },
  CUSTOMER: { repeats: true },
  REVENUE: { repeats: true },
  REFERRAL: { repeats: true },
  CRM: { repeats: true },
  CHANGE: { repeats: false },
  REFERRAL_CHANGE: { repeats: false },
  CRM_CHANGE: { repeats: false },
  APPROVAL: { repeats: false },
  LANDING: { repeats: false },
  CUSTOMER_CHANGE: { repeats: false },
  PAYMENT_METHOD: { repeats: false },
  MAIL: { repeats: false },
  /** To a chat channel. */
  MESSAGE: { repeats: false },
  VERIFICATION: { repeats: false },
} as const;

export type CallKind = keyof typeof callKinds;
export const callKindNames = Object.keys(callKinds) as [CallKind, ...CallKind[]];

/** A failed call, in the partner's words. */
export type CallFailure = { code: string; message: string };

/** How the last call of each kind ended; null: it succeeded. A kind without any evidence is absent. */
export type CallEnds = ReadonlyMap<CallKind, CallFailure | null>;

/** Refusals of the account, not of the request; the numbers are replies of mail servers (RFC 4954). */
const accountCodes =
  /^(AccessDenied|UnrecognizedClient|InvalidClientTokenId|InvalidSignature|SignatureDoesNotMatch|IncompleteSignature|MissingAuthenticationToken|ExpiredToken|RequestExpired|RequestTimeTooSkewed|OptInRequired|DisabledApi|Unauthorized|53[0458]$)/;

export const concernsAccount = ({ httpStatus, partnerCode }: PartnerError): boolean =>
  httpStatus === 401 || httpStatus === 403 || accountCodes.test(partnerCode);

/** The partner asks for fewer calls; nothing is wrong with the account. */
const busyCodes = /throttl|too_?many_?requests|rate_?limit|request_?limit|resource_?exhausted|slow_?down/i;
export const isThrottled = (code: string, httpStatus?: number): boolean => httpStatus === 429 || busyCodes.test(code);

/** Abandoned on our side; adapters wrap the errors of their own time limits. */
const isTimeout = (error: unknown): boolean =>
  !isPartnerError(error) && ['Timeout', 'ETIMEDOUT'].includes(String((error as { code?: unknown } | null)?.code));

/**
 * Whether a call that ended this way shows that the account cannot be called: it was refused as a whole, or the partner
 * itself did not answer. A refusal of the one thing requested, a lock or a rate limit says nothing. `isWhole`: the call
 * requested nothing in particular, so any refusal concerns the account.
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

/** Counts the calls of one attempt and records how they ended. */
export type CallWatch = {
  call<T>(kind: CallKind, work: () => Promise<T>, options?: { isWhole?: boolean }): Promise<T>;
  /** The caller no longer waits: calls without an answer by now count as failed with this error. */
  giveUp(error: unknown): void;
  ends(): CallEnds;
};

export type WatchOptions = {
  partner: string;
  /** What the calls are made with: no error of theirs repeats it. */
  credentials: Readonly<Record<string, string>>;
  metrics: Pick<Metrics, 'observePartnerCall'>;
  /** Called when the partner asks for fewer calls; `askedMs`: for how long, if it says. */
  slowDown?: (askedMs?: number) => void;
};

export const createCallWatch = ({
  partner,
  credentials,
  metrics: { observePartnerCall },
  slowDown = () => {},
}: WatchOptions): CallWatch => {
  const secrets = secretsOf(credentials);
  const open = new Set<(error: unknown) => void>();
  const ends = new Map<CallKind, CallFailure | null>();
  return {
    call: async (kind, work, { isWhole = false } = {}) => {
      const began = performance.now();
      const end = (error: unknown): void => {
        if (!open.delete(end)) return;
        const seconds = (performance.now() - began) / 1000;
        observePartnerCall(partner, error === null ? 'ok' : outcomeOf(error), seconds);
        if (isPartnerError(error) && isThrottled(error.partnerCode, error.httpStatus)) slowDown(error.retryAfterMs);
        const failure = error === null ? null : failureOf(error, isWhole);
        if (error === null || failure) ends.set(kind, failure);
      };
      open.add(end);
      try {
        const answer = await work();
        end(null);
        return answer;
      } catch (thrown) {
        const error = cleanError(thrown, secrets);
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

/** A method of a port with its kind of call; `isWhole`: it requests nothing in particular. */
export type WatchedMethod = CallKind | { kind: CallKind; isWhole: true };

/** A port whose calls are watched. Methods missing from the table call no partner. */
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
