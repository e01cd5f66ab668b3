import type { AwsCall } from '../call.ts';
import { cutPage } from '../paging.ts';
import type { Agreement } from '../state.ts';
import { endTimeBehavior, summarizeAgreement } from './agreement-view.ts';
import { invalid } from './refusals.ts';

type Party = 'Proposer' | 'Acceptor';
type Test = (agreement: Agreement) => boolean;

const tests: Record<string, (value: string) => Test> = {
  ResourceIdentifier: (value) => (agreement) => agreement.productId === value,
  ResourceType: (value) => () => value === 'SaaSProduct',
  AcceptorAccountId: (value) => (agreement) => agreement.buyerAccountId === value,
  OfferId: (value) => (agreement) => agreement.offerId === value,
  OfferSetId: (value) => (agreement) => agreement.offerSetId === value,
  Status: (value) => (agreement) => agreement.status === value,
  InitialAgreementId: (value) => (agreement) => agreement.initialAgreementId === value,
  LicenseArn: (value) => (agreement) => agreement.licenseArn === value,
  EndTimeBehaviorType: (value) => (agreement) => endTimeBehavior(agreement)?.type === value,
  EndTimeBehaviorReasonCode: (value) => (agreement) => endTimeBehavior(agreement)?.reasonCode === value,
  BeforeEndTime: (value) => (agreement) => agreement.endAt !== null && agreement.endAt < readTime(value),
  AfterEndTime: (value) => (agreement) => agreement.endAt !== null && agreement.endAt > readTime(value),
  BeforeStartTime: (value) => (agreement) => agreement.startAt < readTime(value),
  AfterStartTime: (value) => (agreement) => agreement.startAt > readTime(value),
  BeforeLastUpdateTime: (value) => (agreement) => agreement.updatedAt < readTime(value),
  AfterLastUpdateTime: (value) => (agreement) => agreement.updatedAt > readTime(value),
};

/** Filters allowed for an acceptor besides PartyType and AgreementType; only one of the first line at a time. */
const acceptorFilters = ['ResourceIdentifier', 'ResourceType', 'OfferId', 'OfferSetId'];
const acceptorExtras = ['Status', 'BeforeEndTime', 'AfterEndTime'];

/** AWS Agreement API, SearchAgreements. */
export const searchAgreements = ({ simulation, account, input }: AwsCall): Record<string, unknown> => {
  if (input.catalog !== undefined && input.catalog !== 'AWSMarketplace') {
    throw invalid('INVALID_CATALOG', 'catalog must be AWSMarketplace', 'catalog');
  }
  const filters = readFilters(input.filters);
  const party = requireParty(filters.get('PartyType'));
  if (filters.get('AgreementType') === undefined) {
    throw invalid('MISSING_FILTER_NAME', 'the filter AgreementType is required', 'filters');
  }
  if (filters.get('AgreementType') !== 'PurchaseAgreement') {
    throw invalid('INVALID_AGREEMENT_TYPE', 'AgreementType must be PurchaseAgreement', 'filters');
  }
  if (party === 'Acceptor') checkAcceptorFilters([...filters.keys()]);
  const applied = [...filters]
    .filter(([name]) => name !== 'PartyType' && name !== 'AgreementType')
    .map(([name, value]) => tests[name]?.(value) as Test);
  const compare = readSort(input.sort, party);
  const size = readPageSize(input.maxResults);
  const found = simulation.store
    .list('agreements')
    .filter((item) => (party === 'Proposer' ? item.sellerAccountId : item.buyerAccountId) === account.id)
    .filter((item) => applied.every((test) => test(item)))
    .sort(compare);
  const page = cutPage(found, {
    size,
    token: input.nextToken as string | undefined,
    query: [input.filters, input.sort],
    refuse: () => invalid('INVALID_NEXT_TOKEN', 'nextToken is not valid for this request', 'nextToken'),
  });
  return { agreementViewSummaries: page.items.map(summarizeAgreement), nextToken: page.nextToken };
};

const readFilters = (value: unknown): Map<string, string> => {
  if (!Array.isArray(value) || value.length < 1 || value.length > 10) {
    throw invalid('INVALID_FILTERS', 'filters must contain 1 to 10 filters', 'filters');
  }
  const filters = new Map<string, string>();
  for (const item of value as { name?: unknown; values?: unknown }[]) {
    const name = item?.name;
    if (typeof name !== 'string') throw invalid('MISSING_FILTER_NAME', 'a filter has a name', 'filters');
    if (name !== 'PartyType' && name !== 'AgreementType' && !Object.hasOwn(tests, name)) {
      throw invalid('INVALID_FILTER_NAME', `${name} is not a filter`, 'filters');
    }
    if (!Array.isArray(item.values) || item.values.length === 0) {
      throw invalid('MISSING_FILTER_VALUES', `${name} has no value`, 'filters');
    }
    if (item.values.length > 1 || typeof item.values[0] !== 'string' || item.values[0] === '') {
      throw invalid('INVALID_FILTER_VALUES', `${name} has exactly one value`, 'filters');
    }
    // `FilterValue` of the model; license ARNs are longer than its 64 characters, and the service accepts them.
    if (!/^[A-Za-z0-9+:_-]+$/.test(item.values[0])) {
      throw invalid('INVALID_FILTER_VALUES', `${item.values[0]} has characters that no filter takes`, 'filters');
    }
    if (filters.has(name)) throw invalid('INVALID_FILTERS', `${name} is given twice`, 'filters');
    filters.set(name, item.values[0]);
    if (name.endsWith('Time')) readTime(item.values[0]);
  }
  return filters;
};

const requireParty = (value: string | undefined): Party => {
  if (value === undefined) throw invalid('MISSING_PARTY_TYPE', 'the filter PartyType is required', 'filters');
  if (value === 'Proposer' || value === 'Acceptor') return value;
  throw invalid('INVALID_PARTY_TYPE', 'PartyType must be Proposer or Acceptor', 'filters');
};

const checkAcceptorFilters = (names: string[]): void => {
  const others = names.filter((name) => name !== 'PartyType' && name !== 'AgreementType');
  const main = others.filter((name) => acceptorFilters.includes(name));
  if (main.length <= 1 && others.every((name) => main.includes(name) || acceptorExtras.includes(name))) return;
  throw invalid('UNSUPPORTED_FILTERS', 'this combination of filters is not supported for an acceptor', 'filters');
};

// The value of a time filter is an ISO 8601 time or epoch seconds, both as strings.
const readTime = (value: string): number => {
  const time = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value);
  if (Number.isNaN(time)) throw invalid('INVALID_FILTER_VALUES', `${value} is not a time`, 'filters');
  return time;
};

const readSort = (value: unknown, party: Party): ((a: Agreement, b: Agreement) => number) => {
  const sort = (value ?? {}) as { sortBy?: string; sortOrder?: string };
  const field = sort.sortBy ?? 'EndTime';
  const allowed = party === 'Proposer' ? ['EndTime', 'StartTime', 'LastUpdateTime'] : ['EndTime'];
  if (!allowed.includes(field)) throw invalid('INVALID_SORT_BY', `cannot be sorted by ${field}`, 'sort');
  const order = sort.sortOrder ?? 'DESCENDING';
  if (order !== 'ASCENDING' && order !== 'DESCENDING') {
    throw invalid('INVALID_SORT_ORDER', 'sortOrder must be ASCENDING or DESCENDING', 'sort');
  }
  const sign = order === 'ASCENDING' ? 1 : -1;
  const keyOf = (item: Agreement): number => {
    if (field === 'StartTime') return item.startAt;
    return field === 'LastUpdateTime' ? item.updatedAt : (item.endAt ?? Number.MAX_SAFE_INTEGER);
  };
  return (a, b) => {
    if (keyOf(a) === keyOf(b)) return a.id < b.id ? -1 : 1;
    return keyOf(a) < keyOf(b) ? -sign : sign;
  };
};

/** Parses `maxResults` of the Agreement API: 1 to 50, default 50. */
export const readPageSize = (value: unknown): number => {
  const size = value ?? 50;
  if (typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= 50) return size;
  throw invalid('INVALID_MAX_RESULTS', 'maxResults must be between 1 and 50', 'maxResults');
};
