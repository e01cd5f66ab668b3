import type { DimensionWrite, PlanWrite, PublicTermsWrite } from '../../../adapters/marketplace/changes.ts';
import type { LegalWrite } from '../../../adapters/marketplace/offer-submissions.ts';
import { big } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import { decimalOf } from '../prices.ts';
import type { ProductInfoDocument } from '../product.ts';
import type { PlanIn } from '../schema.ts';
import type { ListingField } from './readings.ts';

/** What one marketplace wants of a product, and how its document is read: everything of it that differs by marketplace. */
export type PartnerListing = {
  /** The member of `info` that holds the partner's own document. */
  document: 'awsSaasProduct' | 'azureProductResource';
  fields: readonly ListingField[];
  /** The document says more than a listing has words for, and goes along where it changes. */
  sendsDocument: boolean;
  dimensionsOf(info: ProductInfoDocument): DimensionWrite[];
  checkDimensions(info: ProductInfoDocument): Fault[];
  plansOf(info: ProductInfoDocument): PlanWrite[];
  checkPrices(info: ProductInfoDocument): Fault[];
  checkTerms(info: ProductInfoDocument): Fault[];
  /** What a product needs besides before it can be public. */
  checkPublication?(info: ProductInfoDocument): Fault[];
  /** The partner has no word for another unit of a dimension. */
  unitsAreFixed: boolean;
  /** Accounts that may see the product from its creation on. */
  audienceOf(info: ProductInfoDocument): string[];
  /** Prices as they are given without plans, sorted into plans. */
  plansIn(lists: Pick<PlanIn, 'commits' | 'dimensions'>): PlanIn[];
  /** Puts the prices of plans into `info`. Prices that are not named stay. */
  price(info: ProductInfoDocument, plans: readonly PlanIn[]): { info: ProductInfoDocument; faults: Fault[] };
};

/** Legal terms of the public offer; null: as they are, or as the partner's document says. */
const legalOf = ({ eulaType, eulaUrl }: ProductInfoDocument): LegalWrite | null => {
  if (eulaType === 'SCMP') return { type: 'STANDARD' };
  return eulaType === 'CUSTOM' && eulaUrl ? { type: 'CUSTOM', url: eulaUrl } : null;
};

export const publicTermsOf = (info: ProductInfoDocument): PublicTermsWrite => ({
  legal: legalOf(info),
  refundPolicy: info.refundCancellationPolicy ?? null,
});

/** A price that is not below 0, with few enough decimals. */
export const rateFaults = (at: string, rate: JsonNumber | undefined, decimals: number): Fault[] => {
  if (rate === undefined) return [{ path: at, code: 'required', message: 'must be given' }];
  const decimal = decimalOf(rate);
  if (big(decimal).lt(0)) return [{ path: at, code: 'negative', message: 'must not be negative' }];
  return (decimal.split('.')[1] ?? '').length > decimals
    ? [{ path: at, code: 'decimals', message: `must have at most ${decimals} decimals` }]
    : [];
};
