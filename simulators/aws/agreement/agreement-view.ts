import type { Agreement, AwsReader, Json, License } from '../state.ts';
import { renewalsExhausted, renewalTermOf, willRenew } from './renewal-term.ts';

// awsJson writes times as epoch seconds; fractions carry the milliseconds.
const seconds = (time: number): number => time / 1000;

const proposal = (agreement: Agreement): Json => ({
  resources: [{ id: agreement.productId, type: 'SaaSProduct' }],
  offerId: agreement.offerId,
  ...(agreement.offerSetId === null ? {} : { offerSetId: agreement.offerSetId }),
});

/** AgreementViewSummary of SearchAgreements. */
export const summarizeAgreement = (agreement: Agreement): Json => {
  const behavior = endTimeBehavior(agreement);
  return {
    ...sharedView(agreement),
    lastUpdateTime: seconds(agreement.updatedAt),
    entitlements: agreement.licenseArn === null ? [] : [{ licenseArn: agreement.licenseArn }],
    ...(behavior ? { endTimeBehaviorType: behavior.type } : {}),
    ...(behavior?.reasonCode === undefined ? {} : { endTimeBehaviorReasonCode: behavior.reasonCode }),
  };
};

/** The output of DescribeAgreement. */
export const describeAgreement = (agreement: Agreement): Json => {
  const behavior = endTimeBehavior(agreement);
  return {
    ...sharedView(agreement),
    estimatedCharges: { currencyCode: agreement.currencyCode, agreementValue: agreement.agreementValue },
    ...(behavior ? { endTimeBehavior: behavior } : {}),
  };
};

const sharedView = (agreement: Agreement): Json => ({
  agreementId: agreement.id,
  agreementType: 'PurchaseAgreement',
  acceptor: { accountId: agreement.buyerAccountId },
  proposer: { accountId: agreement.sellerAccountId },
  acceptanceTime: seconds(agreement.acceptedAt),
  startTime: seconds(agreement.startAt),
  ...(agreement.endAt === null ? {} : { endTime: seconds(agreement.endAt) }),
  proposalSummary: proposal(agreement),
  status: agreement.status,
  initialAgreementId: agreement.initialAgreementId,
});

type EndTimeBehavior = { type: string; reasonCode?: string; renewalSummary?: Json };

/** What happens at the end date; absent without an end and for an agreement that is no longer active. */
export const endTimeBehavior = (agreement: Agreement): EndTimeBehavior | null => {
  if (agreement.status !== 'ACTIVE' || agreement.endAt === null) return null;
  const renewalSummary = { offerId: agreement.renewalOfferId ?? agreement.offerId };
  if (willRenew(agreement)) return { type: 'RENEW', renewalSummary };
  if (agreement.proposerOptedOut) return { type: 'EXPIRE', reasonCode: 'PROPOSER_RENEW_OPTED_OUT', renewalSummary };
  if (!renewalTermOf(agreement)) return { type: 'EXPIRE', reasonCode: 'NO_RENEWAL_TERM' };
  if (renewalsExhausted(agreement)) return { type: 'EXPIRE', reasonCode: 'RENEWAL_LIMIT_EXHAUSTED' };
  return { type: 'EXPIRE', reasonCode: 'ACCEPTOR_RENEW_OPTED_OUT', renewalSummary };
};

/** The entitlements of GetAgreementEntitlements: one per agreement, for its product. */
export const entitlementView = (reader: AwsReader, agreement: Agreement, at: number): Json => {
  const license: License | undefined = reader.get('licenses', agreement.licenseArn ?? '');
  return {
    resource: { id: agreement.productId, type: 'SaaSProduct' },
    type: 'aws:marketplace:SaaSProduct',
    ...entitlementStatus(agreement, license, at),
    ...(license ? { licenseArn: license.id } : {}),
  };
};

const entitlementStatus = (agreement: Agreement, license: License | undefined, at: number): Json => {
  if (license?.deprovisionedAt) return { status: 'DEPROVISIONED', statusReasonCode: 'AGREEMENT_INACTIVE' };
  if (license) return { status: 'PROVISIONED', statusReasonCode: 'AGREEMENT_ACTIVE' };
  if (agreement.status !== 'ACTIVE') return { status: 'DEPROVISIONED', statusReasonCode: 'AGREEMENT_INACTIVE' };
  if (agreement.startAt > at) return { status: 'SCHEDULED', statusReasonCode: 'FUTURE_START_DATE' };
  return { status: 'PENDING', statusReasonCode: 'PROVISIONING_IN_PROGRESS' };
};
