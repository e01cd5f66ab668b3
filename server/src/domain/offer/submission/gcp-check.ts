import { chargeDayOf } from '../../../contract/reference/charge-day.ts';
import { big } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import { nextPacificMidnight, pacificMidnightLater, startOfPacificDay } from '../../../kit/pacific-time.ts';
import type { Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import {
  checkAmount,
  checkBilledThere,
  checkPercentage,
  checkPrivate,
  checkProduct,
  fault,
  faultsIf,
  isEmail,
  isHttps,
  listOf,
  textOf,
} from './checks.ts';
import {
  chargesOf,
  intervalMonths,
  intervalOf,
  isReplacement,
  notesOf,
  paymentOf,
  planOf,
  plansOf,
  pricingOf,
} from './gcp-terms.ts';
import { decimalOf, isZero } from './terms.ts';

/** Maximum number of months for which Google lets an offer wait for its customer. */
export const gcpMonthsAhead = 3;
const maxInstallments = 60;
/** A term with all its renewals: 7 years (`Term.duration_months` of Commerce Producer). */
const maxMonths = 84;
/** A start: at most a year after the publication (`Term.scheduled_start_time`). */
const monthsToStart = 12;
/** `FlatFee.flat_fee_override`, `Commitment.commitment_amount`. */
const maxAmount = 1_000_000_000;
/** `Commitment.additional_credit`. */
const maxCredit = 1_000_000;
const maxCustomerNote = 120;
/** Google accepts 1500 characters; the rest is reserved for our marker. */
const maxInternalNote = 1400;
const billingAccount = /^(billingAccounts\/)?[0-9A-F]{6}-[0-9A-F]{6}-[0-9A-F]{6}$/i;

const checkPlan = (offer: Offer, product: Product | undefined): Fault[] => {
  const plans = offer.info.gcpPlans ?? [];
  const name = textOf(plans[0], 'name');
  if (plans.length !== 1 || name === '')
    return [fault('info.gcpPlans', 'count', 'must contain the one plan whose prices are replaced, with its name')];
  const known = product ? plansOf(product) : [];
  if (known.length === 0) return [];
  const plan = known.find((each) => textOf(each, 'name') === name);
  if (!plan) return [fault('info.gcpPlans.0.name', 'unknown', 'names no plan of the product')];
  const features = new Set(listOf(plan, 'featureValues').map((feature) => textOf(feature, 'featureName')));
  return listOf(plans[0], 'featureValues').flatMap((feature, index) =>
    features.has(textOf(feature, 'featureName'))
      ? []
      : [fault(`info.gcpPlans.0.featureValues.${index}.featureName`, 'unknown', 'names no feature of the plan')],
  );
};

const checkPeople = ({ gcpCustomerInfo: customer, gcpProviderInfo: provider }: Offer['info']): Fault[] => [
  ...faultsIf(
    [textOf(customer, 'organization') === '', 'info.gcpCustomerInfo.organization', 'required', 'must be given'],
    [textOf(customer, 'contact') === '', 'info.gcpCustomerInfo.contact', 'required', 'must be given'],
    [!isEmail(textOf(customer, 'email')), 'info.gcpCustomerInfo.email', 'email', 'must be an e-mail address'],
    [
      !billingAccount.test(textOf(customer, 'unverifiedBillingAccount')),
      'info.gcpCustomerInfo.unverifiedBillingAccount',
      'billing_account',
      'must be a billing account such as 012345-6789AB-CDEF01',
    ],
    [
      textOf(provider, 'salesContactName') === '',
      'info.gcpProviderInfo.salesContactName',
      'required',
      'must name a contact person of the seller',
    ],
    [
      !isEmail(textOf(provider, 'salesContactEmail')),
      'info.gcpProviderInfo.salesContactEmail',
      'email',
      'must be an e-mail address',
    ],
  ),
];

const checkPrice = (offer: Offer, product: Product | undefined): Fault[] => {
  const { info } = offer;
  const plan = planOf(offer, product);
  const { needsFee, needsCommit, needsDiscount } = pricingOf(offer, plan);
  const amount = chargesOf(info);
  const at = (info.commits ?? []).length > 0 ? 'info.commits' : 'info.commitAmount';
  return [
    ...faultsIf(
      [info.currency !== 'USD', 'info.currency', 'currency', 'must be USD, in which Google Cloud has private offers'],
      [(needsFee || needsCommit) && amount === null, at, 'required', 'must contain the price of one interval'],
      [amount?.lt(0) === true, at, 'negative', 'must not be negative'],
      [amount?.eq(amount.round(2)) === false, at, 'decimals', 'must come to whole cents'],
      [amount?.gt(maxAmount) === true, at, 'too_large', `must be at most ${maxAmount}`],
      [
        !needsFee && !needsCommit && amount !== null,
        at,
        'unsupported',
        'this plan is paid by usage alone: it can be discounted, and has no price',
      ],
      [
        // "No longer supported as of May 2024" (`StandardInterval.MONTHLY_POSTPAY` of Commerce Producer).
        (needsFee || needsCommit) && info.gcpPaymentSchedule === 'POSTPAY',
        'info.gcpPaymentSchedule',
        'unsupported',
        'must be PREPAY: Google Cloud charges a fee or a commitment when its interval begins; only usage is charged in arrears',
      ],
      [
        needsDiscount && info.discountPercentage === undefined,
        'info.discountPercentage',
        'required',
        'must be given for a discount on usage',
      ],
      [
        intervalOf(info) === null,
        'info.billingIntervalInMonths',
        'choice',
        'must be 1, 3 or 12: Google charges by the month, the quarter or the year',
      ],
      [
        info.proratedBilling === true && intervalMonths(info) !== 1 && (info.paymentInstallments ?? []).length === 0,
        'info.proratedBilling',
        'unsupported',
        'is for charges by the month only',
      ],
    ),
    ...(info.commits ?? []).flatMap(({ rate }, index) => checkAmount(`info.commits.${index}.rate`, rate, 9)),
    ...checkPercentage('info.discountPercentage', info.discountPercentage),
    ...checkUsagePrices(offer, product),
    ...checkInstallments(offer, { needsFee, needsCommit, needsDiscount }),
    ...checkRenewal(info, needsFee || needsCommit),
  ];
};

/**
 * Google bills usage at the prices of the plan, less the discount of the offer: a private offer has no others. A price that is
 * sent back as it is listed, or as it is with the discount, says nothing else.
 */
const checkUsagePrices = (offer: Offer, product: Product | undefined): Fault[] => {
  const { dimensions = [], discountPercentage = 0 } = offer.info;
  const { needsCommit, needsDiscount } = pricingOf(offer, planOf(offer, product));
  const isOfUsage = !needsCommit || needsDiscount;
  const left = big(100)
    .minus(isOfUsage ? decimalOf(discountPercentage) : 0)
    .div(100);
  const billed = (product?.info.dimensions ?? []).flatMap(({ key, rate }) => {
    const listed = rate === undefined ? [] : [big(decimalOf(rate))];
    return listed.map((price) => ({ key, prices: [price, price.times(left)] }));
  });
  return dimensions.flatMap(({ key, rate }, index) => {
    const isBilled = billed.some(
      (one) => one.key === key && one.prices.some((price) => price.eq(decimalOf(rate ?? 0))),
    );
    return rate === undefined || isBilled
      ? []
      : [
          fault(
            `info.dimensions.${index}.rate`,
            'unsupported',
            'must be left out: Google Cloud bills usage at the prices of the plan, less info.discountPercentage',
          ),
        ];
  });
};

/**
 * Only charges by the month, the quarter or the year go on in a next term (`Term.max_renewal_count`: "Other types of offers
 * cannot be renewed"): the purchase would end with its first one.
 */
const checkRenewal = (info: Offer['info'], hasCharges: boolean): Fault[] => {
  const hasInstallments = (info.paymentInstallments ?? []).length > 0;
  return faultsIf(
    [
      info.autoRenew === true && (hasInstallments || !hasCharges),
      'info.autoRenew',
      'unsupported',
      `must be false: Google Cloud does not renew what is ${hasInstallments ? 'paid in installments' : 'paid by usage alone'}`,
    ],
    [
      hasInstallments && !hasCharges,
      'info.paymentInstallments',
      'unsupported',
      'belong to a fee or a commitment: an offer paid by usage alone has none',
    ],
  );
};

/** The end of an offer's first term; null: it depends on the day of its acceptance. */
const lastDayOf = ({ info, end_time: endTime }: Offer): Date | null => {
  if (info.gcpDuration === undefined) return endTime === null ? null : nextPacificMidnight(endTime);
  const start = info.startTime === undefined ? null : nextPacificMidnight(new Date(info.startTime));
  return start && pacificMidnightLater(start, info.gcpDuration * intervalMonths(info));
};

/** The times of installments (`Installment.start_time`); the first is charged when the offer begins. */
const checkInstallment = (offer: Offer, path: string, day: string): Fault[] => {
  const { expire_time: expireTime } = offer;
  const [start, end] = [startOfPacificDay(day), lastDayOf(offer)];
  return faultsIf(
    [
      expireTime !== null && start < nextPacificMidnight(expireTime),
      path,
      'before_acceptance',
      'must not be before the last instant of the offer',
    ],
    [end !== null && start >= end, path, 'after_end', 'must be before the end of the offer'],
  );
};

/** What an installment says beside its amount. Google knows it for a commitment only; for a fee it explains the amount. */
const checkPayment = (
  installment: NonNullable<Offer['info']['paymentInstallments']>[number],
  path: string,
  { needsCommit, needsDiscount }: ReturnType<typeof pricingOf>,
): Fault[] => {
  const { amount = 0, originalAmount, discountPercentage = 0, credit } = installment;
  const hasOriginal = originalAmount !== undefined && !isZero(originalAmount);
  const hasCredit = credit !== undefined && !isZero(credit);
  const hasDiscount = !isZero(discountPercentage);
  const left = big(decimalOf(hasOriginal ? originalAmount : amount))
    .times(big(100).minus(decimalOf(discountPercentage)))
    .div(100);
  return [
    ...faultsIf(
      [
        hasCredit && !needsCommit,
        `${path}.credit`,
        'unsupported',
        'must be left out: only a commitment grants credit for usage',
      ],
      [
        hasCredit && big(decimalOf(credit)).gt(maxCredit),
        `${path}.credit`,
        'too_large',
        `must be at most ${maxCredit}`,
      ],
      [
        needsCommit && needsDiscount && hasDiscount,
        `${path}.discountPercentage`,
        'unsupported',
        'must be left out: Google Cloud discounts all usage or the commitment, not both',
      ],
      [
        needsCommit && !needsDiscount && hasDiscount && !hasOriginal,
        `${path}.originalAmount`,
        'required',
        'must be given with discountPercentage: it is what is committed before the discount',
      ],
      [
        needsCommit && hasOriginal && !left.round(2).eq(decimalOf(amount)),
        `${path}.amount`,
        'discount',
        `must be ${left.round(2).toFixed()}: originalAmount less discountPercentage`,
      ],
    ),
    ...(hasCredit ? checkAmount(`${path}.credit`, credit, 2) : []),
    // What a fee was before its discount is information, and not sent.
    ...(needsCommit && hasOriginal ? checkAmount(`${path}.originalAmount`, originalAmount, 2) : []),
    ...(needsCommit ? checkPercentage(`${path}.discountPercentage`, installment.discountPercentage) : []),
  ];
};

const checkInstallments = (offer: Offer, pricing: ReturnType<typeof pricingOf>): Fault[] => {
  const { paymentInstallments: list = [], ...info } = offer.info;
  if (list.length === 0) return [];
  const path = 'info.paymentInstallments';
  const days = list.map(chargeDayOf);
  const sum = list.reduce((total, { amount }) => total.plus(decimalOf(amount ?? 0)), big(0));
  const committed = list.reduce((total, one) => total.plus(paymentOf(one, pricing.needsCommit).amount), big(0));
  const price = chargesOf(info);
  return [
    ...faultsIf(
      [list.length > maxInstallments, path, 'count', `must be at most ${maxInstallments}`],
      [
        price !== null && !sum.eq(price) && !committed.eq(price),
        path,
        'sum',
        `come to ${sum.toFixed()}, not to ${price?.toFixed()}`,
      ],
    ),
    ...list.flatMap(({ amount }, index) => checkAmount(`${path}.${index}.amount`, amount, 2)),
    ...list.flatMap((one, index) => checkPayment(one, `${path}.${index}`, pricing)),
    ...days.flatMap((day, index) =>
      faultsIf(
        [day === null, `${path}.${index}.chargeOn`, 'required', 'must be the day of the charge'],
        [
          day !== null && days.indexOf(day) < index,
          `${path}.${index}.chargeOn`,
          'duplicate',
          'another one is charged on this day',
        ],
      ),
    ),
    ...days.flatMap((day, index) =>
      day === null || days.every((other) => other === null || other >= day)
        ? []
        : checkInstallment(offer, `${path}.${index}.chargeOn`, day),
    ),
  ];
};

const checkTimes = (offer: Offer, now: Date): Fault[] => {
  const { info, expire_time: expireTime, end_time: endTime, meta_info: meta } = offer;
  const start = info.startTime === undefined ? null : new Date(info.startTime);
  const replacedEnd = meta.replacedOfferEndTime === undefined ? null : new Date(meta.replacedOfferEndTime);
  const months = info.gcpDuration;
  const terms = info.autoRenew ? 2 : 1;
  const longest = Math.floor(maxMonths / intervalMonths(info) / terms);
  return faultsIf(
    [
      expireTime !== null && nextPacificMidnight(expireTime) > pacificMidnightLater(now, gcpMonthsAhead),
      'expireTime',
      'too_late',
      `must be at most ${gcpMonthsAhead} months ahead`,
    ],
    [months === undefined && endTime === null, 'info.gcpDuration', 'required', 'must be given, or endTime'],
    [
      months !== undefined && (months < 1 || months > longest),
      'info.gcpDuration',
      'duration',
      `must be from 1 to ${longest}: Google Cloud sells for at most ${maxMonths} months, with the renewal`,
    ],
    [start !== null && start <= now, 'info.startTime', 'start', 'must be in the future'],
    [
      start !== null && nextPacificMidnight(start) > pacificMidnightLater(now, monthsToStart),
      'info.startTime',
      'too_late',
      'must be at most a year ahead',
    ],
    [
      start !== null && expireTime !== null && nextPacificMidnight(expireTime) > nextPacificMidnight(start),
      'expireTime',
      'after_start',
      'must not be after the start: an offer is accepted before it begins',
    ],
    [
      endTime !== null && endTime <= (start ?? expireTime ?? now),
      'endTime',
      'end',
      'must be after the start and the last instant of the offer',
    ],
    [
      isReplacement(meta) && !meta.replacedOfferResourceName,
      'metaInfo.replacedOfferResourceName',
      'required',
      'must name the offer that is replaced',
    ],
    [
      replacedEnd !== null && expireTime !== null && expireTime >= replacedEnd,
      'expireTime',
      'after_replaced',
      'must be before the end of the replaced offer',
    ],
  );
};

/** "A private offer must include a EULA, …, or a statement of work document" (`PrivateOfferDocument`); so must one that amends another. */
const checkLegal = ({ info }: Offer): Fault[] => {
  const hasWork = isHttps(textOf(info.gcpSowAgreementDocument, 'key'));
  return faultsIf(
    [
      info.eulaType !== 'SCMP' && info.eulaType !== 'CUSTOM' && !(info.eulaType === 'CURRENT' && hasWork),
      'info.eulaType',
      'eula_type',
      'must be SCMP or CUSTOM: Google Cloud requires the EULA with every offer, including an amendment. CURRENT is for an offer with a statement of work, info.gcpSowAgreementDocument',
    ],
    [
      info.eulaType === 'CUSTOM' && info.eulaUrl !== undefined && !isHttps(info.eulaUrl),
      'info.eulaUrl',
      'https',
      'must be an https address',
    ],
  );
};

const checkNotes = (offer: Offer): Fault[] => {
  const { info } = offer;
  const { customer, internal } = notesOf(offer);
  return faultsIf(
    [
      customer.length > maxCustomerNote,
      info.gcpProviderPublicNote === undefined ? 'info.sellerNotes' : 'info.gcpProviderPublicNote',
      'length',
      `must have at most ${maxCustomerNote} characters`,
    ],
    [
      internal.length > maxInternalNote,
      info.gcpProviderInternalNote === undefined ? 'metaInfo.internalNote' : 'info.gcpProviderInternalNote',
      'length',
      `must have at most ${maxInternalNote} characters`,
    ],
  );
};

/**
 * Checks everything that Google would refuse and that we can detect locally. Returns all faults at once (protocols
 * C.4).
 */
export const checkGcpOffer = (offer: Offer, product: Product | undefined, now: Date): Fault[] => [
  ...checkProduct(offer, product),
  ...checkPlan(offer, product),
  ...checkPeople(offer.info),
  ...checkNotes(offer),
  ...checkPrice(offer, product),
  ...checkPrivate(offer, now),
  ...checkTimes(offer, now),
  ...checkLegal(offer),
  ...checkBilledThere(offer),
];
