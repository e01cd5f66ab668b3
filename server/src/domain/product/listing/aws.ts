import type { DimensionWrite } from '../../../adapters/marketplace/changes.ts';
import { isS3Address } from '../../../adapters/marketplace/s3-address.ts';
import type { CommitDimension, MeteringDimension } from '../../../contract/reference/dimensions.ts';
import type { Fault } from '../../../kit/errors.ts';
import { decimalOf, durationOf } from '../prices.ts';
import type { ProductInfoDocument } from '../product.ts';
import { type PartnerListing, rateFaults } from './listing.ts';
import { inside, type ListingField, linkOf, listOf, textOf, urlOf, valueAt } from './readings.ts';

// AWS's rules for a SaaS product (Catalog API, SaaSProduct@1.0 and its public offer).

const fields: readonly ListingField[] = [
  { name: 'title', path: 'Description.ProductTitle', reading: textOf(72) },
  { name: 'shortDescription', path: 'Description.ShortDescription', reading: textOf(1000), required: true },
  { name: 'longDescription', path: 'Description.LongDescription', reading: textOf(5000), required: true },
  { name: 'sku', path: 'Description.Sku', reading: textOf(100) },
  { name: 'highlights', path: 'Description.Highlights', reading: listOf(textOf(500), { max: 3 }), required: true },
  { name: 'categories', path: 'Description.Categories', reading: listOf(textOf(100), { max: 3 }), required: true },
  {
    name: 'keywords',
    path: 'Description.SearchKeywords',
    reading: listOf(textOf(50), { max: 15, unique: true }),
    required: true,
  },
  { name: 'logoUrl', path: 'PromotionalResources.LogoUrl', reading: urlOf, required: true },
  { name: 'videoUrls', path: 'PromotionalResources.Videos', reading: listOf(inside('Url', urlOf), { max: 1 }) },
  {
    name: 'resources',
    path: 'PromotionalResources.AdditionalResources',
    reading: listOf(linkOf({ text: 'Text', url: 'Url' }, 500), { max: 3 }),
  },
  { name: 'supportDescription', path: 'SupportInformation.Description', reading: textOf(2000), required: true },
];

/** The units that AWS supports for a dimension (Developer Guide, AddDimensions). */
const units = [
  'GB',
  'Gbps',
  'HostHrs',
  'Hosts',
  'MB',
  'Mbps',
  'Requests',
  'TaskHrs',
  'TB',
  'TierHrs',
  'UnitHrs',
  'Units',
  'UserHrs',
  'Users',
];
const currencies = ['USD', 'EUR', 'GBP', 'AUD', 'JPY'];
const dimensionTypes = ['Entitled', 'Metered', 'ExternallyMetered'];
const maxDimensions = 200;
const maxDurations = 5;

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

type Dimension = CommitDimension | MeteringDimension;

/** The dimensions of both lists, each once; a dimension in both has the types of both. */
const dimensionsOf = ({ commits = [], dimensions = [] }: ProductInfoDocument): DimensionWrite[] => {
  const found = new Map<string, DimensionWrite>();
  const add = ({ key = '', name, description, category, types = [] }: Dimension, standard: string): void => {
    const old = found.get(key);
    const own = types.length > 0 ? types : [standard];
    found.set(key, {
      key,
      name: old?.name ?? name ?? key,
      description: old?.description ?? (description || name || key),
      unit: old?.unit ?? (category || 'Units'),
      types: [...new Set([...(old?.types ?? []), ...own])],
    });
  };
  for (const commit of commits) add(commit, 'Entitled');
  // SaaS products submit their usage to AWS; `Metered` is usage that AWS meters itself.
  for (const dimension of dimensions) add(dimension, 'ExternallyMetered');
  return [...found.values()];
};

const checkDimension = (at: string, { key, name, description, category, types = [] }: Dimension): Fault[] => [
  ...(/^[\w.-]{1,100}$/.test(key ?? '')
    ? []
    : [fault(`${at}.key`, 'key', 'must be 1 to 100 letters, digits, dots, hyphens or underscores')]),
  ...(name !== undefined && name.length > 80 ? [fault(`${at}.name`, 'length', 'must have at most 80 characters')] : []),
  ...(description !== undefined && description.length > 1000
    ? [fault(`${at}.description`, 'length', 'must have at most 1000 characters')]
    : []),
  ...(category && !units.includes(category)
    ? [fault(`${at}.category`, 'unit', `must be a unit of AWS: ${units.join(', ')}`)]
    : []),
  ...(types.every((type) => dimensionTypes.includes(type))
    ? []
    : [fault(`${at}.types`, 'types', `must be of ${dimensionTypes.join(', ')}`)]),
];

const checkDimensions = (info: ProductInfoDocument): Fault[] => {
  const all = dimensionsOf(info);
  const names = all.map(({ name }) => name);
  return [
    ...(['commits', 'dimensions'] as const).flatMap((list) =>
      (info[list] ?? []).flatMap((dimension, index) => checkDimension(`info.${list}.${index}`, dimension)),
    ),
    ...(all.length === 0 ? [fault('info', 'no_dimension', 'must contain commits, dimensions or both')] : []),
    ...(all.length > maxDimensions
      ? [fault('info', 'too_many', `must contain at most ${maxDimensions} dimensions`)]
      : []),
    ...(new Set(names).size < names.length ? [fault('info', 'duplicate', 'two dimensions have the same name')] : []),
  ];
};

const hasPrices = ({ commits = [], dimensions = [] }: ProductInfoDocument): boolean =>
  [...commits, ...dimensions].some(({ rate }) => rate !== undefined);

const plansOf = (info: ProductInfoDocument) => {
  if (!hasPrices(info)) return [];
  const shown = ({ key = '', name, description }: Dimension) => ({
    key,
    name: name ?? key,
    description: description ?? '',
  });
  return [
    {
      id: null,
      name: '',
      description: '',
      commits: (info.commits ?? []).flatMap((commit) =>
        commit.rate === undefined
          ? []
          : [
              {
                ...shown(commit),
                price: decimalOf(commit.rate),
                quantity: commit.quantity ?? 1,
                durationIso: durationOf(commit) ?? '',
              },
            ],
      ),
      usage: (info.dimensions ?? []).flatMap((dimension) =>
        dimension.rate === undefined
          ? []
          : [
              {
                ...shown(dimension),
                price: decimalOf(dimension.rate),
                unit: dimension.category || 'Units',
                includedQuantity: null,
              },
            ],
      ),
      currency: info.currency ?? '',
      billingTermIso: null,
    },
  ];
};

/** AWS bills usage in US dollars, and requires a price for every metered dimension. */
const checkUsagePrices = ({ dimensions = [], currency }: ProductInfoDocument): Fault[] => {
  if (dimensions.every(({ rate }) => rate === undefined)) return [];
  const unpriced = dimensions.flatMap(({ key = '', rate }) => (rate === undefined ? [key] : []));
  return [
    ...(currency !== undefined && currency !== 'USD' && currencies.includes(currency)
      ? [fault('info.currency', 'usage_currency', 'must be USD: AWS bills usage in US dollars only')]
      : []),
    ...(unpriced.length > 0
      ? [
          fault(
            'info.dimensions',
            'unpriced',
            `must all have a rate, or none: AWS expects prices for everything metered; missing: ${unpriced.join(', ')}`,
          ),
        ]
      : []),
  ];
};

const repeated = (path: string, places: readonly string[]): Fault[] =>
  places.flatMap((place, index) =>
    places.indexOf(place) < index ? [fault(`${path}.${index}`, 'duplicate', 'this dimension is priced twice')] : [],
  );

const checkPrices = (info: ProductInfoDocument): Fault[] => {
  if (!hasPrices(info)) return [];
  const { commits = [], dimensions = [] } = info;
  const durations = new Set(commits.flatMap((commit) => durationOf(commit) ?? []));
  return [
    ...(currencies.includes(info.currency ?? '')
      ? []
      : [fault('info.currency', 'currency', `must be one of ${currencies.join(', ')}`)]),
    ...commits.flatMap((commit, index) => {
      if (commit.rate === undefined) return [];
      const at = `info.commits.${index}`;
      const length = durationOf(commit) === null ? [fault(`${at}.length`, 'required', 'must state its length')] : [];
      return [...rateFaults(`${at}.rate`, commit.rate, 3), ...length];
    }),
    ...dimensions.flatMap(({ rate }, index) =>
      rate === undefined ? [] : rateFaults(`info.dimensions.${index}.rate`, rate, 8),
    ),
    ...checkUsagePrices(info),
    ...repeated(
      'info.commits',
      commits.map((commit) => `${commit.key} ${durationOf(commit)}`),
    ),
    ...repeated(
      'info.dimensions',
      dimensions.map(({ key = '' }) => key),
    ),
    ...(durations.size > maxDurations
      ? [fault('info.commits', 'too_many', `must have at most ${maxDurations} different lengths`)]
      : []),
  ];
};

const checkTerms = (info: ProductInfoDocument): Fault[] => {
  const { eulaType, eulaUrl, refundCancellationPolicy: policy } = info;
  // The public offer, which needs them, is created with the first price.
  const needed = hasPrices(info);
  const isKnown = eulaType === 'SCMP' || eulaType === 'CUSTOM';
  return [
    ...((needed || eulaType !== undefined) && !isKnown
      ? [fault('info.eulaType', 'eula_type', 'must be SCMP or CUSTOM for AWS')]
      : []),
    ...(eulaType === 'CUSTOM' && !isS3Address(eulaUrl ?? '')
      ? [
          fault(
            'info.eulaUrl',
            's3_address',
            'must be the https address of a document in Amazon S3 that AWS can read: in a public bucket, or presigned',
          ),
        ]
      : []),
    ...((needed && !policy) || (policy ?? '').length > 500
      ? [fault('info.refundCancellationPolicy', 'length', 'must have 1 to 500 characters')]
      : []),
  ];
};

/** AWS releases a product together with its public offer; without a price it stays a draft at AWS. */
const checkPublication = (info: ProductInfoDocument): Fault[] =>
  hasPrices(info)
    ? []
    : [fault('info', 'no_price', 'must have a rate of a commit or a dimension before AWS publishes it')];

const price: PartnerListing['price'] = (info, plans) => {
  const [plan] = plans;
  if (!plan || plans.length > 1)
    return { info, faults: [fault('plans', 'count', 'AWS has exactly one plan')], given: new Map() };
  const known = (list: readonly Dimension[] | undefined, key: string | undefined): boolean =>
    (list ?? []).some((dimension) => dimension.key === key);
  const faults = (['commits', 'dimensions'] as const).flatMap((list) =>
    (plan[list] ?? []).flatMap(({ key, rate }, index) => [
      ...(key !== undefined && known(info[list], key)
        ? []
        : [fault(`plans.0.${list}.${index}.key`, 'unknown_dimension', 'must name such a dimension of the product')]),
      ...(rate === undefined ? [fault(`plans.0.${list}.${index}.rate`, 'required', 'must be given')] : []),
    ]),
  );
  const { value: length, unit: timeUnit } = plan.billingTerm ?? {};
  const standard = { ...(length && { length }), ...(timeUnit && { timeUnit }) };
  const given = new Map<object, object>();
  const priced = <T extends Dimension>(list: readonly T[], newPrices: readonly T[], more: Partial<T>): T[] => {
    const done = new Set<string>();
    return list.flatMap((dimension) => {
      const { key = '' } = dimension;
      const prices = newPrices.filter((one) => one.key === key);
      if (prices.length === 0) return [dimension];
      if (done.has(key)) return [];
      done.add(key);
      const { name, description, category, types } = dimension;
      const said = Object.entries({ key, name, description, category, types }).filter(
        ([, value]) => value !== undefined,
      );
      return prices.map((one) => {
        const own = { ...more, ...one, ...Object.fromEntries(said) };
        given.set(own, one);
        return own;
      });
    });
  };
  return {
    faults,
    given,
    info: {
      ...info,
      ...(plan.currency ? { currency: plan.currency } : {}),
      ...(info.commits ? { commits: priced(info.commits, plan.commits ?? [], standard) } : {}),
      ...(info.dimensions ? { dimensions: priced(info.dimensions, plan.dimensions ?? [], {}) } : {}),
    },
  };
};

const audienceOf = (info: ProductInfoDocument): string[] => {
  const accounts = valueAt(info.awsSaasProduct, 'Targeting.PositiveTargeting.BuyerAccounts');
  return Array.isArray(accounts) ? accounts.filter((id): id is string => /^\d{12}$/.test(String(id))) : [];
};

export const awsListing: PartnerListing = {
  document: 'awsSaasProduct',
  fields,
  sendsDocument: false,
  unitsAreFixed: true,
  dimensionsOf,
  checkDimensions,
  plansOf,
  checkPrices,
  checkTerms,
  checkPublication,
  audienceOf,
  plansIn: ({ commits, dimensions }) => [{ name: '', commits, dimensions }],
  price,
};
