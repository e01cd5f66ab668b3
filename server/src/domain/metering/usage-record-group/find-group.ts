import type { OrgDb } from '../../../db/org-db.ts';
import { notFound } from '../../../kit/errors.ts';
import { findGroups } from './store.ts';
import type { UsageRecordGroup } from './usage-record-group.ts';

export type GroupQuery = { params: { usageRecordGroupId: string }; query: { creationDate?: string | undefined } };

/** The group in a path; 404 if there is none, or if it was created on another day than the given one. */
export const findGroupOn = async (db: OrgDb, { params, query }: GroupQuery): Promise<UsageRecordGroup> => {
  const known = (await findGroups(db, [params.usageRecordGroupId])).get(params.usageRecordGroupId);
  if (!known || (query.creationDate && !known.creation_time.toISOString().startsWith(query.creationDate)))
    throw notFound('usage record group');
  return known;
};
