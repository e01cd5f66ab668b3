import type { ActCall } from '../../contract/call.ts';
import type { EventName } from '../../contract/events.ts';
import { createRowAdder, createRowChanger } from '../../contract/versioned-rows.ts';
import type { Entitlement, Term } from './entitlement.ts';
import { insertEntitlement, updateEntitlementRow } from './store.ts';
import { deleteTermRow, insertTerm, updateTermRow } from './term/store.ts';
import { viewEntitlement, viewTerm } from './view.ts';

const addEntitlement = createRowAdder({ type: 'ent', view: viewEntitlement, insert: insertEntitlement });

/** Writes a changed entitlement as its next version. */
export const changeEntitlement = createRowChanger({ type: 'ent', view: viewEntitlement, update: updateEntitlementRow });

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
): Promise<void> => {
  await (old ? changeEntitlement(call, old, next, ...events) : addEntitlement(call, next, ...events));
  for (const term of terms) {
    const oldTerm = oldTerms.find(({ id }) => id === term.id);
    await (oldTerm ? changeTerm(call, oldTerm, term) : addTerm(call, term));
  }
};
