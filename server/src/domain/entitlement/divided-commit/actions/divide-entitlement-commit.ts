import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { isInMinorUnits } from '../../../../kit/currency.ts';
import { big, type Decimal, decimalFromJson } from '../../../../kit/decimal.ts';
import { badRequest, type Fault, Refusal, requireFound } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { writeEntitlement } from '../../change.ts';
import type { Term } from '../../entitlement.ts';
import { entitlementTransitions } from '../../states.ts';
import { lockEntitlement } from '../../store.ts';
import { findTerms } from '../../term/store.ts';
import { termNow } from '../../term/term-now.ts';
import { divideTerm } from '../divided-commit.ts';
import type { DivideEntitlementCommit } from '../schema.ts';

type Body = z.output<typeof DivideEntitlementCommit>;
type Input = { params: { entitlementId: string }; body: Body };

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

const refuse = (term: Term, reason: string, message: string): Refusal =>
  new Refusal('Conflict', message, { reason, entitlementTermID: encodeId('term', term.id) });

/** Only a commit that nothing was used of can be divided: usage that was paid from it stays paid from it. */
const requireDivisible = (term: Term): void => {
  if (big(term.divided_amount).gt(0) || term.info.isCommitDivided)
    throw refuse(term, 'DIVIDED', 'The commit of the current term is divided; delete its parts first.');
  if (big(term.used_commit_amount).gt(0) || big(term.used_credit_amount).gt(0))
    throw refuse(term, 'USED', 'Some of the commit or the credit of the current term is used; it cannot be divided.');
  if (big(term.commit_amount).lte(0)) throw refuse(term, 'NO_COMMIT', 'The current term has no commit to divide.');
};

const startFaults = (starts: Body['startDates'], { start_time: first, end_time: end }: Term): Fault[] =>
  starts.flatMap((start, index) => {
    const path = `startDates.${index}`;
    if (!start) return [fault(path, 'required', 'must be a time')];
    const before = starts[index - 1];
    if (index === 0 && start.getTime() !== first.getTime())
      return [fault(path, 'start', `must be the start of the current term, ${first.toISOString()}`)];
    if (before && start <= before) return [fault(path, 'order', 'must be later than the one before it')];
    if (end && start >= end)
      return [fault(path, 'range', `must be before the end of the current term, ${end.toISOString()}`)];
    return [];
  });

/** Absent, 0 and less mean the whole commit. */
const amountOf = ({ commitAmount }: Body, term: Term, faults: Fault[]): Decimal => {
  const given = commitAmount === undefined || commitAmount === null ? null : decimalFromJson(commitAmount);
  if (given === null || big(given).lte(0)) return term.commit_amount;
  const { currency } = term.entitlement_info;
  if (big(given).gt(term.commit_amount))
    faults.push(
      fault('commitAmount', 'range', `must be at most the commit of the current term, ${term.commit_amount}`),
    );
  if (!isInMinorUnits(given, currency))
    faults.push(
      fault('commitAmount', 'decimals', `must be a whole number of minor units of ${currency ?? 'a currency'}`),
    );
  return given;
};

/**
 * Divides the commit of the current term, or a part of it, equally among sub-terms, each with its share as credit. What
 * is not divided stays with the term. Emits entitlement.updated.
 */
export const divideEntitlementCommit = async (call: ActCall, { params, body }: Input): Promise<string> => {
  const old = requireFound(await lockEntitlement(call.db, params.entitlementId), 'entitlement');
  call.checkVersion(old.version);
  nextStatus('Entitlement', entitlementTransitions, 'divideCommit', old);
  const terms = await findTerms(call.db, old.id);
  const term = termNow(terms, call.now);
  if (!term)
    throw new Refusal('Conflict', 'The entitlement has no current term, so there is no commit to divide.', {
      reason: 'NO_TERM',
    });
  requireDivisible(term);
  const faults = startFaults(body.startDates, term);
  const amount = amountOf(body, term, faults);
  if (faults.length > 0) throw badRequest(faults);
  const starts = body.startDates.filter((start) => start !== undefined);
  const { parent, parts } = divideTerm(term, { starts, amount, now: call.now, newId: call.newId });
  const write = { terms: [parent, ...parts], oldTerms: terms, events: ['entitlement.updated'] as const };
  await writeEntitlement(call, old, old, write);
  return '';
};
