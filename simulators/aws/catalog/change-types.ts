import type { EntityType } from '../state.ts';
import type { ChangeRule, ChangeRules } from './change-rule.ts';
import { offerChanges } from './offer-changes.ts';
import { offerSetChanges } from './offer-set-changes.ts';
import { productChanges } from './product-changes.ts';
import { resaleChanges } from './resale-changes.ts';

/** The entity types whose changes are simulated, with their change types. */
const changeTypes: Record<EntityType, ChangeRules> = {
  SaaSProduct: productChanges,
  Offer: offerChanges,
  OfferSet: offerSetChanges,
  ResaleAuthorization: resaleChanges,
};

/** The entity type of a name such as `Offer@1.0`, or null if it is not simulated. */
export const readEntityType = (versioned: string): EntityType | null => {
  const match = /^(SaaSProduct|Offer|OfferSet|ResaleAuthorization)@1\.0$/.exec(versioned);
  return match ? (match[1] as EntityType) : null;
};

/** The rule of a change type, or undefined. */
export const findChangeRule = (type: EntityType, changeType: string): ChangeRule | undefined =>
  Object.hasOwn(changeTypes[type], changeType) ? changeTypes[type][changeType] : undefined;
