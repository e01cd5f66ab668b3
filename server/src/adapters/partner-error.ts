/**
 * How a call to a partner ended badly. `REFUSED`: the partner said no, nothing happened there; only the partner's own error
 * document says so. An answer of something in between (a proxy, a firewall, a load balancer) may come before or after the
 * partner has done it, whatever its status. `NOT_SENT`: it never left.
 * `UNKNOWN`: it may or may not have happened (timeout, connection lost, 5xx, half an answer, no answer of the partner's own): only a repetition with the
 * same key or a read can tell.
 */
export type PartnerError = Error & {
  readonly partner: string;
  /** Which of the partner's endpoints was called: `StartChangeSet`. */
  readonly endpoint?: string;
  /** The same as `partnerCode`: what the history of a run shows. */
  readonly code: string;
  readonly outcome: 'REFUSED' | 'NOT_SENT' | 'UNKNOWN';
  /** The partner's own code and message: `ResourceInUseException`. */
  readonly partnerCode: string;
  readonly httpStatus: number | undefined;
  /** The partner's request id, for its support. */
  readonly requestId: string | undefined;
  /** Worth repeating later as it is: throttling, locks, 5xx, timeouts. */
  readonly retryable: boolean;
  /** What the partner said of single fields, as it said it. */
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
