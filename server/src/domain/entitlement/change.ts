import type { ActCall } from '../../contract/call.ts';
import type { EventName } from '../../contract/events.ts';
import type { Entitlement, Term } from './entitlement.ts';
import { insertEntitlement, updateEntitlementRow } from './store.ts';
import { insertTerm, updateTermRow } from './term/store.ts';
import { viewEntitlement, viewTerm } from './view.ts';

/** What goes with a change of an entitlement: its changed terms beside those it had, and the events to tell. */
export type EntitlementWrite = { terms: readonly Term[]; oldTerms: readonly Term[]; events: readonly EventName[] };

/** Writes an entitlement, new or as its next version, with its changed terms, audit trail and events. */
export const writeEntitlement = async (
  call: ActCall,
  old: Entitlement | undefined,
  next: Entitlement,
  { terms, oldTerms, events }: EntitlementWrite,
): Promise<Entitlement> => {
  const entitlement = old ? { ...next, last_update_time: call.now, version: old.version + 1 } : next;
  if (old) await updateEntitlementRow(call.db, entitlement);
  else await insertEntitlement(call.db, entitlement);
  const view = viewEntitlement(call.orgId, entitlement);
  call.setVersion(entitlement.version);
  call.changed({
    type: 'ent',
    id: view.id,
    name: entitlement.name,
    before: old ? viewEntitlement(call.orgId, old) : null,
    after: view,
  });
  for (const term of terms)
    await writeTerm(
      call,
      oldTerms.find(({ id }) => id === term.id),
      term,
    );
  for (const name of events) {
    call.emit({ name, entityType: 'ent', entityId: view.id, version: entitlement.version, payload: view });
  }
  return entitlement;
};

const writeTerm = async (call: ActCall, old: Term | undefined, next: Term): Promise<void> => {
  const term = old ? { ...next, last_update_time: call.now, version: old.version + 1 } : next;
  if (old) await updateTermRow(call.db, term);
  else await insertTerm(call.db, term);
  const after = viewTerm(call.orgId, term);
  call.changed({ type: 'term', id: after.id, before: old ? viewTerm(call.orgId, old) : null, after });
};
