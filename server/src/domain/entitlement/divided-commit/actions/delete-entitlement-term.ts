import type { ActCall } from '../../../../contract/call.ts';
import { big } from '../../../../kit/decimal.ts';
import { notFound, Refusal, requireFound } from '../../../../kit/errors.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { deleteTerm, writeEntitlement } from '../../change.ts';
import { entitlementTransitions } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';
import { findTerms } from '../../term/store.ts';
import { joinPart, partsOf } from '../divided-commit.ts';

type Input = { params: { entitlementId: string; entitlementTermId: string } };

/**
 * Deletes an unused part of a divided commit; its time and its share go to the part before it, or after it if it is the
 * first. Deleting the last part undoes the division. Emits entitlement.updated.
 */
export const deleteEntitlementTerm = async (call: ActCall, { params }: Input): Promise<string> => {
  const entitlement = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement term');
  const terms = await findTerms(call.db, entitlement.id);
  const term = terms.find(({ id }) => id === params.entitlementTermId);
  if (!term) throw notFound('entitlement term');
  call.checkVersion(term.version);
  const parent = terms.find(({ id }) => id === term.parent_term_id);
  if (!parent)
    throw new Refusal('Conflict', 'Only terms made by divideCommit can be deleted; this one was agreed.', {
      reason: 'NOT_A_PART',
      type: term.type,
    });
  nextStatus('Entitlement', entitlementTransitions, 'joinCommit', entitlement);
  if (!big(term.used_credit_amount).eq(0))
    throw new Refusal('Conflict', 'Some of the share of this term is used; it cannot be deleted.', { reason: 'USED' });
  const parts = partsOf(parent, terms);
  const joined = joinPart(parent, parts, term);
  await deleteTerm(call, term);
  const changed = joined.parts.filter((part) => {
    const before = parts.find(({ id }) => id === part.id);
    return (
      before?.credit_amount !== part.credit_amount ||
      before.start_time.getTime() !== part.start_time.getTime() ||
      before.end_time?.getTime() !== part.end_time?.getTime()
    );
  });
  const write = { terms: [joined.parent, ...changed], oldTerms: terms, events: ['entitlement.updated'] as const };
  await writeEntitlement(call, entitlement, entitlement, write);
  return '';
};
