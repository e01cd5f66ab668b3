import type { Row } from '../api/list.ts';
import type { FieldFault } from '../api/problem.ts';
import { valueAt } from '../nouns/noun.ts';

/** Words in marketplaces' error codes, with the term of an offer that they refer to. */
const meant: readonly [words: RegExp, path: string][] = [
  [/RESALE_AUTHORIZATION/, 'info.awsResaleAuthorizationId'],
  [/MARKUP/, 'info.awsMarkupPercentage'],
  [/RESELLER_ACCOUNT/, 'info.awsChannelPartner.accountId'],
  [/RESALE_LEGAL/, 'info.resellerEulaUrl'],
  [/BUYER_ACCOUNT|TARGETING/, 'info.buyerAwsAccountIds'],
  [/BUYER_LEGAL|LEGAL_DOCUMENT/, 'info.eulaType'],
  [/AVAILABILITY_END/, 'expireTime'],
  [/AGREEMENT_START/, 'info.startTime'],
  [/AGREEMENT_END/, 'endTime'],
  [/DURATION/, 'info.awsAgreementDuration'],
  [/CHARGE|PAYMENT_SETTINGS|PAYMENT_SCHEDULE|PRICING_TERM/, 'info.paymentInstallments'],
  [/RATE_CARD|DIMENSION|RATES$/, 'info.dimensions'],
  [/TERMS|GRANTS|SELECTOR|PRICE/, 'info.commits'],
  [/CURRENCY/, 'info.currency'],
  [/PRODUCT/, 'productID'],
  [/NAME/, 'name'],
];

const codeOf = (text: string): string => /^([A-Za-z_]+):/.exec(text)?.[1] ?? '';

/** A path of the request that a text names itself, such as `info.commits.0.rate`. */
const namedIn = (text: string): string | undefined => /\b(?:info|metaInfo)(?:\.\w+)+\b/.exec(text)?.[0];

export type Refusal = { readable: string; raw: string; path?: string };

/** The marketplace's reasons for refusing an offer, in readable words, with the field that each refers to. */
export const refusalsOf = (offer: Row): Refusal[] => {
  const raw = (valueAt(offer, 'metaInfo.errorMessages') ?? []) as string[];
  const readable = (valueAt(offer, 'metaInfo.prettifiedErrorMessages') ?? []) as string[];
  return Array.from({ length: Math.max(raw.length, readable.length) }, (_, at) => {
    const words = raw[at] ?? '';
    return {
      readable: readable[at] ?? words,
      raw: words,
      path: namedIn(words) ?? meant.find(([pattern]) => pattern.test(codeOf(words)))?.[1],
    };
  });
};

/** The refusals as faults of fields. */
export const faultsIn = (refusals: readonly Refusal[]): FieldFault[] =>
  refusals.flatMap(({ path, readable }) => (path === undefined ? [] : [{ path, code: 'refused', message: readable }]));
