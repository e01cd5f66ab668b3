import type { DimensionWrite } from '../../adapters/marketplace/changes.ts';
import type { Rate } from '../../adapters/marketplace/offer-submissions.ts';
import type { Product } from '../product/product.ts';
import type { OfferInfoDocument } from './offer.ts';
import { decimalOf } from './submission/terms.ts';

type Dimensions = NonNullable<OfferInfoDocument['dimensions']>;

/** The dimensions of an offer, with the given ones changed or added. */
export const mergeDimensions = (old: Dimensions = [], given: Dimensions): Dimensions => {
  const byKey = new Map(given.map((dimension) => [dimension.key, dimension]));
  const known = new Set(old.map(({ key }) => key));
  return [
    ...old.map((dimension) => ({ ...dimension, ...byKey.get(dimension.key) })),
    ...given.filter(({ key }) => !known.has(key)),
  ];
};

/** All usage rates that will apply. */
export const ratesOf = (dimensions: Dimensions): Rate[] =>
  dimensions.map(({ key = '', rate }) => ({ key, price: decimalOf(rate ?? 0) }));

/** Dimensions to add to the product, of the same kind as its existing ones. */
export const newDimensionsOf = (dimensions: Dimensions, product: Pick<Product, 'info'>): DimensionWrite[] => {
  const listed = product.info.dimensions ?? [];
  const known = new Set(listed.map(({ key }) => key));
  const types = listed[0]?.types ?? ['ExternallyMetered'];
  return dimensions
    .filter(({ key }) => !known.has(key))
    .map(({ key = '', name = '', description = '' }) => ({ key, name, description, unit: 'Units', types }));
};
