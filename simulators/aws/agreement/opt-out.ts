import { sendAgreementAmended } from '../events.ts';
import type { Agreement, AwsTransaction } from '../state.ts';
import { lockoutStartAt } from './renewal-term.ts';

/** The seller opts out of the renewal of an agreement, which appears as an amendment. */
export const optOutOfRenewal = (transaction: AwsTransaction, agreementId: string): void => {
  const agreement = transaction.get('agreements', agreementId);
  if (agreement?.status !== 'ACTIVE') return;
  const changed: Agreement = { ...agreement, proposerOptedOut: true, updatedAt: transaction.at };
  transaction.put('agreements', changed);
  sendAgreementAmended(transaction, changed, { enabled: false, lockoutStartAt: lockoutStartAt(changed) });
};
