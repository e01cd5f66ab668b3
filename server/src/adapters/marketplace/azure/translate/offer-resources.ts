import { decimalToJson } from '../../../../kit/decimal.ts';
import type { AzureOfferSubmission } from '../../offer-submissions.ts';
import type { AzureResource } from '../answers.ts';
import { resource } from '../schemas.ts';
import { type Json, objectOf } from './json.ts';
import { type PricingWrite, writePricing } from './prices.ts';
import { durableIdOf, withMark } from './private-offer.ts';

type Pricing = AzureOfferSubmission['pricing'][number];
export type AbsolutePricing = Extract<Pricing, { kind: 'ABSOLUTE' }>;

export type OfferContext = {
  mark: string;
  /** Durable ids by the submission's names of plans. */
  plans: ReadonlyMap<string, string>;
  /** The current prices of plans that are sold unchanged at other prices. */
  templates: ReadonlyMap<string, AzureResource>;
  /** The name of the private offer that is upgraded. */
  upgradedName: string | null;
};

/** Prices named for an existing plan replace its own; a new plan has only the named ones. */
const pricesOf = (price: AbsolutePricing, template: AzureResource | undefined): Json => {
  const { newPlan, recurrent, perUser, meters } = price;
  const write: PricingWrite = { recurrent, perUser, meters };
  return writePricing(newPlan ? {} : objectOf(template?.pricing), write);
};

const isCustomized = ({ pricing }: AzureOfferSubmission): boolean =>
  pricing.some((price) => price.kind === 'ABSOLUTE' && price.newPlan !== null);

type Recipient = AzureOfferSubmission['beneficiaries'][number]['recipients'][number];

const recipientOf = (recipient: Recipient) =>
  typeof recipient === 'string'
    ? { id: recipient, recipientType: 'cspCustomer' }
    : { id: recipient.id, recipientType: recipient.type };

/** A private offer that is live at once, with a resource for each of its absolute prices (private-offer/2023-07-15). */
export const offerResources = (
  offer: AzureOfferSubmission,
  { mark, plans, templates, upgradedName }: OfferContext,
): Record<string, unknown>[] => {
  const product = offer.productEntityId;
  const priceName = (index: number): string => `price-${index + 1}`;
  const planOf = ({ planId }: Pricing): string => plans.get(planId) ?? planId;
  const offerPricingType = isCustomized(offer) ? 'saasNewCustomizedPlans' : 'editExistingOfferPricingOnly';
  const details = offer.pricing.flatMap((price, index) =>
    price.kind === 'ABSOLUTE'
      ? [
          resource('price-and-availability-private-offer-plan', {
            resourceName: priceName(index),
            product,
            plan: planOf(price),
            offerPricingType,
            pricing: pricesOf(price, templates.get(price.planId)),
          }),
        ]
      : [],
  );
  const pricing = offer.pricing.map((price, index) => {
    if (price.kind === 'DISCOUNT') {
      const discountPercentage = decimalToJson(price.percentage);
      return { product, plan: planOf(price), discountType: 'percentage', discountPercentage };
    }
    const priceDetails = { resourceName: priceName(index) };
    return price.newPlan
      ? { product, basePlan: planOf(price), newPlanDetails: price.newPlan, discountType: 'absolute', priceDetails }
      : { product, plan: planOf(price), discountType: 'absolute', priceDetails };
  });
  const { terms, upgradedFrom } = offer;
  return [
    ...details,
    resource('private-offer', {
      resourceName: 'offer',
      name: offer.name,
      state: 'live',
      privateOfferType: 'customerPromotion',
      offerPricingType,
      variableStartDate: offer.start === null,
      ...(offer.start === null ? {} : { start: offer.start }),
      end: offer.end,
      acceptBy: offer.acceptBy,
      preparedBy: offer.preparedBy,
      notificationContacts: offer.notificationContacts,
      // `termsAndConditionsDocs` is "only applicable to" multiparty offers (schema of private-offer/2023-07-15); the samples of
      // "Create a direct ISV to customer private offer" have this member.
      ...(terms ? { termsAndConditionsDocSasUrl: terms.url } : {}),
      ...(upgradedFrom
        ? { upgradedFrom: { ...(upgradedName === null ? {} : { name: upgradedName }), id: durableIdOf(upgradedFrom) } }
        : {}),
      beneficiaries: offer.beneficiaries.map(({ billingAccountId, description, recipients }) => ({
        id: billingAccountId,
        description: withMark(description, mark),
        ...(recipients.length === 0 ? {} : { beneficiaryRecipients: recipients.map(recipientOf) }),
      })),
      pricing,
    }),
  ];
};

/** Withdraws a private offer, so that nobody can accept it. */
export const withdrawal = ({ externalId, name }: { externalId: string; name: string }): Record<string, unknown> =>
  resource('private-offer', {
    id: durableIdOf(externalId),
    name,
    privateOfferType: 'customerPromotion',
    state: 'withdrawn',
  });
