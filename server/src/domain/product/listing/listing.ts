import type { DimensionWrite, PlanWrite, PublicTermsWrite } from '../../../adapters/marketplace/changes.ts';
import type { LegalWrite } from '../../../adapters/marketplace/offer-submissions.ts';
import { big } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import { decimalOf } from '../prices.ts';
import type { ProductInfoDocument } from '../product.ts';
import type { PlanIn } from '../schema.ts';
import type { ListingField } from './readings.ts';

/**
 * A marketplace's requirements for a product, and how to read its document: everything about listings that differs by
 * marketplace.
 */
export type PartnerListing = {
  /** The member of `info` that holds the partner's own document. */
  document: 'awsSaasProduct' | 'azureProductResource';
  fields: readonly ListingField[];
  /** Whether the document itself is sent when it changes, because it holds more than the listing's fields. */
  sendsDocument: boolean;
  dimensionsOf(info: ProductInfoDocument): DimensionWrite[];
  checkDimensions(info: ProductInfoDocument): Fault[];
  plansOf(info: ProductInfoDocument): PlanWrite[];
  checkPrices(info: ProductInfoDocument): Fault[];
  checkTerms(info: ProductInfoDocument): Fault[];
  /** Additional requirements for a product to be public. */
  checkPublication?(info: ProductInfoDocument): Fault[];
  /** Whether the partner cannot change a dimension's unit. */
  unitsAreFixed: boolean;
  /** Accounts that can see the product from its creation. */
  audienceOf(info: ProductInfoDocument): string[];
  /** Sorts prices given without plans into plans. */
  plansIn(lists: Pick<PlanIn, 'commits' | 'dimensions'>): PlanIn[];
  /** Merges the prices of plans into `info`. Other prices stay unchanged. */
  price(info: ProductInfoDocument, plans: readonly PlanIn[]): Priced;
};

/** `given`: the prices of `info` that were given, each with the price of `plans` that it came from. */
export type Priced = { info: ProductInfoDocument; faults: Fault[]; given: ReadonlyMap<object, object> };

/** Legal terms of the public offer; null means unchanged, or as the partner's document says. */
const legalOf = ({ eulaType, eulaUrl }: ProductInfoDocument): LegalWrite | null => {
  if (eulaType === 'SCMP') return { type: 'STANDARD' };
  return eulaType === 'CUSTOM' && eulaUrl ? { type: 'CUSTOM', url: eulaUrl } : null;
};

export const publicTermsOf = (info: ProductInfoDocument): PublicTermsWrite => ({
  legal: legalOf(info),
  refundPolicy: info.refundCancellationPolicy ?? null,
});

/** Checks that a price is not negative and has few enough decimals. */
export const rateFaults = (at: string, rate: JsonNumber | undefined, decimals: number): Fault[] => {
  if (rate === undefined) return [{ path: at, code: 'required', message: 'must be given' }];
  const decimal = decimalOf(rate);
  if (big(decimal).lt(0)) return [{ path: at, code: 'negative', message: 'must not be negative' }];
  return (decimal.split('.')[1] ?? '').length > decimals
    ? [{ path: at, code: 'decimals', message: `must have at most ${decimals} decimals` }]
    : [];
};
