import type { AwsCall } from '../call.ts';
import { cutPage } from '../paging.ts';
import { type Entity, type EntityType, isoSeconds } from '../state.ts';
import { entityName, summarizeEntity, summaryFields } from './entity-view.ts';
import { invalid, notFound } from './refusals.ts';
import { isSharedWith } from './resale-authorization.ts';

/** Entity types that exist in AWS but not in this simulator. */
const emptyTypes = [
  'AmiProduct',
  'ContainerProduct',
  'DataProduct',
  'MachineLearningProduct',
  'ProcurementPolicy',
  'Experience',
  'Audience',
  'BrandingSettings',
  'Seller',
  'Solution',
];

type FilterKind = 'values' | 'values-or-wildcard' | 'wildcard' | 'dates';

/** The typed filters of each entity type (AWS Catalog API, OfferFilters, OfferSetFilters, SaaSProductFilters). */
const typedFilters: Record<EntityType, Record<string, FilterKind>> = {
  SaaSProduct: {
    EntityId: 'values',
    ProductTitle: 'values-or-wildcard',
    Visibility: 'values',
    LastModifiedDate: 'dates',
  },
  Offer: {
    EntityId: 'values',
    Name: 'values-or-wildcard',
    ProductId: 'values',
    ResaleAuthorizationId: 'values',
    ReleaseDate: 'dates',
    AvailabilityEndDate: 'dates',
    BuyerAccounts: 'wildcard',
    State: 'values',
    Targeting: 'values',
    LastModifiedDate: 'dates',
    OfferSetId: 'values',
    TargetAgreementId: 'values',
    TargetAgreementIntent: 'values',
    CreatedBySource: 'values',
  },
  OfferSet: {
    EntityId: 'values',
    Name: 'values',
    State: 'values',
    ReleaseDate: 'dates',
    AssociatedOfferIds: 'values',
    SolutionId: 'values',
    LastModifiedDate: 'dates',
  },
  ResaleAuthorization: {
    EntityId: 'values',
    Name: 'values-or-wildcard',
    ProductId: 'values-or-wildcard',
    CreatedDate: 'dates',
    AvailabilityEndDate: 'dates',
    ManufacturerAccountId: 'values-or-wildcard',
    ResellerAccountID: 'values-or-wildcard',
    Status: 'values',
    OfferExtendedStatus: 'values',
    LastModifiedDate: 'dates',
  },
};

const sortFields: Record<EntityType, string[]> = {
  SaaSProduct: ['EntityId', 'ProductTitle', 'Visibility', 'LastModifiedDate', 'DeliveryOptionTypes'],
  Offer: [
    'EntityId',
    'Name',
    'ProductId',
    'ResaleAuthorizationId',
    'ReleaseDate',
    'AvailabilityEndDate',
    'BuyerAccounts',
    'State',
    'Targeting',
    'LastModifiedDate',
    'OfferSetId',
  ],
  OfferSet: ['Name', 'State', 'ReleaseDate', 'SolutionId', 'EntityId', 'LastModifiedDate'],
  ResaleAuthorization: [
    'EntityId',
    'Name',
    'ProductId',
    'ManufacturerAccountId',
    'ResellerAccountID',
    'Status',
    'OfferExtendedStatus',
    'CreatedDate',
    'AvailabilityEndDate',
    'LastModifiedDate',
  ],
};

type Test = (entity: Entity) => boolean;

/** AWS Catalog API, ListEntities. */
export const listEntities = ({ simulation, account, input }: AwsCall): Record<string, unknown> => {
  const type = input.EntityType;
  if (typeof type !== 'string') throw invalid('EntityType must be given.');
  const size = input.MaxResults ?? 20;
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > 50) {
    throw invalid('MaxResults must be between 1 and 50.');
  }
  if (emptyTypes.includes(type)) return { EntitySummaryList: [] };
  if (!Object.hasOwn(typedFilters, type)) throw notFound(`EntityType ${type} does not exist.`);
  const entityType = type as EntityType;
  const tests = [
    ...readFilterList(input.FilterList, entityType),
    ...readTypedFilters(input.EntityTypeFilters, entityType),
  ];
  const compare = readSort(input, entityType);
  const found = simulation.store
    .list('entities')
    .filter((entity) => entity.type === entityType && isShown(entity, account.id, input.OwnershipType === 'SHARED'))
    .filter((entity) => entity.revision > 0 && tests.every((test) => test(entity)))
    .sort(compare);
  const page = cutPage(found, {
    size,
    token: input.NextToken as string | undefined,
    query: [type, input.FilterList, input.EntityTypeFilters, input.Sort, input.EntityTypeSort],
    refuse: () => invalid('NextToken is not valid for this request.'),
  });
  return { EntitySummaryList: page.items.map(summarizeEntity), NextToken: page.nextToken };
};

// Of other accounts' entities, a channel partner sees the resale authorizations issued to it.
const isShown = (entity: Entity, accountId: string, shared: boolean): boolean => {
  if (!shared) return entity.accountId === accountId;
  return entity.type === 'ResaleAuthorization' && isSharedWith(entity, accountId);
};

const fieldOf = (entity: Entity, field: string): unknown => {
  if (field === 'EntityId') return entity.id;
  if (field === 'LastModifiedDate') return isoSeconds(entity.modifiedAt);
  if (field === 'DeliveryOptionTypes') return '';
  return summaryFields(entity)[field];
};

const readFilterList = (value: unknown, type: EntityType): Test[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length < 1 || value.length > 8)
    throw invalid('FilterList must contain 1 to 8 filters.');
  return value.map((item: unknown) => {
    const { Name, ValueList } = (item ?? {}) as { Name?: unknown; ValueList?: unknown };
    if (typeof Name !== 'string') throw invalid('A filter has a name.');
    const values = readValues(ValueList, Name);
    if (Name === 'Name') return (entity) => values.includes(entityName(entity) ?? '');
    if (!Object.hasOwn(typedFilters[type], Name)) throw invalid(`${type} cannot be filtered by ${Name}.`);
    return valueTest(Name, values);
  });
};

const readTypedFilters = (value: unknown, type: EntityType): Test[] => {
  if (value === undefined || value === null) return [];
  const members = Object.entries(value as Record<string, unknown>).filter(([, member]) => member !== undefined);
  const [name, filters] = members[0] ?? [];
  if (members.length !== 1 || name !== `${type}Filters`) {
    throw invalid(`EntityTypeFilters must contain exactly ${type}Filters.`);
  }
  const given = Object.entries((filters ?? {}) as Record<string, Record<string, unknown>>);
  if (given.length > 8) throw invalid('At most 8 filters may be given.');
  if (given.filter(([, filter]) => filter.WildCardValue !== undefined).length > 1) {
    throw invalid('At most one wildcard filter may be given.');
  }
  return given.map(([field, filter]) => typedTest(type, field, filter));
};

const typedTest = (type: EntityType, field: string, filter: Record<string, unknown>): Test => {
  const kind = Object.hasOwn(typedFilters[type], field) ? typedFilters[type][field] : undefined;
  if (!kind) throw invalid(`${type} cannot be filtered by ${field}.`);
  if (kind === 'dates') return dateTest(field, filter.DateRange);
  if (filter.WildCardValue !== undefined && kind !== 'values') {
    const wanted = String(filter.WildCardValue).toLowerCase();
    return (entity) => listOf(fieldOf(entity, field)).some((text) => text.toLowerCase().includes(wanted));
  }
  if (kind === 'wildcard') throw invalid(`${field} is filtered by WildCardValue.`);
  return valueTest(field, readValues(filter.ValueList, field));
};

const readValues = (value: unknown, field: string): string[] => {
  if (!Array.isArray(value) || value.length < 1 || value.length > 10) {
    throw invalid(`${field} must contain 1 to 10 values.`);
  }
  return value.map(String);
};

const valueTest =
  (field: string, values: string[]): Test =>
  (entity) =>
    listOf(fieldOf(entity, field)).some((text) => values.includes(text));

/** `DateTimeISO8601` of the model: 20 characters, no fractional seconds. */
const dateTime = /^\d{4}-(1[0-2]|0[1-9])-(3[01]|0[1-9]|[12]\d)T(2[0-3]|[01]\d):[0-5]\d:[0-5]\dZ$/;

const dateTest = (field: string, range: unknown): Test => {
  const { AfterValue, BeforeValue } = (range ?? {}) as { AfterValue?: string; BeforeValue?: string };
  for (const [name, value] of Object.entries({ AfterValue, BeforeValue })) {
    if (value === undefined || (typeof value === 'string' && dateTime.test(value))) continue;
    throw invalid(`${field}.DateRange.${name} must have the form YYYY-MM-DDThh:mm:ssZ, of 20 characters.`);
  }
  const after = AfterValue === undefined ? Number.NEGATIVE_INFINITY : Date.parse(AfterValue);
  const before = BeforeValue === undefined ? Number.POSITIVE_INFINITY : Date.parse(BeforeValue);
  return (entity) => {
    const value = fieldOf(entity, field);
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    return time >= after && time <= before;
  };
};

const listOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(String);
  return value === null || value === undefined ? [] : [String(value)];
};

const readSort = (input: AwsCall['input'], type: EntityType): ((a: Entity, b: Entity) => number) => {
  const typed = input.EntityTypeSort as Record<string, { SortBy?: string; SortOrder?: string }> | undefined;
  if (typed && Object.keys(typed).some((name) => name !== `${type}Sort`)) {
    throw invalid(`EntityTypeSort must contain exactly ${type}Sort.`);
  }
  const sort = typed?.[`${type}Sort`] ?? (input.Sort as { SortBy?: string; SortOrder?: string } | undefined) ?? {};
  const field = sort.SortBy ?? 'LastModifiedDate';
  const order = sort.SortOrder ?? 'DESCENDING';
  if (!sortFields[type].includes(field)) throw invalid(`${type} cannot be sorted by ${field}.`);
  if (order !== 'ASCENDING' && order !== 'DESCENDING') throw invalid('SortOrder must be ASCENDING or DESCENDING.');
  const sign = order === 'ASCENDING' ? 1 : -1;
  const keyOf = (entity: Entity): string | number =>
    field === 'LastModifiedDate' ? entity.modifiedAt : listOf(fieldOf(entity, field)).join();
  return (a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === right) return a.id < b.id ? -1 : 1;
    return left < right ? -sign : sign;
  };
};
