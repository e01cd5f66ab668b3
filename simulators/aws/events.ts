import { putMessage } from '../kit/deliveries.ts';
import { entityArn } from './arn.ts';
import {
  type Agreement,
  type AwsTransaction,
  type CancellationRequest,
  type ChangeSet,
  endOfDay,
  isoSeconds,
  type Json,
  type License,
  type Offer,
  type OfferSet,
} from './state.ts';

type EventDraft = { source: string; detailType: string; resources: string[]; detail: Json };

/** Queues an EventBridge event for a seller account; it is sent once the change is on disk. */
export const putEvent = (
  transaction: AwsTransaction,
  accountId: string,
  draft: EventDraft,
  id: string = transaction.ids.uuid(),
): void => {
  const body = {
    version: '0',
    id,
    'detail-type': draft.detailType,
    source: draft.source,
    account: accountId,
    time: isoSeconds(transaction.at),
    region: 'us-east-1',
    resources: draft.resources,
    detail: draft.detail,
  };
  putMessage(transaction, { id, type: draft.detailType, accountId, body });
};

/** Queues an event of AWS Marketplace, whose detail also names a request. */
const sendEvent = (transaction: AwsTransaction, accountId: string, draft: EventDraft): void => {
  const id = transaction.ids.uuid();
  putEvent(transaction, accountId, { ...draft, detail: { requestId: transaction.ids.uuid(), ...draft.detail } }, id);
};

/** `Change Set Succeeded|Failed|Cancelled` (AWS Marketplace Seller Guide, "Events for change sets"). */
export const sendChangeSetEvent = (transaction: AwsTransaction, changeSet: ChangeSet): void => {
  const word = { SUCCEEDED: 'Succeeded', FAILED: 'Failed', CANCELLED: 'Cancelled' }[changeSet.status as 'FAILED'];
  sendEvent(transaction, changeSet.accountId, {
    source: 'aws.marketplacecatalog',
    detailType: `Change Set ${word}`,
    resources: [entityArn(changeSet.accountId, 'ChangeSet', changeSet.id)],
    detail: {
      Catalog: 'AWSMarketplace',
      ChangeSetId: changeSet.id,
      ...(changeSet.name === null ? {} : { ChangeSetName: changeSet.name }),
      StartTime: isoSeconds(changeSet.startedAt),
      EndTime: isoSeconds(changeSet.endedAt ?? transaction.at),
      ...(changeSet.failureCode === null ? {} : { FailureCode: changeSet.failureCode }),
    },
  });
};

/** `Offer Released` (AWS Marketplace Seller Guide, "Events for new offers"). */
export const sendOfferReleased = (transaction: AwsTransaction, offer: Offer): void => {
  const product = transaction.get('entities', offer.productId);
  const name = transaction.get('accounts', offer.accountId)?.name ?? '';
  const buyers = offer.targeting?.buyerAccounts ?? [];
  sendEvent(transaction, offer.accountId, {
    source: 'aws.marketplacecatalog',
    detailType: 'Offer Released',
    resources: [entityArn(offer.accountId, 'Offer', offer.id)],
    detail: {
      catalog: 'AWSMarketplace',
      offer: {
        id: offer.id,
        arn: entityArn(offer.accountId, 'Offer', offer.id),
        name: offer.name ?? '',
        ...(offer.availabilityEndDate === null
          ? {}
          : { expirationDate: isoSeconds(endOfDay(offer.availabilityEndDate) - 1000) }),
      },
      product: {
        id: offer.productId,
        arn: entityArn(offer.accountId, 'SaaSProduct', offer.productId),
        title: product?.type === 'SaaSProduct' ? (product.title ?? '') : '',
      },
      manufacturer: {
        accountId: product?.accountId ?? offer.accountId,
        name: transaction.get('accounts', product?.accountId ?? offer.accountId)?.name ?? '',
      },
      sellerOfRecord: { accountId: offer.accountId, name },
      ...(buyers.length > 0 ? { targetedBuyerAccountIds: buyers } : {}),
    },
  });
};

/** `OfferSet Released` (AWS Marketplace Seller Guide, "Events for new offers"). */
export const sendOfferSetReleased = (transaction: AwsTransaction, offerSet: OfferSet): void => {
  sendEvent(transaction, offerSet.accountId, {
    source: 'aws.marketplacecatalog',
    detailType: 'OfferSet Released',
    resources: [entityArn(offerSet.accountId, 'OfferSet', offerSet.id)],
    detail: {
      catalog: 'AWSMarketplace',
      offerSet: {
        id: offerSet.id,
        arn: entityArn(offerSet.accountId, 'OfferSet', offerSet.id),
        name: offerSet.name,
      },
      associatedOffers: offerSet.offerIds.map((id) => {
        const offer = transaction.get('entities', id);
        const name = offer?.type === 'Offer' ? (offer.name ?? '') : '';
        return { offer: { id, arn: entityArn(offerSet.accountId, 'Offer', id), name } };
      }),
    },
  });
};

const agreementResources = (agreementId: string): string[] => [`arn:aws:aws-marketplace::aws:agreement:${agreementId}`];

// Seen in a captured event of a pay-as-you-go agreement: without an end, the event contains the year 9999.
const endTimeText = (agreement: Agreement): string =>
  agreement.endAt === null ? '9999-01-01T00:00:00Z' : new Date(agreement.endAt).toISOString();

/** Renewal events include the product; the agreement's other events contain neither product nor license. */
const productDetail = (transaction: AwsTransaction, agreement: Agreement): Json => {
  const product = transaction.get('entities', agreement.productId);
  const title = product?.type === 'SaaSProduct' ? (product.title ?? '') : '';
  return { product: { id: agreement.productId, title } };
};

/** Whether a channel partner sold, and under which authorization. */
const resaleDetail = (transaction: AwsTransaction, agreement: Agreement): Json => {
  const offer = transaction.get('entities', agreement.offerId);
  return { resaleAuthorization: { id: offer?.type === 'Offer' ? (offer.resaleAuthorizationId ?? null) : null } };
};

/** Notifies the proposer of an agreement, and its manufacturer if different. */
const sendToParties = (transaction: AwsTransaction, agreement: Agreement, draft: EventDraft): void => {
  sendEvent(transaction, agreement.sellerAccountId, { ...draft, detailType: `${draft.detailType} - Proposer` });
  const manufacturer = transaction.get('entities', agreement.productId)?.accountId;
  if (manufacturer === undefined || manufacturer === agreement.sellerAccountId) return;
  sendEvent(transaction, manufacturer, { ...draft, detailType: `${draft.detailType} - Manufacturer` });
};

/** `Purchase Agreement Created - Proposer`: the only one of the pair that is sent if the seller is both. */
export const sendAgreementCreated = (transaction: AwsTransaction, agreement: Agreement): void => {
  sendToParties(transaction, agreement, {
    source: 'aws.agreement-marketplace',
    detailType: 'Purchase Agreement Created',
    resources: agreementResources(agreement.id),
    detail: {
      catalog: 'AWSMarketplace',
      agreement: {
        id: agreement.id,
        intent: agreement.intent,
        status: agreement.status,
        acceptanceTime: new Date(agreement.acceptedAt).toISOString(),
        startTime: new Date(agreement.startAt).toISOString(),
        endTime: endTimeText(agreement),
        ...(agreement.previousAgreementId === null ? {} : { previousAgreementId: agreement.previousAgreementId }),
      },
      ...(agreement.intent === 'RENEW' ? productDetail(transaction, agreement) : {}),
      ...resaleDetail(transaction, agreement),
      acceptor: { accountId: agreement.buyerAccountId },
      proposer: { accountId: agreement.sellerAccountId },
      offer: { id: agreement.offerId },
    },
  });
};

/** `Purchase Agreement Amended - Proposer`: the buyer changed it, or a party opted out of the renewal. */
export const sendAgreementAmended = (
  transaction: AwsTransaction,
  agreement: Agreement,
  renewal: { enabled: boolean; lockoutStartAt: number | null },
): void => {
  const disabledBy = renewal.enabled ? null : agreement.proposerOptedOut ? 'PROPOSER' : 'ACCEPTOR';
  sendToParties(transaction, agreement, {
    source: 'aws.agreement-marketplace',
    detailType: 'Purchase Agreement Amended',
    resources: agreementResources(agreement.id),
    detail: {
      catalog: 'AWSMarketplace',
      agreement: {
        id: agreement.id,
        intent: 'AMEND',
        status: agreement.status,
        acceptanceTime: new Date(agreement.acceptedAt).toISOString(),
        startTime: new Date(agreement.startAt).toISOString(),
        endTime: endTimeText(agreement),
        autoRenewalEnabled: renewal.enabled,
      },
      renewalSummary: {
        lockoutStartTime: renewal.lockoutStartAt === null ? null : isoSeconds(renewal.lockoutStartAt),
        disabledBy: agreement.terms.some((term) => term.Type === 'RenewalTerm') ? disabledBy : null,
      },
      ...productDetail(transaction, agreement),
      ...resaleDetail(transaction, agreement),
      acceptor: { accountId: agreement.buyerAccountId },
      proposer: { accountId: agreement.sellerAccountId },
      offer: { id: agreement.offerId },
    },
  });
};

/** `Purchase Agreement Ended - Proposer`; the captured event contains neither the offer nor the license. */
export const sendAgreementEnded = (transaction: AwsTransaction, agreement: Agreement): void => {
  sendToParties(transaction, agreement, {
    source: 'aws.agreement-marketplace',
    detailType: 'Purchase Agreement Ended',
    resources: agreementResources(agreement.id),
    detail: {
      catalog: 'AWSMarketplace',
      agreement: { id: agreement.id, status: agreement.status },
      ...resaleDetail(transaction, agreement),
      acceptor: { accountId: agreement.buyerAccountId },
      proposer: { accountId: agreement.sellerAccountId },
    },
  });
};

/** `Purchase Agreement Ending|Renewal Terms Finalized|Renewal Upcoming - Proposer`. */
export const sendAgreementNotice = (
  transaction: AwsTransaction,
  agreement: Agreement,
  notice: { word: 'Ending' | 'Renewal Terms Finalized' | 'Renewal Upcoming'; agreement: Json; renewalSummary: Json },
): void => {
  const proposerName = transaction.get('accounts', agreement.sellerAccountId)?.name ?? '';
  sendEvent(transaction, agreement.sellerAccountId, {
    source: 'aws.agreement-marketplace',
    detailType: `Purchase Agreement ${notice.word} - Proposer`,
    resources: agreementResources(agreement.id),
    detail: {
      catalog: 'AWSMarketplace',
      agreement: {
        id: agreement.id,
        startTime: new Date(agreement.startAt).toISOString(),
        endTime: endTimeText(agreement),
        ...notice.agreement,
      },
      renewalSummary: notice.renewalSummary,
      ...productDetail(transaction, agreement),
      acceptor: { accountId: agreement.buyerAccountId },
      proposer: { name: proposerName, accountId: agreement.sellerAccountId },
      ...(notice.word === 'Ending' ? { offer: { id: agreement.offerId } } : {}),
    },
  });
};

/** `License Updated|Deprovisioned - Manufacturer`: the only events that carry product code and license ARN. */
export const sendLicenseEvent = (
  transaction: AwsTransaction,
  word: 'Updated' | 'Deprovisioned',
  license: License,
  offerId: string,
): void => {
  sendEvent(transaction, license.sellerAccountId, {
    source: 'aws.agreement-marketplace',
    detailType: `License ${word} - Manufacturer`,
    resources: agreementResources(license.agreementId),
    detail: {
      catalog: 'AWSMarketplace',
      agreement: { id: license.agreementId },
      product: { id: license.productId, code: license.productCode },
      license: { arn: license.id },
      acceptor: { accountId: license.buyerAccountId },
      proposer: { accountId: license.sellerAccountId },
      offer: { id: offerId },
    },
  });
};

const cancellationWords = {
  PENDING_APPROVAL: 'Pending Approval',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CANCELLED: 'Cancelled',
  VALIDATION_FAILED: 'Validation Failed',
} as const;

/** `Agreement Cancellation Request <status> - Proposer`. */
export const sendCancellationEvent = (
  transaction: AwsTransaction,
  request: CancellationRequest,
  agreement: Agreement,
): void => {
  sendEvent(transaction, request.sellerAccountId, {
    source: 'aws.agreement-marketplace',
    detailType: `Agreement Cancellation Request ${cancellationWords[request.status]} - Proposer`,
    resources: [],
    detail: {
      catalog: 'AWSMarketplace',
      agreement: {
        id: agreement.id,
        acceptorId: agreement.buyerAccountId,
        productId: agreement.productId,
        offerId: agreement.offerId,
      },
      agreementCancellationRequest: {
        id: request.id,
        reasonCode: request.reasonCode,
        reasonMessage: request.description ?? '',
        statusCode: request.status,
        statusMessage: request.statusMessage ?? '',
        createdAt: isoSeconds(request.createdAt),
        updatedAt: isoSeconds(request.updatedAt),
      },
    },
  });
};
