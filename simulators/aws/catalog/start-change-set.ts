import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { scheduleDue } from '../../kit/due.ts';
import { strikeFault } from '../../kit/faults.ts';
import { change } from '../../kit/simulation.ts';
import { entityArn } from '../arn.ts';
import type { AwsCall } from '../call.ts';
import { awsError } from '../errors.ts';
import {
  type AwsTransaction,
  type Change,
  type ChangeSet,
  type EntityType,
  type ErrorDetail,
  type JsonValue,
  readSettings,
  type Tag,
} from '../state.ts';
import { findChangeRule, readEntityType } from './change-types.ts';
import { inUse, invalid, notFound, type ValidationField } from './refusals.ts';
import { readTags } from './tags.ts';

type StartInput = {
  ChangeSet?: unknown;
  ChangeSetName?: unknown;
  ClientRequestToken?: unknown;
  ChangeSetTags?: unknown;
  Intent?: unknown;
};

/** AWS Catalog API, StartChangeSet: performs the immediate checks, locks the entities, and starts the set. */
export const startChangeSet = ({ simulation, account, input }: AwsCall): Record<string, unknown> => {
  const body = input as StartInput;
  const name = readText(body.ChangeSetName, 'ChangeSetName', /^[\w\s+=.:@-]{1,100}$/);
  const token = readText(body.ClientRequestToken, 'ClientRequestToken', /^[!-~]{1,64}$/);
  const intent = body.Intent ?? 'APPLY';
  if (intent !== 'APPLY' && intent !== 'VALIDATE') throw invalid('Intent must be APPLY or VALIDATE.');
  const tags = readTags(body.ChangeSetTags);
  const changes = readChanges(body.ChangeSet);

  return change(simulation, (transaction) => {
    const fingerprint = createHash('sha256')
      .update(JSON.stringify({ ...input, ClientRequestToken: null }))
      .digest('hex');
    const tokenId = `StartChangeSet/${account.id}/${token}`;
    const earlier = token === undefined ? undefined : transaction.get('clientTokens', tokenId);
    if (earlier && earlier.fingerprint !== fingerprint) {
      throw invalid('The ClientRequestToken was used with another request.');
    }
    if (earlier) return answerOf(account.id, earlier.result);

    const lockedIds = lockEntities(transaction, account.id, changes);
    const settings = readSettings(transaction);
    const open = transaction.list('openChangeSets').filter((item) => item.accountId === account.id);
    if (open.length >= settings.openChangeSetsMax) {
      throw awsError('ServiceQuotaExceededException', 402, 'Too many change sets of the account are running.');
    }
    const id = transaction.ids.text(25);
    const changeSet: ChangeSet = {
      id,
      accountId: account.id,
      name: name ?? null,
      intent,
      status: 'PREPARING',
      failureCode: null,
      failureDescription: null,
      changes,
      lockedIds,
      startedAt: transaction.at,
      applyAt: transaction.at + Math.floor(settings.changeSetDelayMs / 2),
      dueAt: transaction.at + settings.changeSetDelayMs,
      endedAt: null,
      forcedError: readForcedError(transaction, account.id),
    };
    transaction.put('changeSets', changeSet);
    transaction.put('openChangeSets', { id, accountId: account.id });
    for (const lockedId of lockedIds) transaction.put('locks', { id: lockedId, changeSetId: id });
    if (tags.length > 0) transaction.put('tags', { id: entityArn(account.id, 'ChangeSet', id), tags });
    if (token !== undefined) transaction.put('clientTokens', { id: tokenId, fingerprint, result: id });
    scheduleDue(transaction, { kind: 'change-set-apply', at: changeSet.applyAt, refId: id });
    scheduleDue(transaction, { kind: 'change-set-end', at: changeSet.dueAt, refId: id });
    return answerOf(account.id, id);
  });
};

const answerOf = (accountId: string, id: string): Record<string, unknown> => ({
  ChangeSetId: id,
  ChangeSetArn: entityArn(accountId, 'ChangeSet', id),
});

const readText = (value: unknown, field: string, pattern: RegExp): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw invalid(`${field} does not match ${pattern.source}.`);
};

const readForcedError = (transaction: AwsTransaction, accountId: string): ErrorDetail | null => {
  const fault = strikeFault(transaction, 'change-set-failure', { operation: 'StartChangeSet', accountId });
  if (!fault) return null;
  return {
    ErrorCode: String(fault.options.errorCode ?? 'INVALID_INPUT'),
    ErrorMessage: String(fault.options.errorMessage ?? 'This failure was asked for by a fault.'),
  };
};

const readChanges = (value: unknown): Change[] => {
  if (!Array.isArray(value) || value.length < 1 || value.length > 20) {
    throw invalid('ChangeSet must contain 1 to 20 changes.');
  }
  const problems: ValidationField[] = [];
  const changes = value.map((item, index) => readChange(item, index, problems));
  const names = changes.map((item) => item.ChangeName).filter((item) => item !== undefined);
  if (new Set(names).size !== names.length) problems.push({ Reason: 'Other', Message: 'Change names are unique.' });
  const targets = changes.map((item) => `${item.ChangeType} ${item.Entity.Identifier ?? ''}`);
  targets.forEach((target, index) => {
    const { ChangeType, Entity } = changes[index] as Change;
    if (Entity.Identifier === undefined || targets.indexOf(target) === index) return;
    problems.push({
      Reason: 'Other',
      EntityType: Entity.Type,
      EntityId: Entity.Identifier,
      ChangeType,
      Message: 'A change set holds the same change type only once for an entity.',
    });
  });
  if (problems.length > 0) throw invalid('One or more changes are invalid.', problems);
  return changes;
};

const readChange = (value: unknown, index: number, problems: ValidationField[]): Change => {
  const item = (value ?? {}) as Record<string, unknown>;
  const entity = (item.Entity ?? {}) as Record<string, unknown>;
  const changeType = String(item.ChangeType ?? '');
  const versioned = String(entity.Type ?? '');
  const identifier = entity.Identifier === undefined ? undefined : String(entity.Identifier).split('@')[0];
  const place = { EntityType: versioned, ChangeType: changeType, ...(identifier ? { EntityId: identifier } : {}) };
  const refuse = (Reason: ValidationField['Reason'], Field: string, Message: string): void => {
    problems.push({ Reason, ...place, Field, Message });
  };

  const type = readEntityType(versioned);
  const rule = type ? findChangeRule(type, changeType) : undefined;
  if (!rule) refuse('UnknownOperation', `$.ChangeSet[${index}]`, `${versioned} has no change type ${changeType}.`);
  if (rule && rule.creates !== (identifier === undefined)) {
    const problem = rule.creates ? 'must not be given' : 'must be given';
    refuse(
      'FieldValidationFailed',
      `$.ChangeSet[${index}].Entity.Identifier`,
      `Identifier ${problem} for ${changeType}.`,
    );
  }
  const name = item.ChangeName;
  if (name !== undefined && !(typeof name === 'string' && /^[a-zA-Z]{1,72}$/.test(name))) {
    refuse('FieldValidationFailed', `$.ChangeSet[${index}].ChangeName`, 'ChangeName must be 1 to 72 letters.');
  }
  const document = readDetails(item, refuse);
  if (rule && document !== undefined) checkDetails(rule.schema, document, refuse);
  const entityTags: Tag[] = readTags(item.EntityTags);
  return {
    ChangeType: changeType,
    Entity: { Type: versioned, ...(identifier === undefined ? {} : { Identifier: identifier }) },
    Details: JSON.stringify(document ?? {}),
    ...(typeof name === 'string' ? { ChangeName: name } : {}),
    ...(entityTags.length > 0 ? { EntityTags: entityTags } : {}),
    ErrorDetailList: [],
  };
};

type Refuse = (reason: ValidationField['Reason'], field: string, message: string) => void;

const readDetails = (item: Record<string, unknown>, refuse: Refuse): JsonValue | undefined => {
  const { Details, DetailsDocument } = item;
  if (Details !== undefined && DetailsDocument !== undefined) {
    refuse('Other', '$.Details', 'Details and DetailsDocument exclude each other.');
    return undefined;
  }
  if (DetailsDocument !== undefined) return DetailsDocument as JsonValue;
  if (typeof Details !== 'string' || Details.length < 2) {
    refuse('FieldValidationFailed', '$.Details', 'Details or DetailsDocument must be given.');
    return undefined;
  }
  try {
    return JSON.parse(Details) as JsonValue;
  } catch {
    refuse('CannotParse', '$.Details', 'Details is not valid JSON.');
    return undefined;
  }
};

const checkDetails = (schema: z.ZodType, document: JsonValue, refuse: Refuse): void => {
  // A reference to another change may be used in place of an ID and need not have an ID's format.
  const result = schema.safeParse(withoutReferences(document));
  for (const issue of result.error?.issues ?? []) {
    const path = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
    refuse('FieldValidationFailed', `$${path}`, issue.message);
  }
};

const withoutReferences = (value: JsonValue, field = ''): JsonValue => {
  const name = typeof value === 'string' ? referencePattern.exec(value)?.[1] : undefined;
  if (name !== undefined) return `${field === 'OfferSetId' ? 'offerset' : 'entity'}-${name}`;
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, field));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutReferences(item, key)]));
  }
  return value;
};

/** An offer for a product that does not exist is refused at once, like a change of a missing entity. */
const requireProduct = (
  transaction: AwsTransaction,
  accountId: string,
  details: string,
  created: ReadonlySet<string>,
): void => {
  const { ProductId: productId = '' } = JSON.parse(details) as { ProductId?: string };
  const reference = referencePattern.exec(productId)?.[1];
  if (reference !== undefined && created.has(reference)) return;
  const product = transaction.get('entities', productId.split('@')[0] ?? '');
  if (product?.type === 'SaaSProduct' && product.accountId === accountId) return;
  throw notFound(`Product ${productId} does not exist.`);
};

/** A reference to the entity of another change of the same set. */
export const referencePattern = /^\$([a-zA-Z]{1,72})\.Entity\.Identifier$/;

const lockEntities = (transaction: AwsTransaction, accountId: string, changes: Change[]): string[] => {
  // A change may precede the one that creates its subject: the order in a set does not matter.
  const created = new Set(changes.flatMap(({ ChangeName }) => ChangeName ?? []));
  const ids = new Set<string>();
  for (const { Entity, ChangeType, Details } of changes) {
    const identifier = Entity.Identifier;
    const reference = referencePattern.exec(identifier ?? '')?.[1];
    if (reference !== undefined) {
      if (!created.has(reference)) throw invalid(`${identifier} does not name a change of the set.`);
    } else if (identifier !== undefined) {
      const entity = transaction.get('entities', identifier);
      const type = readEntityType(Entity.Type) as EntityType;
      if (!entity || entity.accountId !== accountId || entity.type !== type) {
        throw notFound(`${Entity.Type} ${identifier} does not exist.`);
      }
      ids.add(identifier);
    }
    if (ChangeType === 'CreateOffer') requireProduct(transaction, accountId, Details, created);
  }
  for (const id of ids) {
    const lock = transaction.get('locks', id);
    if (lock) throw inUse(`Entity ${id} is locked by change set ${lock.changeSetId}.`);
  }
  return [...ids];
};
