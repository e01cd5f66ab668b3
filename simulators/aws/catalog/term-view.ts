import type { Json, Term } from '../state.ts';

/** A term as it is described: dates given as days become instants. */
export const termDetails = (term: Term): Json => {
  if (term.Type !== 'PaymentScheduleTerm') return term;
  const schedule = (term.Schedule as Json[]).map((charge) => ({
    ...charge,
    ChargeDate: `${String(charge.ChargeDate)}T00:00:00.000Z`,
  }));
  return { ...term, Schedule: schedule };
};
