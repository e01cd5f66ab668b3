import { notSentCodes } from '../../not-sent-codes.ts';
import { type PartnerError, partnerError } from '../../partner-error.ts';

const messageMax = 1000;
const base = { partner: 'ADYEN', httpStatus: undefined, requestId: undefined };

/** A call that got no answer. */
export const noAnswer = (thrown: unknown, what: string): PartnerError => {
  const code = (thrown as { code?: unknown }).code;
  const partnerCode = typeof code === 'string' && code !== '' ? code : 'NoAnswer';
  const isNotSent = notSentCodes.has(partnerCode);
  return partnerError(isNotSent ? `Adyen could not be reached for ${what}.` : `Adyen did not answer ${what}.`, {
    ...base,
    endpoint: what,
    outcome: isNotSent ? 'NOT_SENT' : 'UNKNOWN',
    partnerCode,
    retryable: true,
    cause: thrown,
  });
};

/** A successful answer that cannot be read. The call may have taken effect; only a query can tell. */
export const unreadableAnswer = (what: string, httpStatus: number, why: string): PartnerError =>
  partnerError(`Adyen answered ${what} with something unreadable: ${why}`.slice(0, messageMax), {
    ...base,
    outcome: 'UNKNOWN',
    partnerCode: 'UnreadableAnswer',
    httpStatus,
    retryable: true,
  });

export const missingCredential = (name: string): PartnerError =>
  partnerError(`The connection has no Adyen ${name}.`, {
    ...base,
    outcome: 'NOT_SENT',
    partnerCode: 'MissingCredentials',
    retryable: false,
  });

type Said = { errorCode?: unknown; errorType?: unknown; message?: unknown; pspReference?: unknown };

/**
 * An earlier request with the key may have taken effect. Only one that is in progress (header `transient-error`) is worth
 * repeating. The code is not proven at Adyen yet (`simulators/adyen/README.md`); taking it as open is the safe side.
 */
const keyUsedCode = '704';

/** An answer other than a success. `isTransient`: Adyen says that the same request is in progress. */
export const refusedAnswer = (
  what: string,
  {
    httpStatus,
    said,
    isTransient,
    ...asked
  }: { httpStatus: number; said: Said; isTransient: boolean; retryAfterMs?: number },
): PartnerError => {
  const message = (typeof said.message === 'string' && said.message !== '' ? said.message : `${what} failed`).slice(
    0,
    messageMax,
  );
  const unauthorized = httpStatus === 401 ? 'Unauthorized' : undefined;
  const code = typeof said.errorCode === 'string' && said.errorCode !== '' ? said.errorCode : `HTTP ${httpStatus}`;
  const isOwnWord = typeof said.errorCode === 'string' && typeof said.errorType === 'string';
  const isOwn = isOwnWord && httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408;
  const isKeyUsed = isOwn && code === keyUsedCode;
  const refused = isOwn && !isKeyUsed;
  return partnerError(refused ? message : `Adyen answered ${what} with ${httpStatus}: ${message}`, {
    partner: 'ADYEN',
    endpoint: what,
    httpStatus,
    requestId: typeof said.pspReference === 'string' ? said.pspReference : undefined,
    outcome: refused ? 'REFUSED' : 'UNKNOWN',
    partnerCode: unauthorized ?? code,
    retryable: isKeyUsed ? isTransient : !refused || isTransient || httpStatus === 429,
    ...asked,
  });
};

const sentences: Readonly<Record<string, string>> = {
  '800': 'Adyen does not have the payment method, or no longer has it.',
  '803': 'Adyen does not have the payment method, or no longer has it.',
  '901': 'The API key of the connection may not use the merchant account.',
  AmountTooFine: 'The amount is finer than the currency allows.',
  MissingCredentials: 'The connection lacks the Adyen API key or merchant account.',
  Unauthorized: 'Adyen does not recognize the API key, or it belongs to the other environment (test or live).',
};

/** A readable sentence for an error of Adyen, or Adyen's own words if there is none. */
export const prettifyAdyenError = ({ code, message }: { code: string; message: string }): string =>
  sentences[code] ?? (message === '' ? code : message);
