import type { OrgDb } from '../../../db/org-db.ts';
import { notFound, Refusal } from '../../../kit/errors.ts';
import { findGroupsOrDropped } from './store.ts';
import type { UsageRecordGroup } from './usage-record-group.ts';

export type GroupQuery = { params: { usageRecordGroupId: string }; query: { creationDate?: string | undefined } };

/** The group in a path; 404 if there is none, if it was created on another day than the given one, or if retention dropped it. */
export const findGroupOn = async (db: OrgDb, { params, query }: GroupQuery): Promise<UsageRecordGroup> => {
  const id = params.usageRecordGroupId;
  const { groups, dropped } = await findGroupsOrDropped(db, [id]);
  const [gone] = dropped;
  if (gone) {
    const message = `Usage record group ${id} of ${gone.creation_month.slice(0, 7)} is no longer kept. Its id cannot be used again.`;
    throw new Refusal('NotFound', message);
  }
  const known = groups.get(id);
  if (!known || (query.creationDate && !known.creation_time.toISOString().startsWith(query.creationDate)))
    throw notFound('usage record group');
  return known;
};
