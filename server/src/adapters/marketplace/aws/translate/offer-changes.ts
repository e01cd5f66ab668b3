import type { Change } from '@aws-sdk/client-marketplace-catalog';
import { Big } from 'big.js';
import type { AwsOfferSubmission } from '../../changes.ts';

/** The name by which the later changes of a set speak of the offer that the first one makes. */
const createOfferChange = 'offer';
const offerType = 'Offer@1.0';
const standardEulaVersion = '2022-07-14';

type Document = { [key: string]: DocumentValue };
type DocumentValue = string | number | boolean | null | DocumentValue[] | Document;

const change = (type: string, identifier: string, details: Document): Change => ({
  ChangeType: type,
  Entity: { Type: offerType, Identifier: identifier },
  DetailsDocument: details,
});

const rates = (list: { key: string; price: string }[]): Document[] =>
  list.map(({ key, price }) => ({ DimensionKey: key, Price: price }));

/**
 * One unit of one dimension for a duration is AWS's own upfront price. Anything else (several grants, a quantity,
 * installments, a fixed start) is a fixed price of 0 with the amounts in a payment schedule, as AWS wants it.
 */
const isPlainUpfront = (offer: AwsOfferSubmission): boolean =>
  offer.upfront?.grants.length === 1 &&
  offer.upfront.grants[0]?.quantity === 1 &&
  offer.installments.length === 0 &&
  offer.startDate === null &&
  offer.endDate === null;

const pricingTerms = (offer: AwsOfferSubmission): Document[] => {
  const terms: Document[] = [];
  const { currency: CurrencyCode, upfront } = offer;
  if (upfront && isPlainUpfront(offer)) {
    const key = upfront.grants[0]?.key ?? '';
    terms.push({
      Type: 'ConfigurableUpfrontPricingTerm',
      CurrencyCode,
      RateCards: [
        {
          Selector: { Type: 'Duration', Value: offer.durationIso },
          Constraints: { MultipleDimensionSelection: 'Disallowed', QuantityConfiguration: 'Disallowed' },
          RateCard: rates([{ key, price: upfront.price }]),
        },
      ],
    });
  } else if (upfront) {
    terms.push({
      Type: 'FixedUpfrontPricingTerm',
      CurrencyCode,
      Price: '0.0',
      Grants: upfront.grants.map(({ key, quantity }) => ({ DimensionKey: key, MaxQuantity: quantity })),
    });
  }
  if (offer.usageRates.length > 0) {
    terms.push({ Type: 'UsageBasedPricingTerm', CurrencyCode, RateCards: [{ RateCard: rates(offer.usageRates) }] });
  }
  return terms;
};

const validityTerm = (offer: AwsOfferSubmission): Document => ({
  Type: 'ValidityTerm',
  ...(offer.startDate === null ? {} : { AgreementStartDate: offer.startDate }),
  ...(offer.endDate === null ? { AgreementDuration: offer.durationIso } : { AgreementEndDate: offer.endDate }),
});

const scheduleOf = (offer: AwsOfferSubmission): { chargeDate: string; amount: string }[] => {
  if (offer.upfront === null || isPlainUpfront(offer)) return [];
  if (offer.installments.length > 0) return offer.installments;
  const chargeDate = offer.startDate ?? offer.upfrontChargeDate ?? offer.availabilityEndDate;
  return [{ chargeDate, amount: offer.upfront.price }];
};

/** Amounts of a schedule have at most two decimals; a third one that is not 0 is left for AWS to refuse. */
const amountText = (amount: string): string => {
  const big = new Big(amount);
  return big.eq(big.round(2)) ? big.toFixed(2) : big.toFixed();
};

/** The change set that makes a private offer and releases it, in the order of AWS's own samples. */
export const offerChanges = (offer: AwsOfferSubmission): Change[] => {
  const id = `$${createOfferChange}.Entity.Identifier`;
  const { currency: CurrencyCode } = offer;
  const schedule = scheduleOf(offer);
  const legal: Document =
    offer.eula.type === 'CUSTOM'
      ? { Type: 'CustomEula', Url: offer.eula.url }
      : { Type: 'StandardEula', Version: standardEulaVersion };
  const changes: Change[] = [
    {
      ChangeType: 'CreateOffer',
      ChangeName: createOfferChange,
      Entity: { Type: offerType },
      DetailsDocument: { ProductId: offer.productEntityId },
    },
    change('UpdateInformation', id, { Name: offer.name, Description: offer.description || offer.name }),
    change('UpdateTargeting', id, { PositiveTargeting: { BuyerAccounts: offer.buyerAccountIds } }),
    change('UpdatePricingTerms', id, {
      PricingModel: offer.upfront ? 'Contract' : 'Usage',
      Terms: pricingTerms(offer),
    }),
  ];
  if (!isPlainUpfront(offer) && (offer.durationIso !== '' || offer.endDate !== null)) {
    changes.push(change('UpdateValidityTerms', id, { Terms: [validityTerm(offer)] }));
  }
  if (schedule.length > 0) {
    const Schedule = schedule.map(({ chargeDate, amount }) => ({
      ChargeDate: chargeDate,
      ChargeAmount: amountText(amount),
    }));
    changes.push(
      change('UpdatePaymentScheduleTerms', id, { Terms: [{ Type: 'PaymentScheduleTerm', CurrencyCode, Schedule }] }),
    );
  }
  changes.push(change('UpdateLegalTerms', id, { Terms: [{ Type: 'LegalTerm', Documents: [legal] }] }));
  if (offer.refundPolicy) {
    changes.push(
      change('UpdateSupportTerms', id, { Terms: [{ Type: 'SupportTerm', RefundPolicy: offer.refundPolicy }] }),
    );
  }
  if (offer.renewal?.enabled) {
    // A private offer has to name an increase; none is the one that nobody has to agree to.
    const PriceIncrease = { Type: 'FixedPercentage', Value: '0' };
    changes.push(change('UpdateRenewalTerms', id, { Terms: [{ Type: 'RenewalTerm', PriceIncrease }] }));
  }
  changes.push(
    change('UpdateAvailability', id, { AvailabilityEndDate: offer.availabilityEndDate }),
    change('ReleaseOffer', id, {}),
  );
  return changes;
};

/** AWS has no cancellation: a last day in the past ends an offer at once. */
export const withdrawChanges = ({ externalId, lastDay }: { externalId: string; lastDay: string }): Change[] => [
  change('UpdateAvailability', externalId, { AvailabilityEndDate: lastDay }),
];

/** Names of change sets may hold few characters; the offer's name may hold any. */
export const changeSetName = (text: string): string =>
  text
    .replace(/[^\w\s+=.:@-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100) || 'offer';
