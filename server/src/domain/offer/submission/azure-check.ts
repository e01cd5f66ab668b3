import { pricesShownByMicrosoft } from '../../../adapters/marketplace/charging.ts';
import { big } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import { isPublic, type Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import {
  beneficiariesOf,
  notifiedOf,
  type PlacedPricing,
  paymentPriceOf,
  paymentsOf,
  pricingsOf,
  schedulePathsOf,
} from './azure-terms.ts';
import {
  checkBilledThere,
  checkNoDiscount,
  checkPrivate,
  checkProduct,
  childOf,
  fault,
  faultsIf,
  isEmail,
  isHttps,
  listOf,
  textOf,
} from './checks.ts';
import { decimalOf, durationOf } from './terms.ts';

const maxUsers = 1_000_000;
const maxPricings = 10;
const maxContacts = 5;
/** `TermUnit` of the SaaS fulfillment API (OpenAPI). */
const terms = ['P1M', ...[1, 2, 3, 4, 5].flatMap((years) => [`P${years}Y`, `P${years * 12}M`])];

const isPrice = (price: string): boolean => price !== '' && big(price).gte(0);

const checkPricing = ({ path, planId, discount, absolute }: PlacedPricing): Fault[] => {
  const faults = faultsIf([planId === '', `${path}.plan`, 'required', 'must name the plan']);
  if (!absolute) {
    const isShare = discount !== undefined && big(discount).gt(0) && big(discount).lte(100);
    const at = path.includes('.pricing.') ? `${path}.discountPercentage` : 'info.discountPercentage';
    return isShare ? faults : [...faults, fault(at, 'percentage', 'must be more than 0 and at most 100')];
  }
  const { newPlan, recurrent, perUser, meters, currency } = absolute;
  const { min, max } = perUser ?? { min: null, max: null };
  return [
    ...faults,
    ...faultsIf(
      [
        currency !== 'USD',
        'info.currency',
        'currency',
        'must be USD: Azure accepts no other currency for prices of private offers',
      ],
      [recurrent.length === 0 && meters.length === 0, path, 'no_price', 'must contain prices'],
      [
        (min !== null && (min < 1 || min > maxUsers)) || (max !== null && (max < 1 || max > maxUsers)),
        `${path}.users`,
        'users',
        `must be from 1 to ${maxUsers}`,
      ],
      [min !== null && max !== null && min > max, `${path}.users`, 'users', 'the least must not exceed the most'],
    ),
    ...recurrent.flatMap(({ billingTermIso, price }, index) =>
      faultsIf(
        [
          !terms.includes(billingTermIso),
          `${path}.prices.${index}.billingTerm`,
          'choice',
          'must be a month, or one to five years',
        ],
        [!isPrice(price), `${path}.prices.${index}.price`, 'required', 'must be an amount of at least 0'],
      ),
    ),
    ...meters.flatMap(({ key, price, includedByTerm = [] }, index) =>
      faultsIf(
        [key === '', `${path}.meters.${index}.key`, 'required', 'must name a dimension'],
        [
          price === null ? newPlan === null || includedByTerm.length === 0 : !isPrice(price),
          `${path}.meters.${index}.price`,
          'required',
          'must be an amount of at least 0',
        ],
        [
          includedByTerm.some(({ billingTermIso }) => !terms.includes(billingTermIso)),
          `${path}.meters.${index}.includedQuantities`,
          'choice',
          'must each name a billingTerm: a month, or one to five years',
        ],
      ),
    ),
  ];
};

/** Payments of a commit are equal, and add up to its rate. Azure's own document has prices of payments. */
const checkPayments = ({ info }: Offer): Fault[] =>
  listOf(info.azurePrivateOffer, 'pricing').length > 0
    ? []
    : (info.commits ?? []).flatMap((commit, index) => {
        const payments = paymentsOf(commit, info);
        const isUneven =
          payments !== null && commit.rate !== undefined && paymentPriceOf(decimalOf(commit.rate), payments) === null;
        return faultsIf(
          [payments === null, `info.commits.${index}.length`, 'interval', 'must be a multiple of the billing interval'],
          [isUneven, `info.commits.${index}.rate`, 'payments', `must be exact when divided into ${payments} payments`],
        );
      });

/** Prices that stand twice in an offer, as in one that was read, are equal: only Microsoft's own document of them is sent. */
const checkSamePrices = ({ info }: Offer): Fault[] => {
  const [plan, ...others] = pricesShownByMicrosoft(info.azurePrivateOffer);
  if (!plan || others.length > 0 || plan.terms.length === 0) return [];
  return (info.commits ?? []).flatMap((commit, index) => {
    const term = plan.terms.find(({ months }) => durationOf({ commits: [commit] }) === `P${months}M`);
    const isEqual = term === undefined || commit.rate === undefined || big(term.price).eq(decimalOf(commit.rate));
    return faultsIf([
      !isEqual,
      `info.commits.${index}.rate`,
      'prices',
      `is not the price in info.azurePrivateOffer.pricing, ${term?.price}, which is the one that is sent: change both, or leave out the prices there`,
    ]);
  });
};

/** What Azure has no place for, or not beside the prices of the offer. */
const checkUnused = (offer: Offer): Fault[] => [
  // Microsoft's own document has the discount of each plan.
  ...(pricingsOf(offer).some(({ path, absolute }) => absolute && !path.includes('.pricing.'))
    ? checkNoDiscount(offer)
    : []),
  ...faultsIf([
    (offer.info.paymentInstallments ?? []).length > 0,
    'info.paymentInstallments',
    'unsupported',
    'are not for AZURE, where a price is paid in equal parts: give info.billingIntervalInMonths',
  ]),
  ...checkSamePrices(offer),
  ...schedulePathsOf(offer).map((path) =>
    fault(path, 'unsupported', "cannot be submitted by Microsoft's API: make the offer in Partner Center"),
  ),
];

const checkPeople = (offer: Offer): Fault[] => {
  const buyers = beneficiariesOf(offer);
  const contacts = notifiedOf(offer);
  const path = 'info.azurePrivateOffer';
  return [
    ...faultsIf(
      [buyers.length === 0, `${path}.beneficiaries`, 'count', 'must name the billing account of a buyer'],
      [
        !isEmail(textOf(offer.info.azurePrivateOffer, 'preparedBy')),
        `${path}.preparedBy`,
        'email',
        "must be the e-mail address of the offer's creator",
      ],
      [
        contacts.length === 0 || contacts.length > maxContacts,
        `${path}.notificationContacts`,
        'count',
        `must contain 1 to ${maxContacts} e-mail addresses`,
      ],
    ),
    ...buyers.flatMap(({ billingAccountId }, index) =>
      faultsIf([billingAccountId === '', `${path}.beneficiaries.${index}.id`, 'required', 'must be a billing account']),
    ),
    ...contacts.flatMap((address, index) =>
      faultsIf([!isEmail(address), `${path}.notificationContacts.${index}`, 'email', 'must be an e-mail address']),
    ),
  ];
};

const checkTimes = ({ info, expire_time: expireTime, end_time: endTime }: Offer, now: Date): Fault[] => {
  const start = info.startTime === undefined ? null : new Date(info.startTime);
  return faultsIf(
    [endTime === null, 'endTime', 'required', 'must be given: the last day of the prices'],
    [
      endTime !== null && endTime <= (expireTime ?? now),
      'endTime',
      'end',
      'must be after the last day on which the offer can be accepted',
    ],
    [start !== null && start <= now, 'info.startTime', 'start', 'must be in the future'],
    [start !== null && endTime !== null && start >= endTime, 'info.startTime', 'start', 'must be before endTime'],
  );
};

const checkLegal = ({ info, meta_info: meta }: Offer): Fault[] =>
  faultsIf(
    [
      !['SCMP', 'CUSTOM'].includes(info.eulaType ?? ''),
      'info.eulaType',
      'eula_type',
      'must be SCMP (the terms of the listing) or CUSTOM for AZURE',
    ],
    [
      info.eulaType === 'CUSTOM' && info.eulaUrl !== undefined && !isHttps(info.eulaUrl),
      'info.eulaUrl',
      'https',
      'must be an https address',
    ],
    [
      meta.isAzureUpgradeOffer === true && !meta.azureOriginalOfferIDForUpgrade,
      'metaInfo.azureOriginalOfferIDForUpgrade',
      'required',
      'must name the offer that is upgraded',
    ],
  );

/** A private offer either reprices existing plans or creates new plans based on them, not both. */
const checkPlans = (offer: Offer): Fault[] => {
  const pricings = pricingsOf(offer);
  const made = pricings.filter(({ absolute }) => absolute?.newPlan);
  const path = 'info.azurePrivateOffer.pricing';
  return faultsIf(
    [pricings.length > maxPricings, path, 'count', `must contain at most ${maxPricings}`],
    [made.length > 0 && made.length < pricings.length, path, 'mixed', 'must all name a basePlan, or none'],
  );
};

const lastPart = (id: string): string => id.split('/').at(-1) ?? '';

/** A plan is named by its resource, by the last part of that resource, or by the id that the seller gave it. */
const checkKnownPlans = (offer: Offer, product: Product | undefined): Fault[] => {
  const plans = listOf(product?.info.azureProductResource, 'plans').map((each) => childOf(each, 'plan'));
  if (plans.length === 0) return [];
  const given = (plan: (typeof plans)[number]): string => {
    const identity = childOf(plan, 'identity');
    return textOf(identity, 'externalId') || textOf(identity, 'externalID');
  };
  const isKnown = (name: string): boolean =>
    plans.some((plan) => lastPart(textOf(plan, 'id')) === lastPart(name) || given(plan) === name);
  const all = plans.map((plan) => given(plan) || textOf(plan, 'id')).join(', ');
  return pricingsOf(offer).flatMap(({ path, planId }) =>
    planId === '' || isKnown(planId)
      ? []
      : [fault(`${path}.plan`, 'unknown', `names no plan of the product; it has ${all.slice(0, 500)}`)],
  );
};

/** Private offers are based on live plans, not on plans in preview. */
const checkLive = (offer: Offer, product: Product | undefined): Fault[] => {
  const faults = checkProduct(offer, product);
  return faults.length > 0 || (product && isPublic(product))
    ? faults
    : [fault('productID', 'not_offerable', `is in status ${product?.status}; private offers of AZURE need PUBLIC`)];
};

/**
 * Checks everything that Azure would refuse and that we can detect locally. Returns all faults at once (protocols B.3).
 */
export const checkAzureOffer = (offer: Offer, product: Product | undefined, now: Date): Fault[] => [
  ...checkLive(offer, product),
  ...checkPeople(offer),
  ...checkPlans(offer),
  ...checkKnownPlans(offer, product),
  ...pricingsOf(offer).flatMap(checkPricing),
  ...checkPayments(offer),
  ...checkUnused(offer),
  ...checkPrivate(offer, now),
  ...checkTimes(offer, now),
  ...checkLegal(offer),
  ...checkBilledThere(offer),
];
