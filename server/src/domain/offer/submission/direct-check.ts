import type { CommitDimension } from '../../../contract/reference/dimensions.ts';
import { billableDimensionFaults, periodFaults } from '../../../contract/reference/price-faults.ts';
import type { Fault } from '../../../kit/errors.ts';
import { isCurrency } from '../../buyer/payment/payment.ts';
import { isDeleted, type Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import { checkAmount, checkPercentage, checkPrivate, fault, faultsIf } from './checks.ts';

const checkCommit = (commit: CommitDimension, at: string): Fault[] => [
  ...checkAmount(`${at}.rate`, commit.rate, 9),
  ...periodFaults(commit, at),
  ...faultsIf([(commit.quantity ?? 1) < 1, `${at}.quantity`, 'range', 'must be at least 1, or absent']),
];

/** What a purchase of it will be billed by: the same rules for usage as when its prices change later. */
const checkPrices = ({ info }: Offer): Fault[] => {
  const { commits = [], dimensions = [], billableDimensions = [], commitAmount } = info;
  const hasPrice = commits.length + dimensions.length + billableDimensions.length > 0 || commitAmount !== undefined;
  return [
    ...faultsIf(
      [!hasPrice, 'info', 'no_price', 'must hold commits, billableDimensions or both'],
      [!isCurrency(info.currency ?? ''), 'info.currency', 'currency', 'must be a currency of ISO 4217, such as USD'],
    ),
    ...commits.flatMap((commit, index) => checkCommit(commit, `info.commits.${index}`)),
    ...billableDimensionFaults(billableDimensions, 'info.billableDimensions'),
    ...dimensions.flatMap(({ rate }, index) => checkAmount(`info.dimensions.${index}.rate`, rate, 9)),
    ...(commitAmount === undefined ? [] : checkAmount('info.commitAmount', commitAmount, 9)),
    ...checkPercentage('info.discountPercentage', info.discountPercentage),
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
  ...checkTimes(offer, now),
  ...checkPrivate({ ...offer, expire_time: new Date(now.getTime() + 1) }, now),
];
