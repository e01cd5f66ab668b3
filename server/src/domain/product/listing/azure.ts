import type { DimensionWrite, PlanWrite } from '../../../adapters/marketplace/changes.ts';
import type { IncludedQuantity } from '../../../adapters/marketplace/offer-submissions.ts';
import type { CommitDimension, MeteringDimension } from '../../../contract/reference/dimensions.ts';
import type { Fault } from '../../../kit/errors.ts';
import { isRawNumber, type JsonNumber } from '../../../kit/json.ts';
import { decimalOf, durationOf } from '../prices.ts';
import type { ProductInfoDocument } from '../product.ts';
import type { PlanIn } from '../schema.ts';
import { type PartnerListing, rateFaults } from './listing.ts';
import { contactOf, inside, type ListingField, linkOf, listOf, textOf, urlOf } from './readings.ts';

// AZURE's rules for a SaaS offer (product ingestion API), in terms of its resources (`info.azureProductResource`).

const categoriesMax = 2;
const takesCategories = `must name 1 to ${categoriesMax} categories, each with 0 to ${categoriesMax} subcategories`;

/**
 * Microsoft's categories of the product, each with its subcategories: `{"developer-tools-saas": ["devService"]}`. The
 * keys are Microsoft's (schema property/2022-03-01-preview5); at least one is required.
 */
const categoriesOf: ListingField['reading'] = (value, at) => {
  if (value === undefined || value === null) return { faults: [] };
  const isObject = typeof value === 'object' && !Array.isArray(value);
  const lists = isObject ? Object.values(value) : [];
  const isGood =
    lists.length >= 1 &&
    lists.length <= categoriesMax &&
    lists.every(
      (list) => Array.isArray(list) && list.length <= categoriesMax && list.every((one) => typeof one === 'string'),
    );
  return isGood
    ? { value: Object.keys(value), faults: [] }
    : { faults: [{ path: at, code: 'categories', message: takesCategories }] };
};

const fields: readonly ListingField[] = [
  { name: 'title', path: 'listing.title', reading: textOf(200) },
  { name: 'summary', path: 'listing.searchResultSummary', reading: textOf(100), required: true },
  { name: 'shortDescription', path: 'listing.shortDescription', reading: textOf(256) },
  { name: 'longDescription', path: 'listing.description', reading: textOf(5000), required: true },
  { name: 'gettingStarted', path: 'listing.gettingStartedInstructions', reading: textOf(3000) },
  { name: 'keywords', path: 'listing.searchKeywords', reading: listOf(textOf(255), { max: 3, unique: true }) },
  {
    name: 'resources',
    path: 'listing.generalLinks',
    reading: listOf(linkOf({ text: 'displayText', url: 'link' }, 255), { max: 25 }),
  },
  { name: 'categories', path: 'property.categories', reading: categoriesOf, required: true },
  { name: 'privacyPolicyUrl', path: 'listing.privacyPolicyLink', reading: urlOf, required: true },
  { name: 'supportContact', path: 'listing.supportContact', reading: contactOf, required: true },
  { name: 'engineeringContact', path: 'listing.engineeringContact', reading: contactOf, required: true },
  { name: 'logoUrl', path: 'listingAssets', reading: (value, at) => logoOf(value, at) },
];

/** The large logo among the assets. */
const logoOf: ListingField['reading'] = (value, at) => {
  const assets: unknown[] = Array.isArray(value) ? value : [];
  const place = assets.findIndex((asset) => (asset as { type?: unknown } | null)?.type === 'azureLogoLarge');
  return place < 0 ? { faults: [] } : inside('url', urlOf)(assets[place], `${at}.${place}`);
};

const maxPlans = 100;
const maxMeters = 30;
const durations = ['P1M', 'P12M', 'P24M', 'P36M', 'P48M', 'P60M'];
const planPattern = /^[a-z0-9][a-z0-9_-]{0,49}$/;

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

/** The id that a seller would give to a plan of that name. */
const planIdOf = ({ id, name }: Pick<PlanIn, 'id' | 'name'>): string =>
  id ??
  (name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 50) ||
    'plan');

const dimensionsOf = ({ dimensions = [] }: ProductInfoDocument): DimensionWrite[] => [
  ...new Map(
    dimensions.map(({ key = '', name, description, category }): [string, DimensionWrite] => [
      key,
      {
        key,
        name: name ?? key,
        description: description ?? '',
        unit: category ?? 'unit',
        types: ['Metered'],
      },
    ]),
  ).values(),
];

const checkDimensions = (info: ProductInfoDocument): Fault[] => [
  ...(info.dimensions ?? []).flatMap(({ key, name, category }, index) => {
    const at = `info.dimensions.${index}`;
    return [
      ...(/^[\w-]{1,50}$/.test(key ?? '')
        ? []
        : [fault(`${at}.key`, 'key', 'must be 1 to 50 letters, digits, hyphens or underscores')]),
      ...((name ?? '').length > 50 ? [fault(`${at}.name`, 'length', 'must have at most 50 characters')] : []),
      ...((category ?? '').length > 50 ? [fault(`${at}.category`, 'length', 'must have at most 50 characters')] : []),
    ];
  }),
  ...(dimensionsOf(info).length > maxMeters
    ? [fault('info.dimensions', 'too_many', `must contain at most ${maxMeters} meters`)]
    : []),
];

type Plan = { id: string; name: string; commits: CommitDimension[]; dimensions: MeteringDimension[] };

const grouped = ({ commits, dimensions }: Pick<PlanIn, 'commits' | 'dimensions'>): Plan[] => {
  const plans = new Map<string, Plan>();
  const planOf = (id = '', name?: string): Plan => {
    const plan = plans.get(id) ?? { id, name: name ?? id, commits: [], dimensions: [] };
    plans.set(id, plan);
    return plan;
  };
  for (const commit of commits ?? []) planOf(commit.key, commit.name).commits.push(commit);
  for (const dimension of dimensions ?? []) planOf(dimension.planId, dimension.planName).dimensions.push(dimension);
  return [...plans.values()];
};

const pricedIn = (info: ProductInfoDocument): Plan[] => grouped(info).filter(({ id }) => id !== '');

type Included = { isInfinite?: unknown; quantity?: unknown; recurringUnit?: unknown };

const includedOf = ({ includedBaseQuantities: list = [] }: MeteringDimension): IncludedQuantity[] =>
  (list as Included[]).map(({ isInfinite, quantity, recurringUnit }) => ({
    every: recurringUnit === 'Annual' ? 'YEAR' : 'MONTH',
    quantity:
      isInfinite === true || !(typeof quantity === 'number' || isRawNumber(quantity))
        ? null
        : decimalOf(quantity as JsonNumber),
  }));

const plansOf = (info: ProductInfoDocument): PlanWrite[] =>
  pricedIn(info).map(({ id, name, commits, dimensions }) => {
    const perUser = commits.find(({ type }) => type === 'PER_USER');
    return {
      id,
      name,
      description: commits[0]?.description ?? '',
      commits: commits.map((commit) => ({
        key: id,
        name,
        description: commit.description ?? '',
        price: decimalOf(commit.rate ?? 0),
        quantity: commit.quantity ?? 1,
        durationIso: durationOf(commit) ?? '',
      })),
      usage: dimensions.map((dimension) => ({
        key: dimension.key ?? '',
        name: dimension.name ?? dimension.key ?? '',
        description: dimension.description ?? '',
        unit: dimension.category ?? 'unit',
        price: decimalOf(dimension.rate ?? 0),
        includedQuantity: null,
        included: includedOf(dimension),
      })),
      perUser: perUser ? { min: perUser.minimumUsers ?? null, max: perUser.maximumUsers ?? null } : null,
      currency: info.currency ?? '',
      billingTermIso: null,
    };
  });

const checkPlan = (info: ProductInfoDocument, { id, name, commits, dimensions }: Plan): Fault[] => {
  const at = (list: 'commits' | 'dimensions', item: unknown): string =>
    `info.${list}.${(info[list] as unknown[]).indexOf(item)}`;
  const first = commits[0] ? `${at('commits', commits[0])}.key` : `${at('dimensions', dimensions[0])}.planId`;
  const places = commits.map((commit) => durationOf(commit) ?? '');
  const meters = dimensions.map(({ key }) => key);
  return [
    ...(planPattern.test(id)
      ? []
      : [fault(first, 'plan_id', 'a plan is named by 1 to 50 lower case letters, digits, hyphens or underscores')]),
    ...(name.length > 200 ? [fault(first, 'length', 'the name of a plan has at most 200 characters')] : []),
    ...commits.flatMap((commit, index) => [
      ...rateFaults(`${at('commits', commit)}.rate`, commit.rate, 2),
      ...(durations.includes(places[index] ?? '')
        ? []
        : [fault(`${at('commits', commit)}.length`, 'length', 'must be 1 month or 1 to 5 years')]),
      ...(places.indexOf(places[index] ?? '') < index
        ? [fault(at('commits', commit), 'duplicate', 'the plan has two prices for this length')]
        : []),
      ...(commit.type === commits[0]?.type
        ? []
        : [fault(`${at('commits', commit)}.type`, 'type', 'a plan is priced by user or as a whole')]),
    ]),
    ...dimensions.flatMap((dimension, index) => [
      ...rateFaults(`${at('dimensions', dimension)}.rate`, dimension.rate, 9),
      ...(meters.indexOf(dimension.key) < index
        ? [fault(at('dimensions', dimension), 'duplicate', 'the plan prices this meter twice')]
        : []),
    ]),
    ...(commits.length === 0 ? [fault(first, 'no_price', 'a plan needs a price for a term, which may be 0')] : []),
  ];
};

const checkPrices = (info: ProductInfoDocument): Fault[] => {
  const plans = pricedIn(info);
  const unplanned = (info.dimensions ?? []).flatMap(({ planId, rate }, index) =>
    rate !== undefined && !planId ? [fault(`info.dimensions.${index}.planId`, 'required', 'must name its plan')] : [],
  );
  return [
    ...(info.commits ?? []).flatMap(({ key }, index) =>
      key ? [] : [fault(`info.commits.${index}.key`, 'required', 'must name its plan')],
    ),
    ...unplanned,
    ...(plans.length === 0 ? [fault('info.commits', 'no_plan', 'must contain the price of at least one plan')] : []),
    ...(plans.length > maxPlans ? [fault('info.commits', 'too_many', `must be at most ${maxPlans} plans`)] : []),
    ...(info.currency === 'USD' ? [] : [fault('info.currency', 'currency', 'must be USD for AZURE')]),
    ...plans.flatMap((plan) => checkPlan(info, plan)),
  ];
};

const checkTerms = ({ eulaType, eulaUrl }: ProductInfoDocument): Fault[] => [
  ...(eulaType === undefined || eulaType === 'SCMP' || eulaType === 'CUSTOM'
    ? []
    : [fault('info.eulaType', 'eula_type', 'must be SCMP or CUSTOM for AZURE')]),
  ...(eulaType === 'CUSTOM' && URL.parse(eulaUrl ?? '')?.protocol !== 'https:'
    ? [fault('info.eulaUrl', 'https', 'must be an https address')]
    : []),
];

/** The plans that a call names, each with the lists that the call gives: the other list of a plan stays. */
const plansIn: PartnerListing['plansIn'] = (lists) =>
  grouped(lists).map(({ id, name, commits, dimensions }) => ({
    id,
    name,
    ...(lists.commits && { commits }),
    ...(lists.dimensions && { dimensions }),
  }));

/** What a price call may leave out, because the plan or the meter already says it. A price per user stays one. */
const keptOfCommit = (info: ProductInfoDocument, id: string, given: CommitDimension): CommitDimension => {
  const ofPlan = (info.commits ?? []).filter(({ key }) => key === id);
  const known = ofPlan.find((commit) => durationOf(commit) === durationOf(given)) ?? ofPlan[0];
  if (!known) return given;
  const { description, type, minimumUsers, maximumUsers } = known;
  const isOtherType = given.type !== undefined && given.type !== type;
  return withKnown(isOtherType ? { description } : { description, type, minimumUsers, maximumUsers }, given);
};

const keptOfMeter = (info: ProductInfoDocument, id: string, given: MeteringDimension): MeteringDimension => {
  const same = (info.dimensions ?? []).filter(({ key }) => key === given.key);
  const known = same.find(({ planId }) => planId === id) ?? same[0];
  if (!known) return given;
  const { name, description, category, types } = known;
  return withKnown({ name, description, category, types }, given);
};

/** The members that are given, and of the known ones those that are not. */
const withKnown = <T extends object>(known: Partial<T>, given: T): T => {
  const said = (of: object) => Object.entries(of).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...said(known), ...said(given)]) as T;
};

const price: PartnerListing['price'] = (info, plans) => {
  const ids = plans.map(planIdOf);
  const currency = plans.find((plan) => plan.currency)?.currency;
  const lengths = plans.map(({ billingTerm }) =>
    billingTerm ? { length: billingTerm.value, timeUnit: billingTerm.unit } : {},
  );
  const known = new Map(pricedIn(info).map(({ id, name }) => [id, name]));
  /** The names of the plans. Where a call calls a plan by its id, it gives no name: the plan keeps its own. */
  const names = plans.map(({ name }, index) => (name === ids[index] ? (known.get(name) ?? name) : name));
  /** The place of a price's plan in the call; -1 if the call does not name it. */
  const placeOf = (id = ''): number => ids.indexOf(id);
  const given = new Map<object, object>();
  const keep = <T extends object>(price: T, from: T): T => {
    const own = withKnown({}, price);
    given.set(own, from);
    return own;
  };
  const commitsIn = ({ commits }: PlanIn, index: number): CommitDimension[] => {
    const [key = '', name = ''] = [ids[index], names[index]];
    return (commits ?? []).map((commit) =>
      keep(keptOfCommit(info, key, { ...lengths[index], ...commit, key, name }), commit),
    );
  };
  const metersIn = ({ dimensions }: PlanIn, index: number): MeteringDimension[] => {
    const [planId = '', planName = ''] = [ids[index], names[index]];
    return (dimensions ?? []).map((dimension) =>
      keep(keptOfMeter(info, planId, { ...dimension, planId, planName }), dimension),
    );
  };
  return {
    faults: ids.flatMap((id, index) =>
      ids.indexOf(id) < index ? [fault(`plans.${index}.id`, 'duplicate', 'names a plan twice')] : [],
    ),
    given,
    info: {
      ...info,
      ...(currency ? { currency } : {}),
      commits: [
        ...(info.commits ?? [])
          .filter(({ key }) => !plans[placeOf(key)]?.commits)
          .map((commit) => withKnown({}, { ...commit, name: names[placeOf(commit.key)] ?? commit.name })),
        ...plans.flatMap(commitsIn),
      ],
      dimensions: [
        ...(info.dimensions ?? [])
          .filter(({ planId }) => !plans[placeOf(planId)]?.dimensions)
          .map((dimension) =>
            withKnown({}, { ...dimension, planName: names[placeOf(dimension.planId)] ?? dimension.planName }),
          ),
        ...plans.flatMap(metersIn),
      ],
    },
  };
};

export const azureListing: PartnerListing = {
  document: 'azureProductResource',
  fields,
  sendsDocument: true,
  unitsAreFixed: false,
  dimensionsOf,
  checkDimensions,
  plansOf,
  checkPrices,
  checkTerms,
  audienceOf: () => [],
  plansIn,
  price,
};
