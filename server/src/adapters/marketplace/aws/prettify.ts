/** What AWS says in codes, in a sentence that tells a seller what to do. */
const sentences: Readonly<Record<string, string>> = {
  INCOMPATIBLE_PRODUCT: 'The product cannot be offered: it must be limited or public on AWS Marketplace.',
  INCOMPATIBLE_TERMS: 'The terms do not fit together or do not fit the product.',
  INCOMPATIBLE_TARGETING: 'These buyer accounts cannot be targeted by this offer.',
  INCOMPATIBLE_PAYMENT_SETTINGS: 'The payment schedule does not fit the price of the offer.',
  INVALID_BUYER_ACCOUNTS: 'One of the buyer AWS account ids is not valid.',
  TOO_MANY_BUYER_ACCOUNTS: 'The offer names more buyer accounts than AWS allows (25).',
  MISSING_BUYER_ACCOUNTS: 'A private offer needs at least one buyer AWS account id.',
  INVALID_RATE_CARD: 'A price names a dimension that the product does not have, or has of another type.',
  DUPLICATE_DIMENSION_KEYS: 'A dimension is priced twice.',
  INVALID_CURRENCY_CODE: 'AWS Marketplace does not take this currency, or the prices use several.',
  INVALID_PRICE_CHANGE: 'AWS does not allow this change of price.',
  INVALID_AVAILABILITY_END_DATE: 'The expiry date must lie in the future and before the end of the agreement.',
  MISSING_AVAILABILITY_END_DATE: 'A private offer needs an expiry date.',
  INVALID_AGREEMENT_START_DATE: 'The start must lie in the future, at most three years ahead.',
  INVALID_AGREEMENT_END_DATE: 'The end must lie after the start and after today.',
  MISSING_AGREEMENT_END_DATE: 'This offer needs an end date of the agreement.',
  INVALID_CHARGE_DATES: 'The dates of the installments must differ and lie before the end of the agreement.',
  TOO_MANY_BACKDATED_CHARGES: 'At most one installment may be due before the offer expires.',
  INVALID_ADJUSTMENT_DEADLINE: 'The deadline for adjusting the renewal does not fit its lockout period.',
  MISSING_PRICE_INCREASE: 'The renewal of a private offer must name a price increase.',
  MISSING_NAME: 'The offer needs a name.',
  MISSING_DESCRIPTION: 'The offer needs a description.',
  MISSING_MANDATORY_TERMS: 'The offer lacks a term that AWS requires, such as a price or a EULA.',
  INVALID_UPDATE_REQUEST: 'AWS does not allow this change in the state of the offer.',
  SERVER_FAULT: 'AWS Marketplace failed while it worked on the change; try again.',
  CANCELLED: 'The change was cancelled at AWS before it took effect.',
  AccessDeniedException: 'The AWS credentials of the connection may not do this.',
  ValidationException: 'AWS Marketplace does not accept the request as it is.',
  ResourceInUseException: 'AWS Marketplace is still working on another change of the same thing.',
  ResourceNotFoundException: 'AWS Marketplace does not know it.',
  ServiceQuotaExceededException: 'A quota of the AWS account is used up.',
  ThrottlingException: 'AWS Marketplace takes no more calls at the moment.',
};

/** A readable sentence for an error of AWS; the partner's own words where there is none. */
export const prettifyAwsError = ({ code, message }: { code: string; message: string }): string =>
  sentences[code] ?? (message === '' ? code : message);
