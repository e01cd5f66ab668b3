import type { BilledTerm } from '../../entitlement/actions/load-billed-terms.ts';

type Installment = NonNullable<BilledTerm['info']['paymentInstallments']>[number];

const dayIn = (text: string | undefined): Date | null => {
  const time = new Date(text ?? '');
  return text === undefined || text === '' || Number.isNaN(time.getTime()) ? null : time;
};

/** The day that an installment names; null if it names none. */
export const installmentDay = ({ chargeOn, chargeOnStr }: Installment): Date | null =>
  dayIn(chargeOn) ?? dayIn(chargeOnStr);
