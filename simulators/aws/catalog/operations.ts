import { strikeNow } from '../../kit/faults.ts';
import { change } from '../../kit/simulation.ts';
import { entityArn } from '../arn.ts';
import type { AwsCall, Operations } from '../call.ts';
import { cutPage } from '../paging.ts';
import { type ChangeSet, type Entity, isoSeconds, type Json } from '../state.ts';
import { describeEntity } from './entity-view.ts';
import { listEntities } from './list-entities.ts';
import { inUse, invalid, notFound } from './refusals.ts';
import { isSharedWith } from './resale-authorization.ts';
import { closeChangeSet } from './settle-change-set.ts';
import { startChangeSet } from './start-change-set.ts';
import { tagOperations } from './tags.ts';

// A channel partner can read the resale authorizations issued to it.
const mayRead = (entity: Entity, accountId: string): boolean =>
  entity.accountId === accountId || (entity.type === 'ResaleAuthorization' && isSharedWith(entity, accountId));

const inCatalog =
  (run: (call: AwsCall) => Record<string, unknown>): ((call: AwsCall) => Record<string, unknown>) =>
  (call) => {
    if (call.input.Catalog !== 'AWSMarketplace') throw invalid('Catalog must be AWSMarketplace.');
    return run(call);
  };

const inCatalogQuery =
  (run: (call: AwsCall) => Record<string, unknown>): ((call: AwsCall) => Record<string, unknown>) =>
  (call) => {
    if (call.input.catalog !== 'AWSMarketplace') throw invalid('catalog must be AWSMarketplace.');
    return run(call);
  };

const requireChangeSet = ({ simulation, account, input }: AwsCall): ChangeSet => {
  const id = String(input.changeSetId ?? '');
  const changeSet = simulation.store.get('changeSets', id);
  if (!changeSet || changeSet.accountId !== account.id) throw notFound(`Change set ${id} does not exist.`);
  return changeSet;
};

const summarizeChangeSet = (changeSet: ChangeSet): Record<string, unknown> => {
  const ids = changeSet.changes.map((item) => item.Entity.Identifier?.split('@')[0]);
  return {
    ChangeSetId: changeSet.id,
    ChangeSetArn: entityArn(changeSet.accountId, 'ChangeSet', changeSet.id),
    ChangeSetName: changeSet.name ?? undefined,
    StartTime: isoSeconds(changeSet.startedAt),
    EndTime: changeSet.endedAt === null ? undefined : isoSeconds(changeSet.endedAt),
    Status: changeSet.status,
    EntityIdList: [...new Set(ids.filter((id) => id !== undefined && !id.startsWith('$')))],
    FailureCode: changeSet.failureCode ?? undefined,
  };
};

const listChangeSets = ({ simulation, account, input }: AwsCall): Record<string, unknown> => {
  const size = input.MaxResults ?? 20;
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > 20) {
    throw invalid('MaxResults must be between 1 and 20.');
  }
  const tests = readFilters(input.FilterList);
  const sort = (input.Sort ?? {}) as { SortBy?: string; SortOrder?: string };
  const field = sort.SortBy ?? 'StartTime';
  if (field !== 'StartTime' && field !== 'EndTime') throw invalid('SortBy must be StartTime or EndTime.');
  const sign = sort.SortOrder === 'ASCENDING' ? 1 : -1;
  const timeOf = (item: ChangeSet): number => (field === 'StartTime' ? item.startedAt : (item.endedAt ?? Infinity));
  const found = simulation.store
    .list('changeSets')
    .filter((item) => item.accountId === account.id && tests.every((test) => test(item)))
    .sort((a, b) => (timeOf(a) === timeOf(b) ? (a.id < b.id ? -1 : 1) : sign * (timeOf(a) < timeOf(b) ? -1 : 1)));
  const page = cutPage(found, {
    size,
    token: input.NextToken as string | undefined,
    query: [input.FilterList, input.Sort],
    refuse: () => invalid('NextToken is not valid for this request.'),
  });
  return { ChangeSetSummaryList: page.items.map(summarizeChangeSet), NextToken: page.nextToken };
};

const readFilters = (value: unknown): ((changeSet: ChangeSet) => boolean)[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length < 1 || value.length > 8)
    throw invalid('FilterList must contain 1 to 8 filters.');
  return (value as { Name?: string; ValueList?: string[] }[]).map(({ Name = '', ValueList }) => {
    const test = Object.hasOwn(filterTests, Name) ? filterTests[Name] : undefined;
    if (!test) throw invalid(`Change sets cannot be filtered by ${Name}.`);
    if (!Array.isArray(ValueList) || ValueList.length < 1 || ValueList.length > 10) {
      throw invalid(`${Name} must contain 1 to 10 values.`);
    }
    return (changeSet) => test(changeSet, ValueList);
  });
};

/** The operations of the AWS Marketplace Catalog API by name. Query parameters are passed as members of the input. */
export const catalogOperations: Operations = {
  ...tagOperations,
  StartChangeSet: inCatalog(startChangeSet),
  ListEntities: inCatalog(listEntities),

  DescribeChangeSet: inCatalogQuery((call) => {
    const changeSet = requireChangeSet(call);
    return {
      ...summarizeChangeSet(changeSet),
      EntityIdList: undefined,
      Intent: changeSet.intent,
      FailureDescription: changeSet.failureDescription ?? undefined,
      ChangeSet: changeSet.changes.map((item) => ({ ...item, DetailsDocument: JSON.parse(item.Details) as Json })),
    };
  }),

  CancelChangeSet: inCatalogQuery((call) => {
    const changeSet = requireChangeSet(call);
    if (changeSet.status !== 'PREPARING') {
      throw inUse(`The change set is ${changeSet.status}; it can be cancelled while it is PREPARING.`);
    }
    change(call.simulation, (transaction) => closeChangeSet(transaction, { ...changeSet, status: 'CANCELLED' }));
    return { ChangeSetId: changeSet.id, ChangeSetArn: entityArn(changeSet.accountId, 'ChangeSet', changeSet.id) };
  }),

  ListChangeSets: inCatalog(listChangeSets),

  DescribeEntity: inCatalogQuery(({ simulation, account, input }) => {
    const [id = ''] = String(input.entityId ?? '').split('@');
    const entity = simulation.store.get('entities', id);
    if (!entity || !mayRead(entity, account.id)) throw notFound(`Entity ${id} does not exist.`);
    const described = describeEntity(entity);
    return { ...described, Details: JSON.stringify(described.DetailsDocument) };
  }),

  BatchDescribeEntities({ simulation, account, input }) {
    const requests = input.EntityRequestList;
    if (!Array.isArray(requests) || requests.length < 1 || requests.length > 20) {
      throw invalid('EntityRequestList must contain 1 to 20 requests.');
    }
    const EntityDetails: Record<string, unknown> = {};
    const Errors: Record<string, unknown> = {};
    const fault = strikeNow(simulation, 'unread-entity', { operation: 'BatchDescribeEntities', accountId: account.id });
    for (const request of requests as Json[]) {
      const id = String(request?.EntityId ?? '');
      const entity = simulation.store.get('entities', id.split('@')[0] ?? '');
      if (request?.Catalog === 'AWSMarketplace' && entity && mayRead(entity, account.id)) {
        EntityDetails[id] = describeEntity(entity);
      } else {
        Errors[id] = { ErrorCode: 'ResourceNotFoundException', ErrorMessage: `Entity ${id} does not exist.` };
      }
    }
    const unread = fault ? Object.keys(EntityDetails).at(-1) : undefined;
    if (unread !== undefined) {
      const ErrorCode = String(fault?.options.errorCode ?? 'InternalServiceException');
      delete EntityDetails[unread];
      Errors[unread] = { ErrorCode, ErrorMessage: `Entity ${unread} could not be read.` };
    }
    return { EntityDetails, Errors };
  },
};

const filterTests: Record<string, (changeSet: ChangeSet, values: string[]) => boolean> = {
  ChangeSetName: (item, values) => values.includes(item.name ?? ''),
  Status: (item, values) => values.includes(item.status),
  EntityId: (item, values) => (summarizeChangeSet(item).EntityIdList as string[]).some((id) => values.includes(id)),
  BeforeStartTime: (item, [value]) => item.startedAt < Date.parse(value ?? ''),
  AfterStartTime: (item, [value]) => item.startedAt > Date.parse(value ?? ''),
  BeforeEndTime: (item, [value]) => item.endedAt !== null && item.endedAt < Date.parse(value ?? ''),
  AfterEndTime: (item, [value]) => item.endedAt !== null && item.endedAt > Date.parse(value ?? ''),
};
