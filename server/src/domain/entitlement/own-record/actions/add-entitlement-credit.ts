import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { isInMinorUnits } from '../../../../kit/currency.ts';
import { big, type Decimal, decimalFromJson, decimalToJson } from '../../../../kit/decimal.ts';
import { badRequest, type Fault, notFound, Refusal, requireFound } from '../../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../../kit/ids.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { writeEntitlement } from '../../change.ts';
import type { Term } from '../../entitlement.ts';
import { entitlementTransitions } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';
import { findTerms } from '../../term/store.ts';
import { termNow } from '../../term/term-now.ts';
import type { AddEntitlementCredit } from '../schema.ts';

type Input = { params: { entitlementId: string }; body: z.output<typeof AddEntitlementCredit> };

const creditMax = '1000000000000000';

/** The named term, or the one that holds now. Credit is never granted for a time that has passed. */
const findCredited = (terms: readonly Term[], given: string | null | undefined, now: Date): Term => {
  if (!given) return requireFound(termNow(terms, now), 'term that holds now');
  const id = decodeId('term', given);
  const term = terms.find((one) => one.id === id);
  if (!term) throw notFound('entitlement term');
  if (term.parent_term_id !== null)
    throw new Refusal('Conflict', 'The credit of this term is a share of its parent; add the credit to the parent.', {
      reason: 'PART_OF_COMMIT',
      parentEntitlementTermId: encodeId('term', term.parent_term_id),
    });
  if (term.end_time !== null && term.end_time <= now)
    throw new Refusal('Conflict', 'The term has ended, and credit is never granted for a time that has passed.', {
      reason: 'ENDED',
      endTime: term.end_time.toISOString(),
    });
  return term;
};

const amountFaults = (amount: Decimal, term: Term): Fault[] => {
  const path = 'creditAmountIncrement';
  const { currency } = term.entitlement_info;
  if (big(amount).lte(0)) return [{ path, code: 'range', message: 'must be more than 0' }];
  if (big(amount).plus(term.credit_amount).gte(creditMax))
    return [{ path, code: 'range', message: `the credit of a term must be less than ${creditMax}` }];
  if (isInMinorUnits(amount, currency)) return [];
  return [{ path, code: 'decimals', message: `must be a whole number of minor units of ${currency ?? 'a currency'}` }];
};

/**
 * Adds credit to the term that holds now, or to the named one: it pays for usage that is closed from now on. Emits
 * entitlement.updated.
 */
export const addEntitlementCredit = async (call: ActCall, { params, body }: Input) => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  nextStatus('Entitlement', entitlementTransitions, 'addCredit', old);
  const { creditAmountIncrement, entitlementTermID } = body;
  const amount = decimalFromJson(creditAmountIncrement) ?? '0';
  const terms = await findTerms(call.db, old.id);
  const term = findCredited(terms, entitlementTermID, call.now);
  const faults = amountFaults(amount, term);
  if (faults.length > 0) throw badRequest(faults);
  const credited = { ...term, credit_amount: big(term.credit_amount).plus(amount).toFixed() };
  const write = { terms: [credited], oldTerms: terms, events: ['entitlement.updated'] as const };
  await writeEntitlement(call, old, old, write);
  return {
    creditAmountIncrement: decimalToJson(amount),
    entitlementID: encodeId('ent', old.id),
    entitlementTermID: encodeId('term', term.id),
    newCreditAmount: decimalToJson(credited.credit_amount),
    organizationID: encodeId('org', call.orgId),
  };
};
