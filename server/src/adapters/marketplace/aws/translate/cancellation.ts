import { meaningOf } from '../../../unknown-word.ts';
import type { CancellationRead, CancellationStatus } from '../../port.ts';
import type { AwsCancellationRequest } from '../answers.ts';

/** AgreementCancellationRequestStatus of the Agreement Service. A seller's own withdrawal is AWS's CANCELLED. */
const statuses: Readonly<Record<string, CancellationStatus>> = {
  PENDING_APPROVAL: 'PENDING_APPROVAL',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
  CANCELLED: 'WITHDRAWN',
  VALIDATION_FAILED: 'VALIDATION_FAILED',
};

export const readCancellationAnswer = (request: AwsCancellationRequest): CancellationRead => {
  const { agreementCancellationRequestId: externalId, agreementId, createdAt, updatedAt } = request;
  return {
    externalId,
    agreementId,
    status: meaningOf(statuses, request.status, {
      partner: 'AWS',
      endpoint: 'GetAgreementCancellationRequest',
      what: `the status of ${externalId}`,
    }),
    statusMessage: request.statusMessage,
    reasonCode: request.reasonCode,
    reasonDescription: request.description,
    createdTime: createdAt.toISOString(),
    version: updatedAt.getTime(),
  };
};
