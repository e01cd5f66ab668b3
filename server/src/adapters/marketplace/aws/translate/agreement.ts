import { Big } from '../../../../kit/decimal.ts';
import { meaningOf } from '../../../unknown-word.ts';
import type { AgreementRead, AgreementStatus, RenewalRead } from '../../port.ts';
import type { AcceptedTerms, AgreementEntitlements, DescribedAgreement } from '../answers.ts';
import { acceptedOf, currencyOf, readAgreedTerms, readTrial, shownTerms, unreadTerms } from './accepted-terms.ts';

/** The seller has turned the renewal off (EndTimeBehavior.reasonCode of the Agreement Service). */
export const isOptedOut = ({ endTimeBehavior }: DescribedAgreement): boolean =>
  endTimeBehavior?.reasonCode === 'PROPOSER_RENEW_OPTED_OUT';

/** AgreementEntitlementStatus of the Agreement Service, the one in use first. */
const entitlementStates = ['PROVISIONED', 'SCHEDULED', 'PENDING', 'DEPROVISIONED', 'FAILED'];

/**
 * The license of an agreement, by which its usage is metered. Of several it is the one in use; that of an ended agreement
 * stays, as its last hours are still to be submitted. A buyer may hold several for one product, so the account alone does
 * not identify it.
 */
export const licenseOf = (entitlements: AgreementEntitlements): string | null => {
  const rankOf = (status: string | null): number => {
    const rank = entitlementStates.indexOf(status ?? '');
    return rank < 0 ? entitlementStates.length : rank;
  };
  const licensed = entitlements.filter(({ licenseArn }) => licenseArn !== null);
  return licensed.sort((left, right) => rankOf(left.status) - rankOf(right.status))[0]?.licenseArn ?? null;
};

/** What is not in the agreement itself and is read separately. */
export type AgreementExtras = {
  lastUpdateTime: Date | null;
  licenseArn: string | null;
  terms: AcceptedTerms;
  /** Absent: it was not read. */
  renewal?: RenewalRead | null;
};

/** AgreementStatus of the Agreement Service; ours are the same words. */
const statuses: Readonly<Record<string, AgreementStatus>> = {
  ACTIVE: 'ACTIVE',
  ARCHIVED: 'ARCHIVED',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'EXPIRED',
  RENEWED: 'RENEWED',
  REPLACED: 'REPLACED',
  ROLLED_BACK: 'ROLLED_BACK',
  SUPERSEDED: 'SUPERSEDED',
  TERMINATED: 'TERMINATED',
};

const defaultCurrency = 'USD';
/** Pay-as-you-go agreements have no end; in some answers a year like 9999 means none. */
const endless = (time: Date | null): Date | null => (time === null || time.getUTCFullYear() >= 9000 ? null : time);

const present = (fields: Record<string, string | null>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** Null if the agreement does not name its product or offer: it cannot be used. */
export const readAgreementAnswer = (agreement: DescribedAgreement, extras: AgreementExtras): AgreementRead | null => {
  const { proposalSummary, acceptanceTime, estimatedCharges, agreementId } = agreement;
  const [resource] = proposalSummary.resources;
  const startTime = agreement.startTime ?? acceptanceTime;
  if (!resource?.id || !proposalSummary.offerId || !startTime) return null;
  const endTime = endless(agreement.endTime);
  const { usageBasedPricingTerm: usage, renewalTerm } = acceptedOf(extras.terms);
  const trial = readTrial(extras.terms);
  return {
    externalId: agreementId,
    status: meaningOf(statuses, agreement.status, {
      partner: 'AWS',
      endpoint: 'DescribeAgreement',
      what: `the status of ${agreementId}`,
    }),
    offerExternalId: proposalSummary.offerId,
    initialAgreementId: agreement.initialAgreementId,
    productEntityId: resource.id,
    buyerAccountId: agreement.acceptor.accountId,
    startTime,
    endTime,
    acceptanceTime,
    currency: estimatedCharges?.currencyCode ?? currencyOf(extras.terms) ?? defaultCurrency,
    value: new Big(estimatedCharges?.agreementValue ?? 0).toFixed(),
    usageRates: (usage?.rateCards ?? []).flatMap((card) =>
      card.rateCard.flatMap(({ dimensionKey: key, price }) =>
        price === null ? [] : [{ key, price: new Big(price).toFixed() }],
      ),
    ),
    ...(unreadTerms(extras.terms).includes('usageBasedPricingTerm') ? { hasUnreadRates: true as const } : {}),
    ...(trial === null ? {} : { trial }),
    agreed: readAgreedTerms(extras.terms),
    // The flag is the buyer's wish alone; AWS says what will happen (EndTimeBehavior of the Agreement Service).
    autoRenew: agreement.endTimeBehavior?.type !== 'EXPIRE' && renewalTerm?.configuration?.enableAutoRenew === true,
    isOptedOut: isOptedOut(agreement),
    ...(extras.renewal === undefined ? {} : { renewal: extras.renewal }),
    licenseArn: extras.licenseArn,
    version: (extras.lastUpdateTime ?? acceptanceTime ?? startTime).getTime(),
    document: {
      ...shownTerms(extras.terms),
      ...present({
        agreementId,
        agreementType: agreement.agreementType,
        status: agreement.status,
        acceptanceTime: acceptanceTime?.toISOString() ?? null,
        startTime: startTime.toISOString(),
        endTime: endTime?.toISOString() ?? null,
        buyerAccountId: agreement.acceptor.accountId,
        sellerAccountId: agreement.proposer.accountId,
        offerId: proposalSummary.offerId,
        productId: resource.id,
        productType: resource.type,
      }),
    },
  };
};
