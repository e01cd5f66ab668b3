import type { ActCall } from '../../../contract/call.ts';
import { big, decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { TermUse } from '../entitlement.ts';
import { addTermUse } from '../term/store.ts';

/** Sums the uses of each term in the order of their ids; omits terms whose sum is zero. */
const sumUses = (uses: readonly TermUse[]): TermUse[] =>
  [...Map.groupBy(uses, (use) => use.termId)]
    .map(([termId, list]) => ({
      termId,
      credit: list.reduce((sum, use) => sum.plus(use.credit), big(0)).toFixed(),
      commit: list.reduce((sum, use) => sum.plus(use.commit), big(0)).toFixed(),
    }))
    .filter((use) => use.credit !== '0' || use.commit !== '0')
    .sort((left, right) => (left.termId < right.termId ? -1 : 1));

/**
 * Spends credit and commit of terms, or returns what was spent (negative amounts). Only usage whose report is written
 * in the same act may do this, and only up to the amounts that `lockTermFunds` returned.
 */
export const spendTermFunds = async (call: ActCall, uses: readonly TermUse[]): Promise<void> => {
  const sums = sumUses(uses);
  if (sums.length === 0) return;
  const byTerm = new Map(sums.map((use) => [use.termId, use]));
  for (const term of await addTermUse(call.db, sums, call.now)) {
    const { credit = '0', commit = '0' } = byTerm.get(term.id) ?? {};
    call.recordChange({
      type: 'term',
      id: encodeId('term', term.id),
      before: {
        usedCreditAmount: decimalToJson(big(term.used_credit_amount).minus(credit)),
        usedCommitAmount: decimalToJson(big(term.used_commit_amount).minus(commit)),
      },
      after: {
        usedCreditAmount: decimalToJson(term.used_credit_amount),
        usedCommitAmount: decimalToJson(term.used_commit_amount),
      },
    });
  }
};
