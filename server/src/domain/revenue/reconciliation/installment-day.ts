import { chargeTimeOf } from '../../../contract/reference/charge-day.ts';
import type { BilledTerm } from '../../entitlement/actions/load-billed-terms.ts';

type Installment = NonNullable<BilledTerm['info']['paymentInstallments']>[number];

/** The day that an installment names; null if it names none. */
export const installmentDay = (installment: Installment): Date | null => chargeTimeOf(installment);
