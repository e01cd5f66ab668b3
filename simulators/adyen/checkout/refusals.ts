/** The outcome of a payment that the issuer refuses. */
export type Refusal = { resultCode: 'Refused' | 'Error' | 'Received'; reason: string; code: string };

const table: [name: string, code: number, reason: string][] = [
  ['DECLINED', 2, 'Refused'],
  ['REFERRAL', 3, 'Referral'],
  ['BLOCK_CARD', 5, 'Blocked Card'],
  ['CARD_EXPIRED', 6, 'Expired Card'],
  ['INVALID_AMOUNT', 7, 'Invalid Amount'],
  ['INVALID_CARD_NUMBER', 8, 'Invalid Card Number'],
  ['ISSUER_UNAVAILABLE', 9, 'Issuer Unavailable'],
  ['NOT_SUPPORTED', 10, 'Not supported'],
  ['NOT_3D_AUTHENTICATED', 11, '3D Not Authenticated'],
  ['NOT_ENOUGH_BALANCE', 12, 'Not enough balance'],
  ['ACQUIRER_FRAUD', 14, 'Acquirer Fraud'],
  ['CANCELLED', 15, 'Cancelled'],
  ['SHOPPER_CANCELLED', 16, 'Shopper Cancelled'],
  ['INVALID_PIN', 17, 'Invalid Pin'],
  ['PIN_TRIES_EXCEEDED', 18, 'Pin tries exceeded'],
  ['FRAUD', 20, 'FRAUD'],
  ['CVC_DECLINED', 24, 'CVC Declined'],
  ['RESTRICTED_CARD', 25, 'Restricted Card'],
  ['REVOCATION_OF_AUTH', 26, 'Revocation Of Auth'],
  ['DECLINED_NON_GENERIC', 27, 'Declined Non Generic'],
];

/** Refusals by the card holder name, or the name of the switch, that causes them. */
export const refusals: Readonly<Record<string, Refusal>> = {
  ...Object.fromEntries(
    table.map(([name, code, reason]) => [name, { resultCode: 'Refused', reason, code: String(code) }] as const),
  ),
  UNKNOWN: { resultCode: 'Error', reason: 'Unknown', code: '0' },
  ERROR: { resultCode: 'Error', reason: 'Acquirer Error', code: '4' },
};

/**
 * The refusal that a test payment requests, by the card holder's name or by the number in
 * `additionalData.RequestedTestAcquirerResponseCode`; undefined if none.
 */
export const refusalAsked = (
  holderName: string | null,
  additionalData: Record<string, unknown>,
): Refusal | undefined => {
  const number = String(additionalData.RequestedTestAcquirerResponseCode ?? '');
  if (number !== '') return Object.values(refusals).find(({ code }) => code === number);
  // `DECLINED : 05 : text` also gives the card scheme's own response.
  const name = (holderName ?? '').split(':')[0]?.trim() ?? '';
  return Object.hasOwn(refusals, name) ? refusals[name] : undefined;
};
