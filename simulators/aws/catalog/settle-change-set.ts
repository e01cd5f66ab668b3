import { entityArn } from '../arn.ts';
import { newEntityId } from '../entity-id.ts';
import { sendChangeSetEvent } from '../events.ts';
import type {
  AwsTransaction,
  Change,
  ChangeSet,
  DueItem,
  Entity,
  EntityType,
  ErrorDetail,
  JsonValue,
} from '../state.ts';
import { orderOf } from './change-order.ts';
import { businessErrorOf, type ChangeDraft } from './change-rule.ts';
import { findChangeRule, readEntityType } from './change-types.ts';
import { referencePattern } from './start-change-set.ts';

/** A change set that is being applied can no longer be cancelled. */
export const beginApplying = (transaction: AwsTransaction, item: DueItem): void => {
  const changeSet = transaction.get('changeSets', item.refId);
  if (changeSet?.status === 'PREPARING') transaction.put('changeSets', { ...changeSet, status: 'APPLYING' });
};

/** Completes a running change set: either all of its changes take effect, or none. */
export const endChangeSet = (transaction: AwsTransaction, item: DueItem): void => {
  const changeSet = transaction.get('changeSets', item.refId);
  if (!changeSet || (changeSet.status !== 'PREPARING' && changeSet.status !== 'APPLYING')) return;
  const result = runChanges(transaction, changeSet);
  const failed = result.failureCode !== null;
  if (!failed && changeSet.intent === 'APPLY') {
    for (const entity of result.touched) {
      transaction.put('entities', { ...entity, revision: entity.revision + 1, modifiedAt: transaction.at });
      if (entity.type === 'SaaSProduct') transaction.put('productCodes', { id: entity.code, productId: entity.id });
    }
    tagEntities(transaction, changeSet.accountId, result.changes);
    for (const effect of result.effects) effect();
  }
  closeChangeSet(transaction, {
    ...changeSet,
    status: failed ? 'FAILED' : 'SUCCEEDED',
    failureCode: result.failureCode,
    failureDescription: failed ? 'Change set failed. See the errors of its changes.' : null,
    changes: failed || changeSet.intent === 'VALIDATE' ? withErrors(changeSet.changes, result) : result.changes,
  });
};

/** Unlocks the entities of a completed change set, and notifies the seller. */
export const closeChangeSet = (transaction: AwsTransaction, changeSet: ChangeSet): void => {
  const closed: ChangeSet = { ...changeSet, endedAt: transaction.at };
  transaction.put('changeSets', closed);
  transaction.remove('openChangeSets', closed.id);
  for (const id of closed.lockedIds) transaction.remove('locks', id);
  sendChangeSetEvent(transaction, closed);
};

type RunResult = {
  failureCode: ChangeSet['failureCode'];
  failedIndex: number;
  errors: ErrorDetail[];
  touched: Entity[];
  changes: Change[];
  effects: (() => void)[];
};

const runChanges = (transaction: AwsTransaction, changeSet: ChangeSet): RunResult => {
  const draft = openDraft(transaction, changeSet.accountId);
  const named = new Map<string, string>();
  const changes: Change[] = [...changeSet.changes];
  const failure = (index: number, code: ChangeSet['failureCode'], errors: ErrorDetail[]): RunResult => ({
    failureCode: code,
    failedIndex: index,
    errors,
    touched: [],
    changes: [],
    effects: [],
  });

  if (changeSet.forcedError) {
    const server = changeSet.forcedError.ErrorCode === 'SERVER_FAULT';
    return failure(0, server ? 'SERVER_FAULT' : 'CLIENT_ERROR', server ? [] : [changeSet.forcedError]);
  }
  const checks: { index: number; check: () => void }[] = [];
  const refused = (index: number, run: () => void): RunResult | null => {
    try {
      run();
      return null;
    } catch (error) {
      const errors = businessErrorOf(error);
      if (!errors) throw error;
      return failure(index, 'CLIENT_ERROR', errors);
    }
  };
  for (const index of orderOf(changeSet.changes)) {
    const item = changeSet.changes[index] as Change;
    const type = readEntityType(item.Entity.Type) as EntityType;
    const rule = findChangeRule(type, item.ChangeType);
    const id = rule?.creates ? newEntityId(transaction, type) : resolve(item.Entity.Identifier ?? '', named);
    const atEnd = (check: () => void): void => void checks.push({ index, check });
    const details = resolveAll(JSON.parse(item.Details) as JsonValue, named);
    const refusal = refused(index, () => rule?.apply({ ...draft, atEnd }, id, details));
    if (refusal) return refusal;
    if (item.ChangeName !== undefined) named.set(item.ChangeName, id);
    changes[index] = { ...item, Entity: { ...item.Entity, Identifier: id } };
  }
  for (const { index, check } of checks) {
    const refusal = refused(index, check);
    if (refusal) return refusal;
  }
  const touched = draft.touched();
  const revisions = new Map(touched.map((entity) => [entity.id, entity.revision + 1]));
  return {
    failureCode: null,
    failedIndex: -1,
    errors: [],
    touched,
    effects: draft.effects,
    changes: changes.map((item) => {
      const id = item.Entity.Identifier ?? '';
      return { ...item, Entity: { ...item.Entity, Identifier: `${id}@${revisions.get(id) ?? 1}` } };
    }),
  };
};

const openDraft = (
  transaction: AwsTransaction,
  accountId: string,
): Omit<ChangeDraft, 'atEnd'> & { touched(): Entity[]; effects: (() => void)[] } => {
  const changed = new Map<string, Entity>();
  const effects: (() => void)[] = [];
  return {
    transaction,
    accountId,
    at: transaction.at,
    get: (id) => changed.get(id) ?? transaction.get('entities', id),
    put: (entity) => {
      changed.set(entity.id, entity);
    },
    entities: () => {
      const stored = [...transaction.list('entities')].filter(({ id }) => !changed.has(id));
      return [...stored, ...changed.values()];
    },
    onSuccess: (effect) => {
      effects.push(effect);
    },
    touched: () => [...changed.values()],
    effects,
  };
};

const resolve = (text: string, named: Map<string, string>): string => {
  const name = referencePattern.exec(text)?.[1];
  return name === undefined ? text : (named.get(name) ?? text);
};

const resolveAll = (value: JsonValue, named: Map<string, string>): JsonValue => {
  if (typeof value === 'string') return resolve(value, named);
  if (Array.isArray(value)) return value.map((item) => resolveAll(item, named));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveAll(item, named)]));
  }
  return value;
};

const withErrors = (changes: Change[], result: RunResult): Change[] =>
  changes.map((item, index) => (index === result.failedIndex ? { ...item, ErrorDetailList: result.errors } : item));

const tagEntities = (transaction: AwsTransaction, accountId: string, changes: Change[]): void => {
  for (const { Entity, EntityTags } of changes) {
    if (!EntityTags) continue;
    const [id = ''] = (Entity.Identifier ?? '').split('@');
    const [type = ''] = Entity.Type.split('@');
    transaction.put('tags', { id: entityArn(accountId, type, id), tags: EntityTags });
  }
};
