import type { ActCall } from '../../contract/call.ts';
import type { EventName } from '../../contract/events.ts';
import { createRowAdder, createRowChanger } from '../../contract/versioned-rows.ts';
import { scheduleAfter } from './cancellation/schedule.ts';
import type { Entitlement, Term } from './entitlement.ts';
import { insertEntitlement, updateEntitlementRow } from './store.ts';
import { deleteTermRow, insertTerm, updateTermRow } from './term/store.ts';
import { type EntitlementView, viewEntitlement, viewTerm } from './view.ts';
import { watchTimes } from './watch-times.ts';

const addRow = createRowAdder({ type: 'ent', view: viewEntitlement, insert: insertEntitlement });
const changeRow = createRowChanger({ type: 'ent', view: viewEntitlement, update: updateEntitlementRow });

const addEntitlement: typeof addRow = async (call, row, ...events) => {
  const written = await addRow(call, row, ...events);
  await watchTimes(call, undefined, written.row);
  return written;
};

/** Writes a changed entitlement as its next version, and reschedules what waits for its times. */
export const changeEntitlement: typeof changeRow = async (call, old, change, ...events) => {
  const written = await changeRow(call, old, { ...change, ...scheduleAfter(old, { ...old, ...change }) }, ...events);
  await watchTimes(call, old, written.row);
  return written;
};

const addTerm = createRowAdder({ type: 'term', view: viewTerm, insert: insertTerm });
const changeTerm = createRowChanger({ type: 'term', view: viewTerm, update: updateTermRow });

/** Deletes a part of a divided commit. */
export const deleteTerm = async (call: ActCall, term: Term): Promise<void> => {
  await deleteTermRow(call.db, term.id);
  call.recordChange({ type: 'term', before: viewTerm(call.orgId, term), after: null });
};

/** Data written with a change of an entitlement: the changed terms, the terms it had, and the events to emit. */
export type EntitlementWrite = { terms: readonly Term[]; oldTerms: readonly Term[]; events: readonly EventName[] };

/** Writes an entitlement, new or as its next version, together with its changed terms. */
export const writeEntitlement = async (
  call: ActCall,
  old: Entitlement | undefined,
  next: Entitlement,
  { terms, oldTerms, events }: EntitlementWrite,
): Promise<EntitlementView> => {
  const { view } = await (old ? changeEntitlement(call, old, next, ...events) : addEntitlement(call, next, ...events));
  for (const term of terms) {
    const oldTerm = oldTerms.find(({ id }) => id === term.id);
    await (oldTerm ? changeTerm(call, oldTerm, term) : addTerm(call, term));
  }
  return view;
};
