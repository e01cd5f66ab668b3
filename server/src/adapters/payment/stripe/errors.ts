import { notSentCodes } from '../../not-sent-codes.ts';
import { isPartnerError, type PartnerError, partnerError } from '../../partner-error.ts';
import { retryAfterOf } from '../../retry-after.ts';

/** What the SDK throws. */
type Thrown = {
  type?: unknown;
  code?: unknown;
  decline_code?: unknown;
  rawType?: unknown;
  message?: unknown;
  statusCode?: unknown;
  requestId?: unknown;
  param?: unknown;
  detail?: unknown;
  headers?: Record<string, string>;
};

/** Refusals that the same call may overcome later. */
const retryableCodes = new Set(['idempotency_key_in_use', 'lock_timeout', 'rate_limit']);

const messageMax = 1000;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Classifies the outcome of a failed call (`partner-error.ts`). `what` is the operation: `customers.create`. */
export const toPartnerError = (thrown: unknown, what: string): PartnerError => {
  if (isPartnerError(thrown)) return thrown;
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Thrown;
  const httpStatus = typeof error.statusCode === 'number' ? error.statusCode : undefined;
  const requestId = textOf(error.requestId);
  const said = (textOf(error.message) ?? `${what} failed`).slice(0, messageMax);
  const base = { partner: 'STRIPE', endpoint: what, httpStatus, requestId, cause: thrown };
  if (httpStatus === undefined) {
    const code = textOf((error.detail as { code?: unknown } | undefined)?.code) ?? textOf(error.code) ?? 'NoAnswer';
    return notSentCodes.has(code)
      ? partnerError(`Stripe could not be reached for ${what}.`, {
          ...base,
          outcome: 'NOT_SENT',
          partnerCode: code,
          retryable: true,
        })
      : partnerError(`Stripe did not answer ${what}.`, {
          ...base,
          outcome: 'UNKNOWN',
          partnerCode: code,
          retryable: true,
        });
  }
  const unauthorized = httpStatus === 401 ? 'Unauthorized' : undefined;
  const named = textOf(error.decline_code) ?? textOf(error.code) ?? textOf(error.rawType);
  const code = unauthorized ?? named ?? `HTTP ${httpStatus}`;
  // Only Stripe's own error object names one of its types: `invalid_request_error`.
  const isOwnWord = /^[a-z_]+_error$/.test(textOf(error.rawType) ?? '');
  if (!isOwnWord || httpStatus < 400 || httpStatus >= 500)
    return partnerError(`Stripe answered ${what} with ${httpStatus}: ${said}`, {
      ...base,
      outcome: 'UNKNOWN',
      partnerCode: code,
      retryable: true,
    });
  // The key was used before: the outcome of that request is not said. The same call is refused each time, and once the
  // key is forgotten (after 24 hours) it would be a second charge (docs.stripe.com/api/idempotent_requests).
  const isKeyUsed = textOf(error.rawType) === 'idempotency_error';
  const isInProgress = isKeyUsed && httpStatus === 409;
  if (isKeyUsed)
    return partnerError(said, {
      ...base,
      outcome: 'UNKNOWN',
      partnerCode: code,
      retryable: isInProgress,
      ...(isInProgress ? retryAfterOf(error.headers) : {}),
    });
  const retryable = httpStatus === 429 || httpStatus === 409 || retryableCodes.has(code);
  const param = textOf(error.param);
  return partnerError(said, {
    ...base,
    outcome: 'REFUSED',
    partnerCode: code,
    retryable,
    ...(retryable ? retryAfterOf(error.headers) : {}),
    ...(param === undefined ? {} : { details: { fields: [{ name: param, message: said }] } }),
  });
};

/** A successful answer that cannot be read. The call may have taken effect; only a query can tell. */
export const unreadableAnswer = (what: string, why: string): PartnerError =>
  partnerError(`Stripe answered ${what} with something unreadable: ${why}`.slice(0, messageMax), {
    partner: 'STRIPE',
    outcome: 'UNKNOWN',
    partnerCode: 'UnreadableAnswer',
    httpStatus: 200,
    requestId: undefined,
    retryable: true,
  });

const sentences: Readonly<Record<string, string>> = {
  amount_too_large:
    'The amount exceeds what Stripe accepts in one charge of this payment method; collect it in another way, then settle the invoice.',
  amount_too_small:
    'The amount is less than the smallest that Stripe charges in this currency; collect it in another way, or cancel the invoice.',
  authentication_required: 'The bank requires the buyer to confirm the payment; ask the buyer to pay by invoice.',
  card_declined: 'The card was declined; ask the buyer for another payment method.',
  email_invalid: "Stripe does not accept the buyer's e-mail address.",
  expired_card: 'The card has expired; ask the buyer for another payment method.',
  generic_decline: 'The card was declined; ask the buyer for another payment method.',
  Unauthorized: 'Stripe does not recognize the key of the connection: it is wrong, expired or was rolled.',
  insufficient_funds: "The buyer's account does not cover the amount; try again later.",
  MissingCredentials: 'The connection has no Stripe key.',
  resource_missing: 'Stripe does not have it, or no longer has it.',
};

/** A readable sentence for an error of Stripe, or Stripe's own words if there is none. */
export const prettifyStripeError = ({ code, message }: { code: string; message: string }): string =>
  sentences[code] ?? (message === '' ? code : message);
