import { Big } from '../../../../kit/decimal.ts';
import type { PlanWrite } from '../../changes.ts';
import type { LegalWrite } from '../../offer-submissions.ts';
import type { ProductRead } from '../../port.ts';
import { type DescribedEntity, offerDetails } from '../answers.ts';
import { detailsOf, splitIdentifier } from './entities.ts';
import type { Term } from './pricing.ts';

/** The complete terms of an offer, as AWS shows them. */
export const termsOfOffer = (entity: DescribedEntity): Term[] => {
  const { Terms } = detailsOf(entity);
  return Array.isArray(Terms) ? (Terms as Term[]) : [];
};

/**
 * The offer by which everyone buys a product, from the offers without targeting. There may be another one that is only
 * a trial.
 */
export const publicOfferOf = (
  entities: readonly DescribedEntity[],
  productEntityId: string,
): { id: string; terms: Term[] } | null => {
  const offers = entities
    .filter((entity) => splitIdentifier(String(detailsOf(entity).ProductId ?? '')).id === productEntityId)
    .map((entity) => ({ id: splitIdentifier(entity.EntityIdentifier).id, terms: termsOfOffer(entity) }));
  const isTrial = ({ terms }: { terms: Term[] }): boolean => terms.some(({ Type }) => Type === 'FreeTrialPricingTerm');
  return offers.find((offer) => !isTrial(offer)) ?? offers[0] ?? null;
};

type LegalDocument = { Type?: unknown; Url?: unknown };

const legalOf = (terms: Term[]): LegalWrite | null => {
  const documents = terms.find(({ Type }) => Type === 'LegalTerm')?.Documents;
  const [document] = (Array.isArray(documents) ? documents : []) as LegalDocument[];
  if (!document) return null;
  return typeof document.Url === 'string' && String(document.Type).startsWith('Custom')
    ? { type: 'CUSTOM', url: document.Url }
    : { type: 'STANDARD' };
};

const refundPolicyOf = (terms: Term[]): string | null => {
  const policy = terms.find(({ Type }) => Type === 'SupportTerm')?.RefundPolicy;
  return typeof policy === 'string' ? policy : null;
};

/** What everyone pays for a product, and on which terms. Throws if the offer's document cannot be read. */
export const readPublicOffer = (
  entities: readonly DescribedEntity[],
  { entityId, dimensions }: Pick<ProductRead, 'entityId' | 'dimensions'>,
): Required<Pick<ProductRead, 'plans' | 'publicTerms'>> => {
  const found = publicOfferOf(entities, entityId);
  const entity = entities.find(({ EntityIdentifier }) => splitIdentifier(EntityIdentifier).id === found?.id);
  if (!found || !entity) return { plans: [], publicTerms: { legal: null, refundPolicy: null } };
  const { Name, Terms } = offerDetails.parse(detailsOf(entity));
  const rates = (type: string) =>
    Terms.filter((term) => term.Type === type).flatMap((term) =>
      term.RateCards.flatMap((card) =>
        card.RateCard.map(({ DimensionKey: key, Price }) => {
          const { name = key, description = '', unit = '' } = dimensions.find((known) => known.key === key) ?? {};
          const durationIso = card.Selector?.Value ?? '';
          return { key, price: new Big(Price).toFixed(), durationIso, name, description, unit };
        }),
      ),
    );
  const plan: PlanWrite = {
    id: null,
    name: Name ?? '',
    description: '',
    commits: rates('ConfigurableUpfrontPricingTerm').map(({ unit: _unit, ...rate }) => ({ ...rate, quantity: 1 })),
    usage: rates('UsageBasedPricingTerm').map(({ durationIso: _duration, ...rate }) => ({
      ...rate,
      includedQuantity: null,
    })),
    currency: Terms.find((term) => term.CurrencyCode !== null)?.CurrencyCode ?? '',
    billingTermIso: null,
  };
  return { plans: [plan], publicTerms: { legal: legalOf(found.terms), refundPolicy: refundPolicyOf(found.terms) } };
};
