import type { PaymentInstallment } from '../../../contract/reference/billing.ts';
import { billingLimits } from '../../../contract/reference/billing-limits.ts';
import type { CommitDimension } from '../../../contract/reference/dimensions.ts';
import { billableDimensionFaults, chargeFaults, periodFaults } from '../../../contract/reference/price-faults.ts';
import type { Fault } from '../../../kit/errors.ts';
import { parseTime } from '../../../kit/time.ts';
import { isCurrency } from '../../buyer/payment/payment.ts';
import { isDeleted, type Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import { checkAmount, checkPrivate, fault, faultsIf } from './checks.ts';
import { isZero } from './terms.ts';

const checkCommit = (commit: CommitDimension, at: string): Fault[] => [
  ...checkAmount(`${at}.rate`, commit.rate, 9),
  ...chargeFaults(`${at}.rate`, commit),
  ...periodFaults(commit, at),
  ...faultsIf([(commit.quantity ?? 1) < 1, `${at}.quantity`, 'range', 'must be at least 1, or absent']),
];

/** A day as it is billed: one that is no day of the calendar would be charged at once. */
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTime(`${text}T00:00:00Z`) !== null;

const checkInstallments = (installments: readonly PaymentInstallment[]): Fault[] => {
  const path = 'info.paymentInstallments';
  const faults = installments.flatMap(({ amount, chargeOnStr = '' }, index) => [
    ...checkAmount(`${path}.${index}.amount`, amount, 9),
    ...chargeFaults(`${path}.${index}.amount`, { rate: amount }),
    ...faultsIf([
      chargeOnStr !== '' && !isDay(chargeOnStr),
      `${path}.${index}.chargeOnStr`,
      'time',
      'must be a day, YYYY-MM-DD',
    ]),
  ]);
  const isFree = installments.length > 0 && installments.every(({ amount }) => isZero(amount));
  if (faults.length === 0 && isFree)
    faults.push(fault(path, 'no_price', 'must charge something, or be absent: they replace info.commitAmount'));
  return faults;
};

const intervals = ['billingIntervalInMonths', 'commitBillingIntervalInMonths', 'usageBillingIntervalInMonths'] as const;

/** When it is billed. Longer than this is a mistake, and some of it has no date. */
const checkBillingTimes = ({ info }: Offer): Fault[] => {
  const { gracePeriodInDays, netTermsInDays, trialConfig } = info;
  const { trialPeriod, trialPeriodUnit = 'DAY' } = trialConfig ?? {};
  return (
    [
      ...intervals.map((name) => [`info.${name}`, info[name], billingLimits.intervalMonths] as const),
      ['info.gracePeriodInDays', gracePeriodInDays, billingLimits.days],
      ['info.netTermsInDays', netTermsInDays, billingLimits.days],
      ['info.trialConfig.trialPeriod', trialPeriod, billingLimits.trial[trialPeriodUnit]],
    ] as const
  ).flatMap(([path, value = 0, max]) =>
    faultsIf([value < 0 || value > max, path, 'range', `must be from 0 to ${max}, or absent`]),
  );
};

/** What a purchase of it will be billed by: the same rules for usage as when its prices change later. */
const checkPrices = ({ info }: Offer): Fault[] => {
  const { commits = [], dimensions = [], billableDimensions = [], commitAmount } = info;
  const hasPrice = commits.length + dimensions.length + billableDimensions.length > 0 || commitAmount !== undefined;
  return [
    ...faultsIf(
      [!hasPrice, 'info', 'no_price', 'must contain commits, billableDimensions or both'],
      [!isCurrency(info.currency ?? ''), 'info.currency', 'currency', 'must be a currency of ISO 4217, such as USD'],
    ),
    ...commits.flatMap((commit, index) => checkCommit(commit, `info.commits.${index}`)),
    ...billableDimensionFaults(billableDimensions, 'info.billableDimensions'),
    ...dimensions.flatMap(({ rate }, index) => checkAmount(`info.dimensions.${index}.rate`, rate, 9)),
    ...(commitAmount === undefined ? [] : checkAmount('info.commitAmount', commitAmount, 9)),
    ...(commitAmount === undefined ? [] : chargeFaults('info.commitAmount', { rate: commitAmount })),
    ...checkInstallments(info.paymentInstallments ?? []),
    ...faultsIf([
      !isZero(info.discountPercentage),
      'info.discountPercentage',
      'unsupported',
      'must be absent: the prices of the offer are billed as they are; send the lower prices, or a discount of a billable dimension',
    ]),
  ];
};

const checkTimes = ({ info, expire_time: expireTime, end_time: endTime }: Offer, now: Date): Fault[] =>
  faultsIf(
    [expireTime !== null && expireTime <= now, 'expireTime', 'future', 'must be in the future'],
    [
      endTime !== null && info.startTime !== undefined && endTime <= new Date(info.startTime),
      'endTime',
      'end',
      'must be after info.startTime',
    ],
  );

/** Checks a directly billed offer: its buyer, its contents and its prices. It may have no end. */
export const checkDirectOffer = (offer: Offer, product: Product | undefined, now: Date): Fault[] => [
  ...(product === undefined
    ? [fault('productID', 'required', 'must name the product that is offered')]
    : faultsIf(
        [
          product.partner !== offer.partner,
          'productID',
          'partner',
          `is a product of ${product.partner}, not of ${offer.partner}`,
        ],
        [isDeleted(product), 'productID', 'not_offerable', 'was deleted'],
      )),
  ...faultsIf([offer.buyer_id === null, 'buyerID', 'required', 'must name the buyer']),
  ...checkPrices(offer),
  ...checkBillingTimes(offer),
  ...checkTimes(offer, now),
  ...checkPrivate({ ...offer, expire_time: new Date(now.getTime() + 1) }, now),
];
