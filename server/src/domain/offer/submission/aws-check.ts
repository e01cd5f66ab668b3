import { chargeDayOf } from '../../../contract/reference/charge-day.ts';
import { type Big, big } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import type { Product } from '../../product/product.ts';
import { isAuthorization, type Offer } from '../offer.ts';
import { checkAwsAuthorization, checkNoInstallmentCredit, currencies } from './aws-authorization-check.ts';
import { checkAwsBase } from './aws-base-check.ts';
import { checkBilledThere, checkNoDiscount, checkPrivate, checkProduct, fault, faultsIf, isHttps } from './checks.ts';
import {
  addDuration,
  commitTotal,
  datesOf,
  dayOf,
  decimalOf,
  durationOf,
  fractionDigits,
  isDuration,
  isZero,
} from './terms.ts';

const maxBuyers = 26;
const maxRates = 800;
/** FixedUpfrontPricingTerm, in which several commits are written: "List size must be between 1 and 200". */
const maxGrants = 200;
const maxInstallments = 60;
const maxStartYears = 3;

type Info = Offer['info'];
const checkBuyers = ({ buyerAwsAccountIds: ids = [] }: Info): Fault[] => [
  ...(ids.length === 0 || ids.length > maxBuyers
    ? [fault('info.buyerAwsAccountIds', 'count', `must contain 1 to ${maxBuyers} AWS account ids`)]
    : []),
  ...ids.flatMap((id, index) =>
    /^\d{12}$/.test(id)
      ? []
      : [fault(`info.buyerAwsAccountIds.${index}`, 'account_id', 'must be an AWS account id of 12 digits')],
  ),
  ...(new Set(ids).size < ids.length ? [fault('info.buyerAwsAccountIds', 'duplicate', 'names an account twice')] : []),
];

type Rated = { key?: string | undefined; rate?: Parameters<typeof decimalOf>[0] | undefined };
type RateRule = {
  path: string;
  list: readonly Rated[];
  known: ReadonlySet<string>;
  kind: string;
  decimals: number;
  most: number;
};

/** Checks that every price names a product dimension of the right type, only once, and with few enough decimals. */
const checkRates = ({ path, list, known, kind, decimals, most }: RateRule): Fault[] => {
  const seen = new Set<string>();
  const faults = list.flatMap(({ key, rate }, index): Fault[] => {
    const at = `${path}.${index}`;
    const twice = key !== undefined && seen.has(key);
    if (key !== undefined) seen.add(key);
    return [
      ...(key === undefined ? [fault(`${at}.key`, 'required', 'must name a dimension')] : []),
      ...(key !== undefined && !known.has(key)
        ? [fault(`${at}.key`, 'unknown_dimension', `the product has no ${kind} dimension "${key}"`)]
        : []),
      ...(twice ? [fault(`${at}.key`, 'duplicate', 'this dimension is priced twice')] : []),
      ...(rate === undefined ? [fault(`${at}.rate`, 'required', 'must be given')] : []),
      ...(rate !== undefined && big(decimalOf(rate)).lt(0)
        ? [fault(`${at}.rate`, 'negative', 'must not be negative')]
        : []),
      ...(rate !== undefined && fractionDigits(rate) > decimals
        ? [fault(`${at}.rate`, 'decimals', `must have at most ${decimals} decimals`)]
        : []),
    ];
  });
  return list.length > most ? [...faults, fault(path, 'too_many', `must contain at most ${most}`)] : faults;
};

const keysOf = (list: readonly Rated[] = []): Set<string> => new Set(list.flatMap(({ key }) => key ?? []));

/**
 * Listed dimensions that AWS meters. A dimension without types counts as metered if it is in the list of metered
 * dimensions.
 */
const meteredKeys = (product: Product | undefined): string[] =>
  (product?.info.dimensions ?? []).flatMap(({ key, types = [] }) =>
    key !== undefined && (types.length === 0 || types.some((type) => type.endsWith('Metered'))) ? [key] : [],
  );

/**
 * Usage prices must be in US dollars and have a rate for every metered dimension (Developer Guide, UpdatePricingTerms).
 */
const checkUsage = ({ dimensions = [], currency }: Info, product: Product | undefined): Fault[] => {
  if (dimensions.length === 0) return [];
  const priced = keysOf(dimensions);
  const missing = meteredKeys(product).filter((key) => !priced.has(key));
  return faultsIf(
    [
      currency !== undefined && currency !== 'USD' && currencies.includes(currency),
      'info.currency',
      'usage_currency',
      'must be USD: AWS bills usage in US dollars only',
    ],
    [
      missing.length > 0,
      'info.dimensions',
      'unpriced',
      `must have a rate for every metered dimension of the product; missing: ${missing.join(', ')}`,
    ],
  );
};

/**
 * Several commits, a quantity or a fixed start are charged by a payment schedule, whose amounts have at most two
 * decimals (AWS Marketplace Catalog API, UpdatePaymentScheduleTerms). Installments are checked separately.
 */
const checkCharge = ({ commits = [], paymentInstallments = [], startTime }: Info, total: Big | null): Fault[] => {
  const isScheduled = commits.length > 1 || (commits[0]?.quantity ?? 1) > 1 || startTime !== undefined;
  if (total === null || paymentInstallments.length > 0 || !isScheduled || total.eq(total.round(2))) return [];
  const message = `add up to ${total.toFixed()}, but AWS charges amounts of at most 2 decimals; change a rate or a quantity`;
  return [fault('info.commits', 'decimals', message)];
};

/** Prices of a resale that would be left out of what is submitted. A markup of 0 beside prices is that of Go clients that mean none. */
const unusedPrices = ({ commits = [], dimensions = [], awsMarkupPercentage: markup }: Info): Fault[] =>
  faultsIf(
    [
      commits.length > 0 && !isZero(markup),
      'info.awsMarkupPercentage',
      'unsupported',
      'must be left out where info.commits has prices: it raises those of the authorization, and replaces these; give one of both',
    ],
    [
      dimensions.length > 0,
      'info.dimensions',
      'unsupported',
      'must be left out: AWS bills the usage of a resale at the prices of the authorization',
    ],
  );

const checkPrices = ({ info, offer_type: type }: Offer, product: Product | undefined): Fault[] => {
  const { commits = [], dimensions = [] } = info;
  // A resale may take the authorization's prices and mark them up.
  const isMarkedUp = type === 'CPPO' && info.awsMarkupPercentage !== undefined;
  const unused = type === 'CPPO' ? unusedPrices(info) : [];
  if (unused.length > 0) return unused;
  if (commits.length === 0 && dimensions.length === 0 && isMarkedUp) return [];
  if (commits.length === 0 && dimensions.length === 0)
    return [fault('info', 'no_price', 'must contain commits, dimensions or both')];
  const total = commitTotal(info);
  return [
    ...checkUsage(info, product),
    ...checkCharge(info, total),
    ...(product
      ? [
          ...checkRates({
            path: 'info.commits',
            list: commits,
            known: keysOf(product.info.commits),
            kind: 'contract',
            decimals: 3,
            // An authorization without installments is a list of prices.
            most: type === 'CPPO_OUT' && (info.paymentInstallments ?? []).length === 0 ? maxRates : maxGrants,
          }),
          ...checkRates({
            path: 'info.dimensions',
            list: dimensions,
            known: keysOf(product.info.dimensions),
            kind: 'metered',
            decimals: 8,
            most: maxRates,
          }),
        ]
      : commits.flatMap(({ rate }, index) =>
          rate === undefined ? [fault(`info.commits.${index}.rate`, 'required', 'must be given')] : [],
        )),
    ...commits.flatMap(({ quantity }, index) =>
      quantity !== undefined && quantity < 1
        ? [fault(`info.commits.${index}.quantity`, 'quantity', 'must be at least 1')]
        : [],
    ),
    ...(info.commitAmount !== undefined &&
    !isZero(info.commitAmount) &&
    !(total ?? big(0)).eq(decimalOf(info.commitAmount))
      ? [fault('info.commitAmount', 'sum', `must be the sum of the commits, ${(total ?? big(0)).toFixed()}`)]
      : []),
  ];
};

/**
 * The last day of the agreement for its charges. One that begins when it is accepted counts as accepted at once: charges
 * are "no later than the end of the agreement if the private offer was accepted immediately" (AWS Marketplace Catalog API,
 * UpdatePaymentScheduleTerms).
 */
const lastChargeDay = (offer: Offer, now: Date): string | null => {
  const { endDate } = datesOf(offer);
  const duration = durationOf(offer.info);
  if (endDate !== null || duration === null || !isDuration(duration)) return endDate;
  return dayOf(addDuration(now, duration));
};

const checkInstallments = (offer: Offer, now: Date): Fault[] => {
  const { paymentInstallments: list = [] } = offer.info;
  const path = 'info.paymentInstallments';
  if (list.length === 0) return [];
  const total = commitTotal(offer.info);
  if (total === null) return [fault(path, 'no_commit', 'need commits whose price they divide')];
  const days = list.map(chargeDayOf);
  const sum = list.reduce((so_far, { amount }) => so_far.plus(decimalOf(amount ?? 0)), big(0));
  const lastDay = offer.expire_time && dayOf(offer.expire_time);
  const endDate = lastChargeDay(offer, now);
  return [
    ...(list.length > maxInstallments ? [fault(path, 'count', `must be at most ${maxInstallments}`)] : []),
    ...checkNoInstallmentCredit(offer.info),
    ...list.flatMap(({ amount }, index) => {
      const at = `${path}.${index}.amount`;
      if (amount === undefined || big(decimalOf(amount)).lt(0))
        return [fault(at, 'required', 'must be an amount of at least 0')];
      return fractionDigits(amount) > 2 ? [fault(at, 'decimals', 'must have at most 2 decimals')] : [];
    }),
    ...days.flatMap((day, index) => {
      const at = `${path}.${index}.chargeOn`;
      if (day === null) return [fault(at, 'required', 'must be the day of the charge')];
      if (days.indexOf(day) < index) return [fault(at, 'duplicate', 'another installment is charged on this day')];
      // "Provide a first charge date that isn't in the past."
      if (day < dayOf(now)) return [fault(at, 'past', 'must not be in the past')];
      return endDate !== null && day > endDate ? [fault(at, 'after_end', 'is after the end of the agreement')] : [];
    }),
    ...(lastDay && days.filter((day) => day !== null && day <= lastDay).length > 1
      ? [fault(path, 'backdated', `at most one may be charged by ${lastDay}, the last day of the offer`)]
      : []),
    ...(sum.eq(total)
      ? []
      : [fault(path, 'sum', `add up to ${sum.toFixed()}, not to the price of the commits, ${total.toFixed()}`)]),
  ];
};

/** The quoted rules are errors of UpdateValidityTerms (AWS Marketplace Catalog API, Work with private offers). */
const checkTimes = (offer: Offer, now: Date): Fault[] => {
  const { info, expire_time: expireTime, end_time: endTime } = offer;
  const faults: Fault[] = [];
  const duration = durationOf(info);
  if (duration === null && endTime === null) {
    faults.push(
      fault(
        'info.awsAgreementDuration',
        'required',
        'must be given, as P12M, or follow from equal lengths of all commits',
      ),
    );
  } else if (duration !== null && (!isDuration(duration) || /^P(0+[YMD])+$/.test(duration))) {
    faults.push(fault('info.awsAgreementDuration', 'duration', 'must be a duration such as P12M'));
  }
  const start = info.startTime === undefined ? null : new Date(info.startTime);
  if (start !== null) {
    const latest = new Date(now);
    latest.setUTCFullYear(latest.getUTCFullYear() + maxStartYears);
    if (start <= now || start > latest)
      faults.push(fault('info.startTime', 'start', `must be in the future, at most ${maxStartYears} years ahead`));
    // "Provide an AgreementStartDate that is after AvailabilityEndDate."
    else if (expireTime !== null && dayOf(start) <= dayOf(expireTime))
      faults.push(
        fault('info.startTime', 'before_expiry', `must be after the last day of the offer, ${dayOf(expireTime)}`),
      );
  }
  const { startDate, endDate } = datesOf(offer);
  if (endTime === null && startDate !== null && endDate !== null && endDate <= startDate)
    faults.push(
      fault('info.awsAgreementDuration', 'too_short', 'must be at least two days from a fixed start, such as P2D'),
    );
  // "AgreementEndDate isn't supported unless it's used in combination with a future AgreementStartDate or for replacement
  // offers."
  if (endTime !== null && start === null && offer.meta_info.isAgreementBasedOffer !== true)
    faults.push(
      fault('info.startTime', 'required', 'must be given with an end, unless the offer replaces an agreement'),
    );
  const floor = start ?? expireTime ?? now;
  if (endTime !== null && endTime <= floor)
    faults.push(fault('endTime', 'end', 'must be after the start of the agreement and the last day of the offer'));
  return faults;
};

const checkLegal = (
  { eulaType, eulaUrl, refundCancellationPolicy: policy, sellerNotes }: Info,
  isResale: boolean,
): Fault[] => [
  ...(eulaType === 'SCMP' || eulaType === 'CUSTOM' || isResale
    ? []
    : [fault('info.eulaType', 'eula_type', 'must be SCMP or CUSTOM for AWS')]),
  ...(eulaType === 'CUSTOM' && eulaUrl !== undefined && !isHttps(eulaUrl)
    ? [fault('info.eulaUrl', 'https', 'must be an https address')]
    : []),
  ...(policy !== undefined && policy.length > 500
    ? [fault('info.refundCancellationPolicy', 'length', 'must have at most 500 characters')]
    : []),
  ...(sellerNotes !== undefined && sellerNotes.length > 255
    ? [fault('info.sellerNotes', 'length', 'must have at most 255 characters')]
    : []),
];

/** "Must not contain illegal characters (\\, <, >)" (AWS Marketplace Catalog API, UpdateInformation). */
const checkName = ({ name }: Offer): Fault[] =>
  /[\\<>]/.test(name) ? [fault('name', 'characters', 'must contain none of \\ < > for AWS')] : [];

/**
 * Checks everything that AWS would refuse and that we can detect locally. Returns all faults at once (protocols A.1).
 */
export const checkAwsOffer = (offer: Offer, product: Product | undefined, now: Date): Fault[] =>
  isAuthorization(offer)
    ? [...checkAwsAuthorization(offer, product, now), ...(product ? checkPrices(offer, product) : [])]
    : checkBuyersOffer(offer, product, now);

const checkBuyersOffer = (offer: Offer, product: Product | undefined, now: Date): Fault[] => [
  ...checkName(offer),
  // A resale sells another seller's product, which the authorization names.
  ...(offer.offer_type === 'CPPO' && offer.product_id === null ? [] : checkProduct(offer, product)),
  // The replaced agreement determines the buyer.
  ...(offer.meta_info.isAgreementBasedOffer ? [] : checkBuyers(offer.info)),
  ...(currencies.includes(offer.info.currency ?? '')
    ? []
    : [fault('info.currency', 'currency', `must be one of ${currencies.join(', ')}`)]),
  ...checkPrices(offer, product),
  ...checkNoDiscount(offer),
  ...checkInstallments(offer, now),
  ...checkPrivate(offer, now),
  ...checkTimes(offer, now),
  ...checkLegal(offer.info, offer.offer_type === 'CPPO'),
  ...checkAwsBase(offer),
  ...checkBilledThere(offer),
];
