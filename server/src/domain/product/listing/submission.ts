import type { DimensionWrite, ListingWrite, PlanWrite, ProductChange } from '../../../adapters/marketplace/changes.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import type { Fault } from '../../../kit/errors.ts';
import { addressFaults } from '../draft.ts';
import type { PendingChange, Product } from '../product.ts';
import { shownProductInfo } from '../view.ts';
import { publicTermsOf } from './listing.ts';
import { listingOf } from './partners.ts';
import { readListing } from './readings.ts';

/** Builds submissions to a marketplace, and checks locally what it would refuse. For supported partners only. */

const read = ({ partner, info }: Product) => {
  const { fields, document } = listingOf(partner);
  return readListing(fields, document, info[document]);
};

/** The product's name is its title, whatever the document says. */
export const creationOf = (product: Product): Extract<ProductChange, { act: 'product.create' }> => {
  const { name, partner, info, fulfillment_url: fulfillmentUrl, entity_id: entityId } = product;
  const listing = listingOf(partner);
  return {
    act: 'product.create',
    ...(entityId === null ? {} : { entityId }),
    name,
    listing: { ...read(product).listing, title: name },
    dimensions: listing.dimensionsOf(info),
    plans: listing.plansOf(info),
    terms: publicTermsOf(info),
    fulfillmentUrl,
    buyerAccountIds: listing.audienceOf(info),
    document: info[listing.document] ?? {},
  };
};

const titleFaults = (product: Product): Fault[] => {
  const { fields } = listingOf(product.partner);
  return fields.find(({ name }) => name === 'title')?.reading(product.name, 'name').faults ?? [];
};

/** All faults for which the partner would refuse a new product. */
export const checkCreation = (product: Product): Fault[] => {
  const listing = listingOf(product.partner);
  const { faults, missing } = read(product);
  return [
    ...titleFaults(product),
    ...Object.entries(faults).flatMap(([name, list]) => (name === 'title' ? [] : list)),
    ...missing,
    ...(product.fulfillment_url === ''
      ? [{ path: 'fulfillmentUrl', code: 'required', message: 'must be given' }]
      : addressFaults('fulfillmentUrl', product.fulfillment_url)),
    ...listing.checkDimensions(product.info),
    ...listing.checkPrices(product.info),
    ...listing.checkTerms(product.info),
  ];
};

/** All faults for which the partner would refuse to publish a product that it has not released yet. */
export const checkPublication = (product: Product): Fault[] => [
  ...checkCreation(product),
  ...(listingOf(product.partner).checkPublication?.(product.info) ?? []),
];

/** No partner removes a released dimension, because purchases depend on it. */
const takenAway = (before: readonly DimensionWrite[], after: readonly DimensionWrite[] | null): Fault[] => {
  const gone = before.flatMap(({ key, types }) => {
    const left = after?.find((dimension) => dimension.key === key);
    return after === null || (left && types.every((type) => left.types.includes(type))) ? [] : [key];
  });
  return gone.length === 0
    ? []
    : [{ path: 'info', code: 'dimension_gone', message: `dimensions cannot be removed: ${gone.join(', ')}` }];
};

/** The unit of a dimension that exists at the partner cannot change. */
const otherUnits = (before: readonly DimensionWrite[], after: readonly DimensionWrite[] | null): Fault[] => {
  const changed = before.flatMap(({ key, unit }) => {
    const now = after?.find((dimension) => dimension.key === key);
    return now && now.unit !== unit ? [`${key} (${unit})`] : [];
  });
  return changed.length === 0
    ? []
    : [
        {
          path: 'info',
          code: 'unit_fixed',
          message: `the unit of a dimension cannot be changed: ${changed.join(', ')}`,
        },
      ];
};

/** The difference between two versions of a listing, and its faults. */
export const listingChange = (old: Product, wanted: Product): { pending: PendingChange | null; faults: Fault[] } => {
  const listing = listingOf(old.partner);
  const [before, after] = [read(old), read(wanted)];
  const title = wanted.name === old.name ? (after.listing.title ?? old.name) : wanted.name;
  const names = listing.fields.map(({ name }) => name).filter((name) => name !== 'title');
  const changed = names.filter(
    (name) => !isSameDocument({ it: before.listing[name] ?? null }, { it: after.listing[name] ?? null }),
  );
  const isRenamed = title !== old.name && title !== before.listing.title;
  // Removed texts stay at the partner: it has no way to clear a text.
  const write: ListingWrite = Object.fromEntries(
    [...(isRenamed ? [['title', title]] : []), ...changed.map((name) => [name, after.listing[name]])].filter(
      ([, value]) => value !== undefined,
    ),
  );
  const dimensions = isSameDocument(listing.dimensionsOf(old.info), listing.dimensionsOf(wanted.info))
    ? null
    : listing.dimensionsOf(wanted.info);
  const document = wanted.info[listing.document];
  // Clients send back the document as it was shown, which can differ from the stored one.
  const shownIn = ({ info }: Product) => shownProductInfo.show(info)[listing.document];
  const hasMore = listing.sendsDocument && !isSameDocument(shownIn(old) ?? {}, shownIn(wanted) ?? {});
  const faults = [
    ...(isRenamed ? titleFaults({ ...wanted, name: title }) : []),
    ...changed.flatMap((name) => after.faults[name] ?? []),
    ...(dimensions === null ? [] : listing.checkDimensions(wanted.info)),
    ...takenAway(listing.dimensionsOf(old.info), dimensions),
    ...(listing.unitsAreFixed ? otherUnits(listing.dimensionsOf(old.info), dimensions) : []),
  ];
  if (Object.keys(write).length === 0 && dimensions === null && !hasMore) return { pending: null, faults };
  const { commits = [], dimensions: metered = [] } = wanted.info;
  return {
    faults,
    pending: {
      change: {
        act: 'product.update',
        entityId: old.entity_id ?? '',
        listing: write,
        dimensions,
        ...(hasMore && document ? { document } : {}),
      },
      outcome: {
        ...(isRenamed ? { name: title } : {}),
        ...(dimensions === null ? {} : { info: { commits, dimensions: metered } }),
      },
    },
  };
};

/** The plans to send to the partner when prices change: those with a changed price. */
export const changedPlans = (old: Product, wanted: Product): PlanWrite[] => {
  const { plansOf } = listingOf(old.partner);
  const before = plansOf(old.info);
  return plansOf(wanted.info).filter((plan) => {
    const same = before.find(({ id }) => id === plan.id);
    return same === undefined || !isSameDocument(same, plan);
  });
};
