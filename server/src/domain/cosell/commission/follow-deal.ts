import { isDeepStrictEqual } from 'node:util';
import type { BuyerCompany } from '../../../adapters/cosell/port.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { commissionAmount } from './amount.ts';
import type { Commission, CommissionStep, Terms } from './commission.ts';
import { type CommissionAct, commissionTransitions } from './states.ts';
import { withdrawn } from './step.ts';

/** What a commission takes from its deal. */
export type DealTerms = {
  name: string;
  buyerCompany: BuyerCompany;
  dealValue: Decimal;
  currency: string;
  terms: Terms;
};

/** Who changed the deal, and when. `by`: the organization, as clients see it. */
export type Occasion = { by: string; now: Date };

const columnsOf = ({ name, buyerCompany, terms, ...value }: DealTerms) => ({
  deal_name: name,
  buyer_company: buyerCompany,
  deal_value: value.dealValue,
  currency: value.currency,
  terms,
  amount: commissionAmount(terms, value),
});

/** What both copies of the commission of a deal that is won now begin with. */
export const beginCommission = (deal: DealTerms, { by, now }: Occasion) => {
  const columns = columnsOf(deal);
  const status = 'PENDING_CONFIRMATION' as const;
  const step: CommissionStep = { time: now.toISOString(), status, action: 'WIN', by, amount: columns.amount };
  return {
    ...columns,
    status,
    won_time: now,
    invoice_number: null,
    paid_time: null,
    terms_update: null,
    history: [step],
  };
};

/** The changes of a commission that follow from those of its deal; null: none, because it is frozen or already equal. */
export const followDeal = (commission: Commission, deal: DealTerms): Partial<Commission> | null => {
  if (!allows(commissionTransitions, 'follow the deal', commission.status)) return null;
  const { terms: _terms, ...columns } = columnsOf({ ...deal, terms: commission.terms });
  const same = Object.entries(columns).every(([name, value]) =>
    isDeepStrictEqual(commission[name as keyof Commission], value),
  );
  return same ? null : columns;
};

/** What reopening its deal makes of a commission; null: it is void already. Throws a 409 once it is confirmed. */
export const reopenedDeal = (commission: Commission, { by, now }: Occasion): Partial<Commission> | null => {
  const act: CommissionAct = 'reopen the deal';
  const status = nextStatus('Commission', commissionTransitions, act, commission);
  if (status === commission.status) return null;
  const step: CommissionStep = { time: now.toISOString(), status, action: 'REOPEN', by, amount: commission.amount };
  return { status, history: [...commission.history, step], ...withdrawn(commission) };
};
