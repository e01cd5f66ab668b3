import { unscheduleDue } from '../../kit/due.ts';
import { sendAgreementEnded } from '../events.ts';
import type { Agreement, AgreementStatus, AwsTransaction, DueItem } from '../state.ts';
import { scheduleDeprovision } from './licenses.ts';
import { renewAgreement } from './renew-agreement.ts';
import { willRenew } from './renewal-term.ts';

/** Ends an active agreement: status, event, license. Returns the ended agreement. */
export const endAgreement = (
  transaction: AwsTransaction,
  agreementId: string,
  status: Exclude<AgreementStatus, 'ACTIVE'>,
): Agreement | undefined => {
  const agreement = transaction.get('agreements', agreementId);
  if (agreement?.status !== 'ACTIVE') return agreement;
  const ended: Agreement = { ...agreement, status, endedAt: transaction.at, updatedAt: transaction.at };
  transaction.put('agreements', ended);
  unscheduleDue(transaction, agreementId, ['agreement-end', 'agreement-notice', 'license-provision']);
  withdrawOpenRequests(transaction, agreementId);
  sendAgreementEnded(transaction, ended);
  scheduleDeprovision(transaction, ended);
  return ended;
};

/** Handles an agreement's end date: it renews or expires. */
export const reachAgreementEnd = (transaction: AwsTransaction, item: DueItem): void => {
  const agreement = transaction.get('agreements', item.refId);
  if (agreement?.status !== 'ACTIVE') return;
  if (!willRenew(agreement)) {
    endAgreement(transaction, agreement.id, 'EXPIRED');
    return;
  }
  endAgreement(transaction, agreement.id, 'RENEWED');
  renewAgreement(transaction, agreement);
};

// Closes cancellation requests of an agreement that has ended for another reason.
const withdrawOpenRequests = (transaction: AwsTransaction, agreementId: string): void => {
  for (const request of transaction.list('cancellations')) {
    if (request.agreementId !== agreementId || request.status !== 'PENDING_APPROVAL') continue;
    unscheduleDue(transaction, request.id, ['cancellation-approve', 'cancellation-validate']);
    transaction.put('cancellations', {
      ...request,
      status: 'CANCELLED',
      statusMessage: 'The agreement has ended.',
      updatedAt: transaction.at,
    });
  }
};
