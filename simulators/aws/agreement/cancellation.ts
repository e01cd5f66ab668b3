import { createHash } from 'node:crypto';
import { scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { change } from '../../kit/simulation.ts';
import type { AwsCall, Operations } from '../call.ts';
import { sendCancellationEvent } from '../events.ts';
import { cutPage } from '../paging.ts';
import {
  type Agreement,
  type AwsReader,
  type AwsTransaction,
  type CancellationRequest,
  type CancellationStatus,
  type DueItem,
  type Json,
  readSettings,
} from '../state.ts';
import { endAgreement } from './end-agreement.ts';
import { agreementNotFound, conflict, invalid, requestNotFound } from './refusals.ts';
import { readPageSize } from './search-agreements.ts';

const reasonCodes = [
  'INCORRECT_TERMS_ACCEPTED',
  'REPLACING_AGREEMENT',
  'TEST_AGREEMENT',
  'ALTERNATIVE_PROCUREMENT_CHANNEL',
  'PRODUCT_DISCONTINUED',
  'UNINTENDED_RENEWAL',
  'BUYER_DISSATISFACTION',
  'OTHER',
];
const statuses = ['PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'CANCELLED', 'VALIDATION_FAILED'];
/** AWS approves a request after seven days without a response from the buyer. */
const autoApprovalMs = 7 * 86_400_000;

const sendRequest = (call: AwsCall): Record<string, unknown> => {
  const { simulation, account, input } = call;
  const agreementId = readAgreementId(input.agreementId);
  const reasonCode = input.reasonCode;
  if (reasonCode === undefined) throw invalid('MISSING_REASON_CODE', 'reasonCode is required', 'reasonCode');
  if (!reasonCodes.includes(String(reasonCode))) {
    throw invalid('INVALID_REASON_CODE', `${String(reasonCode)} is not a reason code`, 'reasonCode');
  }
  const description = input.description;
  if (description !== undefined && !isText(description)) {
    throw invalid('INVALID_DESCRIPTION', 'description has 1 to 2000 characters', 'description');
  }
  const token = input.clientToken;
  if (token !== undefined && !/^[a-zA-Z0-9-]{1,64}$/.test(String(token))) {
    throw invalid('INVALID_CLIENT_TOKEN', 'clientToken has 1 to 64 letters, digits and -', 'clientToken');
  }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([agreementId, reasonCode, description]))
    .digest('hex');

  return change(simulation, (transaction) => {
    const tokenId = `SendAgreementCancellationRequest/${account.id}/${String(token)}`;
    const earlier = token === undefined ? undefined : transaction.get('clientTokens', tokenId);
    if (earlier && earlier.fingerprint !== fingerprint) {
      throw conflict('clientToken was used with another request', 'Agreement', agreementId);
    }
    const known = earlier ? transaction.get('cancellations', earlier.result) : undefined;
    if (known) return view(known);

    const agreement = transaction.get('agreements', agreementId);
    if (!agreement || agreement.sellerAccountId !== account.id) throw agreementNotFound(agreementId);
    if (agreement.status !== 'ACTIVE') {
      throw invalid('INACTIVE_AGREEMENT', `the agreement is ${agreement.status}`, 'agreementId');
    }
    const open = transaction
      .list('cancellations')
      .find((item) => item.agreementId === agreementId && item.status === 'PENDING_APPROVAL');
    if (open) throw conflict('a cancellation request is pending', 'AgreementCancellationRequest', open.id);
    const request = createRequest(transaction, agreement, String(reasonCode), (description as string) ?? null);
    if (token !== undefined) transaction.put('clientTokens', { id: tokenId, fingerprint, result: request.id });
    return view(request);
  });
};

const listRequests = ({ simulation, account, input }: AwsCall): Record<string, unknown> => {
  const { partyType, agreementId, status, agreementType, catalog } = input;
  if (partyType === undefined) throw invalid('MISSING_PARTY_TYPE', 'partyType is required', 'partyType');
  if (partyType !== 'Proposer' && partyType !== 'Acceptor') {
    throw invalid('INVALID_PARTY_TYPE', 'partyType must be Proposer or Acceptor', 'partyType');
  }
  if (status !== undefined && !statuses.includes(String(status))) {
    throw invalid('INVALID_STATUS', `${String(status)} is not a status`, 'status');
  }
  if (agreementType !== undefined && agreementType !== 'PurchaseAgreement') {
    throw invalid('INVALID_AGREEMENT_TYPE', 'agreementType must be PurchaseAgreement', 'agreementType');
  }
  if (catalog !== undefined && catalog !== 'AWSMarketplace') {
    throw invalid('INVALID_CATALOG', 'catalog must be AWSMarketplace', 'catalog');
  }
  const found = simulation.store
    .list('cancellations')
    .filter((item) => (partyType === 'Proposer' ? item.sellerAccountId : item.buyerAccountId) === account.id)
    .filter((item) => agreementId === undefined || item.agreementId === agreementId)
    .filter((item) => status === undefined || item.status === status)
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
  const page = cutPage(found, {
    size: readPageSize(input.maxResults),
    token: input.nextToken as string | undefined,
    query: [partyType, agreementId, status],
    refuse: () => invalid('INVALID_NEXT_TOKEN', 'nextToken is not valid for this request', 'nextToken'),
  });
  return {
    items: page.items.map((item) => ({
      agreementCancellationRequestId: item.id,
      agreementId: item.agreementId,
      status: item.status,
      reasonCode: item.reasonCode,
      agreementType: 'PurchaseAgreement',
      catalog: 'AWSMarketplace',
      createdAt: item.createdAt / 1000,
      updatedAt: item.updatedAt / 1000,
    })),
    nextToken: page.nextToken,
  };
};

/** AWS Agreement API: a seller's requests to cancel an agreement, and the buyer's responses. */
export const cancellationOperations: Operations = {
  SendAgreementCancellationRequest: sendRequest,

  CancelAgreementCancellationRequest(call) {
    const reason = readText(call.input.cancellationReason, 'cancellationReason', 'REASON');
    return change(call.simulation, (transaction) => {
      const request = requireRequest(transaction, call);
      if (request.sellerAccountId !== call.account.id) throw requestNotFound(request.id);
      return view(moveRequest(transaction, request, 'CANCELLED', reason));
    });
  },

  AcceptAgreementCancellationRequest(call) {
    return change(call.simulation, (transaction) => {
      const request = requireRequest(transaction, call);
      if (request.buyerAccountId !== call.account.id) throw requestNotFound(request.id);
      return view(approveRequest(transaction, request, null));
    });
  },

  RejectAgreementCancellationRequest(call) {
    const reason = readText(call.input.rejectionReason, 'rejectionReason', 'REJECTION_REASON');
    return change(call.simulation, (transaction) => {
      const request = requireRequest(transaction, call);
      if (request.buyerAccountId !== call.account.id) throw requestNotFound(request.id);
      return view(moveRequest(transaction, request, 'REJECTED', reason));
    });
  },

  GetAgreementCancellationRequest: (call) => view(requireRequest(call.simulation.store, call)),
  ListAgreementCancellationRequests: listRequests,
};

const createRequest = (
  transaction: AwsTransaction,
  agreement: Agreement,
  reasonCode: string,
  description: string | null,
): CancellationRequest => {
  const request: CancellationRequest = {
    id: `acr-${transaction.ids.text(25)}`,
    agreementId: agreement.id,
    sellerAccountId: agreement.sellerAccountId,
    buyerAccountId: agreement.buyerAccountId,
    reasonCode,
    description,
    status: 'PENDING_APPROVAL',
    statusMessage: null,
    createdAt: transaction.at,
    updatedAt: transaction.at,
  };
  transaction.put('cancellations', request);
  sendCancellationEvent(transaction, request, agreement);
  const failing = (description ?? '').includes('fail-validation');
  scheduleDue(transaction, {
    kind: failing ? 'cancellation-validate' : 'cancellation-approve',
    at: transaction.at + (failing ? readSettings(transaction).changeSetDelayMs : autoApprovalMs),
    refId: request.id,
  });
  return request;
};

/** The buyer approves a request, or seven days pass: the agreement ends as CANCELLED. */
export const approveRequest = (
  transaction: AwsTransaction,
  request: CancellationRequest,
  message: string | null,
): CancellationRequest => {
  const approved = moveRequest(transaction, request, 'APPROVED', message);
  endAgreement(transaction, request.agreementId, 'CANCELLED');
  return approved;
};

/** Moves a pending request to its final status; refuses any other request. */
export const moveRequest = (
  transaction: AwsTransaction,
  request: CancellationRequest,
  status: CancellationStatus,
  message: string | null,
): CancellationRequest => {
  if (request.status !== 'PENDING_APPROVAL') {
    throw conflict(`the request is ${request.status}`, 'AgreementCancellationRequest', request.id);
  }
  const moved: CancellationRequest = { ...request, status, statusMessage: message, updatedAt: transaction.at };
  transaction.put('cancellations', moved);
  unscheduleDue(transaction, request.id, ['cancellation-approve', 'cancellation-validate']);
  const agreement = transaction.get('agreements', request.agreementId);
  if (agreement) sendCancellationEvent(transaction, moved, agreement);
  return moved;
};

/** Handles a request after seven days without a response. */
export const autoApproveRequest = (transaction: AwsTransaction, item: DueItem): void => {
  const request = transaction.get('cancellations', item.refId);
  if (request?.status === 'PENDING_APPROVAL') approveRequest(transaction, request, null);
};

/** Fails asynchronous validation for a request whose description asks for it. */
export const failRequest = (transaction: AwsTransaction, item: DueItem): void => {
  const request = transaction.get('cancellations', item.refId);
  if (request?.status !== 'PENDING_APPROVAL') return;
  moveRequest(transaction, request, 'VALIDATION_FAILED', 'The description asks for this failure: fail-validation.');
};

const view = (request: CancellationRequest): Json => ({
  agreementId: request.agreementId,
  agreementCancellationRequestId: request.id,
  status: request.status,
  reasonCode: request.reasonCode,
  ...(request.description === null ? {} : { description: request.description }),
  ...(request.statusMessage === null ? {} : { statusMessage: request.statusMessage }),
  createdAt: request.createdAt / 1000,
  updatedAt: request.updatedAt / 1000,
});

const requireRequest = (reader: AwsReader, { account, input }: AwsCall): CancellationRequest => {
  const agreementId = readAgreementId(input.agreementId);
  const id = input.agreementCancellationRequestId;
  if (id === undefined) {
    const field = 'agreementCancellationRequestId';
    throw invalid('MISSING_AGREEMENT_CANCELLATION_REQUEST_ID', `${field} is required`, field);
  }
  if (!/^acr-[a-zA-Z0-9]{1,60}$/.test(String(id))) {
    const field = 'agreementCancellationRequestId';
    throw invalid('INVALID_AGREEMENT_CANCELLATION_REQUEST_ID', `${field} has the form acr-…`, field);
  }
  const request = reader.get('cancellations', String(id));
  const mine = request && (request.sellerAccountId === account.id || request.buyerAccountId === account.id);
  if (!mine || request.agreementId !== agreementId) throw requestNotFound(String(id));
  return request;
};

/** Parses the agreement ID of an input. */
export const readAgreementId = (value: unknown): string => {
  if (value === undefined) throw invalid('MISSING_AGREEMENT_ID', 'agreementId is required', 'agreementId');
  if (typeof value === 'string' && /^[A-Za-z0-9_/-]{1,64}$/.test(value)) return value;
  throw invalid('INVALID_AGREEMENT_ID', 'agreementId has 1 to 64 letters, digits and _ / -', 'agreementId');
};

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= 1 && value.length <= 2000;

const readText = (value: unknown, field: string, code: string): string => {
  if (value === undefined)
    throw invalid(code === 'REASON' ? 'MISSING_REASON' : `INVALID_${code}`, `${field} is required`, field);
  if (isText(value)) return value;
  throw invalid(`INVALID_${code}`, `${field} has 1 to 2000 characters`, field);
};
