/**
 * How a call to a partner failed. `REFUSED`: the partner refused, and nothing happened; only the partner's own error
 * document shows this. An answer of an intermediary (a proxy, a firewall, a load balancer) may come before or after the
 * partner has acted, whatever its status. `NOT_SENT`: the call was never sent. `UNKNOWN`: it may or may not have taken
 * effect (timeout, connection lost, 5xx, a truncated answer, no answer of the partner's own): only a repetition with
 * the same key or a read can tell.
 */
export type PartnerError = Error & {
  readonly partner: string;
  /** The partner's endpoint that was called: `StartChangeSet`. */
  readonly endpoint?: string;
  /** The same as `partnerCode`, as shown by the history of a run. */
  readonly code: string;
  readonly outcome: 'REFUSED' | 'NOT_SENT' | 'UNKNOWN';
  /** The partner's own code and message: `ResourceInUseException`. */
  readonly partnerCode: string;
  readonly httpStatus: number | undefined;
  /** The partner's request id, for its support. */
  readonly requestId: string | undefined;
  /** Worth repeating unchanged later: throttling, locks, 5xx, timeouts. */
  readonly retryable: boolean;
  /** How long the partner wants to be left alone, if it said. */
  readonly retryAfterMs?: number;
  /** What the partner said about single fields, in its own words. */
  readonly details: unknown;
};

export const partnerError = (
  message: string,
  fields: Omit<PartnerError, keyof Error | 'details' | 'code'> & { details?: unknown; cause?: unknown },
): PartnerError => {
  const { cause, details, ...rest } = fields;
  return Object.assign(new Error(message, { cause }), {
    name: 'PartnerError',
    code: rest.partnerCode,
    details: details ?? null,
    ...rest,
  });
};

export const isPartnerError = (error: unknown): error is PartnerError =>
  error instanceof Error && error.name === 'PartnerError' && 'outcome' in error;

const withOutcome = (error: PartnerError, outcome: PartnerError['outcome']): PartnerError => {
  const { partner, endpoint, partnerCode, httpStatus, requestId, retryable, retryAfterMs, details, message } = error;
  return partnerError(message, {
    ...{ partner, outcome, partnerCode, httpStatus, requestId, retryable, details, cause: error },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
};

/**
 * The failure of a call that had to come first, as a failure of the call that was therefore not sent: nothing that the
 * first one may have done changes that.
 */
export const unsent = (error: unknown): unknown =>
  isPartnerError(error) && error.outcome === 'UNKNOWN' ? withOutcome(error, 'NOT_SENT') : error;

/** A refusal of a partner that may have acted before it refused. */
export const uncertain = (error: PartnerError): PartnerError =>
  error.outcome === 'REFUSED' ? withOutcome(error, 'UNKNOWN') : error;
