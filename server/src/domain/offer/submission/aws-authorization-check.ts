import { chargeDayOf } from '../../../contract/reference/charge-day.ts';
import { big } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import type { Product } from '../../product/product.ts';
import type { Offer, OfferInfoDocument } from '../offer.ts';
import { netTerms } from './aws-base-check.ts';
import { checkBilledThere, checkProduct, fault, faultsIf, isHttps, numberOf, textOf } from './checks.ts';
import { commitTotal, dayOf, decimalOf, durationOf, fractionDigits, isDuration, isZero } from './terms.ts';

export const currencies = ['USD', 'EUR', 'GBP', 'AUD', 'JPY'];
const accountId = /^\d{12}$/;
const maxBuyers = 25;
const maxInstallments = 60;
const maxStartYears = 3;

/** The channel partner's account; empty if none is named. */
export const channelPartnerOf = ({ awsChannelPartner: partner }: OfferInfoDocument): string =>
  textOf(partner, 'accountId') || textOf(partner, 'awsAccountId');

/**
 * With installments AWS limits an authorization to a single offer; without them the manufacturer can ask for that limit
 * (`OffersMaxQuantity` 1).
 */
export const isForOneOffer = ({ paymentInstallments, awsCppoOpportunity }: OfferInfoDocument): boolean =>
  (paymentInstallments ?? []).length > 0 || numberOf(awsCppoOpportunity, 'OffersMaxQuantity') === '1';

const checkParties = ({ info }: Offer): Fault[] => {
  const { buyerAwsAccountIds: buyers = [] } = info;
  return [
    ...faultsIf(
      [
        !accountId.test(channelPartnerOf(info)),
        'info.awsChannelPartner.accountId',
        'account_id',
        'must be the AWS account id of the channel partner, 12 digits',
      ],
      [
        buyers.length > maxBuyers,
        'info.buyerAwsAccountIds',
        'count',
        `must contain at most ${maxBuyers} AWS account ids`,
      ],
      [new Set(buyers).size < buyers.length, 'info.buyerAwsAccountIds', 'duplicate', 'names an account twice'],
    ),
    ...buyers.flatMap((id, index) =>
      accountId.test(id)
        ? []
        : [fault(`info.buyerAwsAccountIds.${index}`, 'account_id', 'must be an AWS account id of 12 digits')],
    ),
  ];
};

const checkTexts = ({ name, info }: Offer): Fault[] =>
  faultsIf(
    [!/^[A-Za-z0-9 ]{1,100}$/.test(name), 'name', 'characters', 'must be 1 to 100 letters, digits and spaces for AWS'],
    [
      !/^[A-Za-z0-9\s]{0,255}$/.test(info.sellerNotes ?? ''),
      'info.sellerNotes',
      'characters',
      'must be at most 255 letters, digits and spaces for AWS',
    ],
  );

const checkLegal = ({ eulaType, eulaUrl, resellerEulaType: contract, resellerEulaUrl }: Offer['info']): Fault[] =>
  faultsIf(
    [eulaType !== 'SCMP' && eulaType !== 'CUSTOM', 'info.eulaType', 'eula_type', 'must be SCMP or CUSTOM for AWS'],
    [
      eulaType === 'CUSTOM' && eulaUrl !== undefined && !isHttps(eulaUrl),
      'info.eulaUrl',
      'https',
      'must be an https address',
    ],
    [
      contract !== undefined && contract !== 'RCMP' && contract !== 'CUSTOM',
      'info.resellerEulaType',
      'eula_type',
      'must be RCMP or CUSTOM for AWS, or left out',
    ],
    [
      contract === 'CUSTOM' && resellerEulaUrl !== undefined && !isHttps(resellerEulaUrl),
      'info.resellerEulaUrl',
      'https',
      'must be an https address',
    ],
  );

/** What an installment charges is all that AWS has of it (ScheduleItem of the Agreement Service); a buyer who was promised credit would get none. */
export const checkNoInstallmentCredit = ({ paymentInstallments: list = [] }: OfferInfoDocument): Fault[] =>
  list.flatMap(({ credit }, index) =>
    isZero(credit)
      ? []
      : [
          fault(
            `info.paymentInstallments.${index}.credit`,
            'unsupported',
            'must be left out: installments of AWS grant no credit for usage; lower the amount or the usage rates instead',
          ),
        ],
  );

/** Charges fall after the last day on which the partner may make offers, and add up to the price. */
const checkInstallments = ({ info, expire_time: expireTime }: Offer): Fault[] => {
  const { paymentInstallments: list = [] } = info;
  const path = 'info.paymentInstallments';
  if (list.length === 0) return [];
  const total = commitTotal(info);
  if (total === null) return [fault(path, 'no_commit', 'need commits whose price they divide')];
  const days = list.map(chargeDayOf);
  const lastDay = expireTime && dayOf(expireTime);
  const sum = list.reduce((so_far, { amount }) => so_far.plus(decimalOf(amount ?? 0)), big(0));
  return [
    ...faultsIf(
      [list.length > maxInstallments, path, 'count', `must be at most ${maxInstallments}`],
      [expireTime === null, 'expireTime', 'required', 'must be given: installments need a last day'],
      [!sum.eq(total), path, 'sum', `add up to ${sum.toFixed()}, not to the price of the commits, ${total.toFixed()}`],
    ),
    ...checkNoInstallmentCredit(info),
    ...list.flatMap(({ amount }, index) =>
      amount === undefined || big(decimalOf(amount)).lt(0) || fractionDigits(amount) > 2
        ? [fault(`${path}.${index}.amount`, 'required', 'must be an amount of at least 0 with at most 2 decimals')]
        : [],
    ),
    ...days.flatMap((day, index) => {
      const at = `${path}.${index}.chargeOn`;
      if (day === null) return [fault(at, 'required', 'must be the day of the charge')];
      if (days.indexOf(day) < index) return [fault(at, 'duplicate', 'another installment is charged on this day')];
      return lastDay && day <= lastDay ? [fault(at, 'before_end', `must be after the last day, ${lastDay}`)] : [];
    }),
  ];
};

const checkTimes = ({ info, expire_time: expireTime, end_time: endTime }: Offer, now: Date): Fault[] => {
  const duration = durationOf(info);
  const hasCommits = (info.commits ?? []).length > 0;
  const start = info.startTime === undefined ? null : new Date(info.startTime);
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + maxStartYears);
  return faultsIf(
    [expireTime !== null && expireTime <= now, 'expireTime', 'future', 'must be in the future'],
    [endTime !== null, 'endTime', 'unsupported', 'an authorization names how long agreements last, not when they end'],
    [
      hasCommits && (duration === null || !isDuration(duration)),
      'info.awsAgreementDuration',
      'required',
      'must be a duration such as P12M, or follow from equal lengths of all commits',
    ],
    [
      start !== null && (start <= now || start > latest),
      'info.startTime',
      'start',
      `must be in the future, at most ${maxStartYears} years ahead`,
    ],
  );
};

/** Without installments, commits are unit prices; the buyer chooses the quantity. */
const checkUnits = ({ commits = [], paymentInstallments = [] }: Offer['info']): Fault[] =>
  paymentInstallments.length > 0
    ? []
    : commits.flatMap(({ quantity = 1 }, index) =>
        quantity === 1
          ? []
          : [fault(`info.commits.${index}.quantity`, 'quantity', 'must be 1: the rate is the price of a unit')],
      );

const checkUnsupported = ({ info, meta_info: meta }: Offer): Fault[] =>
  faultsIf(
    [
      !isZero(info.awsMarkupPercentage),
      'info.awsMarkupPercentage',
      'unsupported',
      'is the channel partner’s, of its offers of type CPPO',
    ],
    [
      !isZero(info.discountPercentage),
      'info.discountPercentage',
      'unsupported',
      'AWS expects the lower prices themselves, as commits and dimensions',
    ],
    [info.autoRenew === true, 'info.autoRenew', 'unsupported', 'is set by the channel partner’s offer'],
    [
      info.refundCancellationPolicy !== undefined,
      'info.refundCancellationPolicy',
      'unsupported',
      'is set by the channel partner’s offer',
    ],
    [
      meta.isAgreementBasedOffer === true,
      'metaInfo.isAgreementBasedOffer',
      'unsupported',
      'is set by the channel partner’s offer',
    ],
    [
      meta.isRenewalOffer === true && meta.renewalOfferType === undefined,
      'metaInfo.renewalOfferType',
      'required',
      'must say where the agreement that is renewed was made, External or AwsMarketplace',
    ],
    [
      meta.isRenewalOffer === true && (info.buyerAwsAccountIds ?? []).length === 0,
      'info.buyerAwsAccountIds',
      'required',
      'must name the buyer whose agreement is renewed',
    ],
    [
      info.netTermsInDays !== undefined && info.netTermsInDays !== 0 && !netTerms.includes(info.netTermsInDays),
      'info.netTermsInDays',
      'choice',
      `must be one of ${netTerms.join(', ')}`,
    ],
    [info.visibility === 'PUBLIC', 'info.visibility', 'public', 'must be PRIVATE'],
  );

/** Checks a resale authorization by AWS's rules, except its prices. A received authorization cannot be submitted. */
export const checkAwsAuthorization = (offer: Offer, product: Product | undefined, now: Date): Fault[] => {
  if (offer.offer_type === 'CPPO_IN')
    return [
      fault('offerType', 'received', 'is created by a manufacturer; use CPPO_OUT to authorize a channel partner'),
    ];
  return [
    ...checkProduct(offer, product),
    ...checkParties(offer),
    ...checkTexts(offer),
    ...faultsIf([
      !currencies.includes(offer.info.currency ?? ''),
      'info.currency',
      'currency',
      `must be one of ${currencies.join(', ')}`,
    ]),
    ...checkUnits(offer.info),
    ...checkInstallments(offer),
    ...checkTimes(offer, now),
    ...checkLegal(offer.info),
    ...checkUnsupported(offer),
    ...checkBilledThere(offer),
  ];
};
