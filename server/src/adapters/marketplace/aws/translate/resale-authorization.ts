import type { OfferRead } from '../../port.ts';
import { authorizationDetails, type DescribedEntity, offerDetails } from '../answers.ts';
import { dayOf, detailsOf, splitIdentifier, upfrontOf, usageRatesOf } from './entities.ts';

const states = { Draft: 'DRAFT', Active: 'RELEASED', Restricted: 'WITHDRAWN' } as const;

/**
 * Throws if the document is not a resale authorization's. `accountId`: the account that reads it, which gave or
 * received it.
 */
export const readAuthorizationEntity = (entity: DescribedEntity, accountId: string): OfferRead => {
  const document = detailsOf(entity);
  const details = authorizationDetails.parse(document);
  const { id, revision } = splitIdentifier(entity.EntityIdentifier);
  // Its prices are the terms of an offer under other names.
  const asOffered = details.Terms.map((term) => ({ ...term, Type: term.Type.replace(/^Resale/, '') }));
  const { Terms } = offerDetails.parse({
    State: 'Released',
    ProductId: details.ProductId,
    Terms: asOffered,
    Rules: [],
  });
  const upfront = upfrontOf(Terms, { ofUnits: true });
  const lastDay = details.Rules.find(({ Type }) => Type === 'AvailabilityRule')?.AvailabilityEndDate;
  return {
    externalId: id,
    name: details.Name ?? '',
    description: details.Description ?? '',
    state: states[details.Status],
    privateOfferUrl: null,
    isPrivate: true,
    resale: details.ManufacturerAccountId === accountId ? 'CPPO_OUT' : 'CPPO_IN',
    productEntityId: splitIdentifier(details.ProductId).id,
    buyerAccountIds: details.Terms.flatMap(({ PositiveTargeting: targeting }) =>
      (targeting?.BuyerAccounts ?? []).map(({ AwsAccountId }) => AwsAccountId),
    ),
    expireTime: lastDay ? new Date(`${dayOf(lastDay)}T23:59:59.999Z`) : null,
    currency: Terms.find((term) => term.CurrencyCode !== null)?.CurrencyCode ?? null,
    upfront,
    usageRates: usageRatesOf(Terms),
    agreementDurationIso: upfront?.durationIso ?? null,
    agreementStart: null,
    agreementEnd: null,
    version: revision,
    document,
  };
};
