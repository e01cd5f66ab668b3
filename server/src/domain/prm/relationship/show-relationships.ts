import type { ReadCall } from '../../../contract/call.ts';
import { findPeople } from '../../organization/actions/find-people.ts';
import type { Relationship } from './relationship.ts';
import { summarize } from './summary.ts';
import { viewRelationship } from './view.ts';

/** Relationships as clients see them, with their managers and figures, in the given order. */
export const showRelationships = async (call: Pick<ReadCall, 'db' | 'orgId'>, rows: readonly Relationship[]) => {
  const managers = rows.flatMap(({ manager_id: id }) => (id === null ? [] : [id]));
  const people = await findPeople(call.db, managers);
  const summaries = await summarize(
    call.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const person = row.manager_id === null ? undefined : people.get(row.manager_id);
    const summary = summaries.get(row.id);
    if (!summary) throw new Error('a relationship has no summary');
    return viewRelationship(call.orgId, row, {
      manager: person && { name: person.name, email: person.email },
      summary,
    });
  });
};

export const showRelationship = async (call: Pick<ReadCall, 'db' | 'orgId'>, row: Relationship) => {
  const [shown] = await showRelationships(call, [row]);
  if (!shown) throw new Error('a relationship is not shown');
  return shown;
};
