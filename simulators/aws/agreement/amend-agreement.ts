import { controlError } from '../../kit/control.ts';
import { chargeAmendment } from '../billing/charge-agreement.ts';
import { sendAgreementAmended } from '../events.ts';
import type { Agreement, AwsTransaction } from '../state.ts';
import { updateLicense } from './licenses.ts';
import { lockoutStartAt, willRenew } from './renewal-term.ts';
import { computeDeal } from './terms.ts';

/** A buyer changes the quantities of an agreement, or turns its automatic renewal on or off. */
export const amendAgreement = (
  transaction: AwsTransaction,
  agreementId: string,
  changes: { quantities: Record<string, number> | undefined; autoRenew: boolean | undefined },
): Agreement => {
  const agreement = transaction.get('agreements', agreementId);
  if (!agreement) throw controlError(404, `there is no agreement ${agreementId}`);
  if (agreement.status !== 'ACTIVE') throw controlError(409, `the agreement is ${agreement.status}`);
  const lockout = lockoutStartAt(agreement);
  if (changes.autoRenew !== undefined && lockout !== null && transaction.at >= lockout) {
    throw controlError(409, 'the renewal is locked');
  }
  let amended: Agreement = {
    ...agreement,
    autoRenew: changes.autoRenew ?? agreement.autoRenew,
    updatedAt: transaction.at,
  };
  if (changes.quantities) {
    const known = Object.fromEntries(agreement.entitlements.map((item) => [item.dimensionKey, item.quantity]));
    const deal = computeDeal(
      agreement.terms,
      {
        duration: agreement.selectedDuration ?? undefined,
        quantities: { ...known, ...changes.quantities },
        autoRenew: amended.autoRenew,
      },
      agreement.startAt,
    );
    if (typeof deal === 'string') throw controlError(400, deal);
    amended = { ...amended, entitlements: deal.entitlements, agreementValue: deal.agreementValue };
  }
  transaction.put('agreements', amended);
  sendAgreementAmended(transaction, amended, { enabled: willRenew(amended), lockoutStartAt: lockout });
  if (changes.quantities) {
    updateLicense(transaction, amended);
    chargeAmendment(transaction, agreement, amended);
  }
  return amended;
};
