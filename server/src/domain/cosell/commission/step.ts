import { nextStatus } from '../../../kit/transitions.ts';
import type { Commission, TermsUpdate } from './commission.ts';
import { type TermsUpdateStatus, termsUpdateIs, termsUpdateTransitions } from './states.ts';

type TermsAct = keyof typeof termsUpdateTransitions;

/** The status of proposed terms after an act. Throws a 409 that names the statuses from which it is allowed. */
export const termsStatusAfter = (act: TermsAct, update: Pick<TermsUpdate, 'status'>): TermsUpdateStatus =>
  nextStatus('Commission terms update', termsUpdateTransitions, act, update);

/** An open proposal of other terms ends with the commission. */
export const withdrawn = ({ terms_update: update }: Commission): Partial<Pick<Commission, 'terms_update'>> =>
  update && termsUpdateIs.open(update.status)
    ? { terms_update: { ...update, status: termsStatusAfter('withdraw terms', update) } }
    : {};
