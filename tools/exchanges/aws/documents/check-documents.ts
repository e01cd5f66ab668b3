import type { Exchange } from '../../../../simulators/kit/record.ts';
import { type Difference, show } from '../../difference.ts';
import { createBodyCheck, type Fault } from '../../openapi/check-body.ts';
import { changeDocuments } from './changes.ts';
import { entityDocuments } from './entities.ts';

type Change = {
  ChangeType?: unknown;
  Entity?: { Type?: unknown };
  Details?: unknown;
  DetailsDocument?: unknown;
};

/** A document as JSON, or as text that contains JSON; undefined if it cannot be parsed. */
const documentOf = ({ Details, DetailsDocument }: Pick<Change, 'Details' | 'DetailsDocument'>): unknown => {
  if (DetailsDocument !== undefined) return DetailsDocument;
  try {
    return JSON.parse(String(Details));
  } catch {
    return undefined;
  }
};

/**
 * Checks the documents of changes and entities, which the service model leaves open, against AWS's published
 * descriptions.
 */
export const createDocumentCheck = () => {
  const faultsOf = createBodyCheck('documents', { changes: changeDocuments, entities: entityDocuments });
  const pointerOf = (...parts: string[]): string => parts.map((part) => `/${encodeURIComponent(part)}`).join('');

  const checkChange = (change: Change, side: Difference['side']): Difference[] => {
    const type = String(change.Entity?.Type);
    const name = String(change.ChangeType);
    const told = ({ at, rule, detail }: Fault): Difference => ({
      operation: `Catalog ${type} ${name}`,
      side,
      at,
      rule,
      detail,
    });
    const shapes = Object.hasOwn(changeDocuments, type) ? changeDocuments[type] : undefined;
    if (!shapes || !Object.hasOwn(shapes, name))
      return [told({ at: '', rule: 'no such change type', detail: show(change) })];
    return faultsOf(pointerOf('changes', type, name), documentOf(change)).map(told);
  };

  const checkEntity = (body: { EntityType?: unknown; Details?: unknown; DetailsDocument?: unknown }): Difference[] => {
    const type = String(body.EntityType);
    const told = ({ at, rule, detail }: Fault): Difference => ({
      operation: `Catalog ${type}`,
      side: 'answer',
      at,
      rule,
      detail,
    });
    if (!Object.hasOwn(entityDocuments, type))
      return [told({ at: 'EntityType', rule: 'no such entity type', detail: show(type) })];
    return faultsOf(pointerOf('entities', type), documentOf(body)).map(told);
  };

  const changesOf = (body: unknown): Change[] => {
    const changes = (body as { ChangeSet?: unknown } | null)?.ChangeSet;
    return Array.isArray(changes) ? (changes as Change[]) : [];
  };

  /** `operation` is the name of the Catalog API operation. */
  return (operation: string, { requestBody, responseBody, status, fault }: Exchange): Difference[] => {
    const isAnswered = status === 200 && fault === undefined;
    switch (operation) {
      case 'StartChangeSet':
        return changesOf(requestBody).flatMap((change) => checkChange(change, 'request'));
      case 'DescribeChangeSet':
        return isAnswered ? changesOf(responseBody).flatMap((change) => checkChange(change, 'answer')) : [];
      case 'DescribeEntity':
        return isAnswered ? checkEntity(responseBody as object) : [];
      default:
        return [];
    }
  };
};
