import { Big } from '../../../../kit/decimal.ts';
import { meaningOf } from '../../../unknown-word.ts';
import type { AgreementRead, AgreementStatus, RenewalRead, TrialRead } from '../../port.ts';
import type { AcceptedTerms, AgreementEntitlements, DescribedAgreement } from '../answers.ts';

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

/** The units that AWS writes in a free trial's duration, such as P14D. */
const trialUnits: Readonly<Record<string, TrialRead['unit']>> = { D: 'DAY', M: 'MONTH', Y: 'YEAR' };

/**
 * The free trial of an agreement. One with other pricing terms begins to cost something after the trial; one without them
 * ends with it, and is bought by another agreement that replaces it.
 */
const readTrial = (terms: AcceptedTerms): TrialRead | null => {
  const trial = terms.find((term) => term.freeTrialPricingTerm)?.freeTrialPricingTerm;
  if (!trial) return null;
  const [, length, letter = ''] = /^P(\d{1,4})([DMY])$/.exec(trial.duration ?? '') ?? [];
  const isPriced = terms.some(
    (term) =>
      term.usageBasedPricingTerm ||
      term.configurableUpfrontPricingTerm ||
      term.fixedUpfrontPricingTerm ||
      term.recurringPaymentTerm ||
      term.variablePaymentTerm,
  );
  return {
    length: length === undefined ? null : Number(length),
    unit: trialUnits[letter] ?? 'DAY',
    granted: isPriced
      ? null
      : trial.grants.map(({ dimensionKey, maxQuantity }) => ({ key: dimensionKey, quantity: maxQuantity ?? null })),
  };
};

/** Accepted terms that the reference has no member for; clients see them in the agreement as AWS wrote them. */
const unnamedTerms = (terms: AcceptedTerms): Record<string, unknown> =>
  Object.assign(
    {},
    ...terms.map(({ freeTrialPricingTerm, variablePaymentTerm }) => ({
      ...(freeTrialPricingTerm ? { freeTrialPricingTerm } : {}),
      ...(variablePaymentTerm ? { variablePaymentTerm } : {}),
    })),
  );

const present = (fields: Record<string, string | null>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** Null if the agreement does not name its product or offer: it cannot be used. */
export const readAgreementAnswer = (agreement: DescribedAgreement, extras: AgreementExtras): AgreementRead | null => {
  const { proposalSummary, acceptanceTime, estimatedCharges, agreementId } = agreement;
  const [resource] = proposalSummary.resources;
  const startTime = agreement.startTime ?? acceptanceTime;
  if (!resource?.id || !proposalSummary.offerId || !startTime) return null;
  const endTime = endless(agreement.endTime);
  const usage = extras.terms.find((term) => term.usageBasedPricingTerm)?.usageBasedPricingTerm;
  const variable = extras.terms.find((term) => term.variablePaymentTerm)?.variablePaymentTerm;
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
    currency: estimatedCharges?.currencyCode ?? usage?.currencyCode ?? variable?.currencyCode ?? defaultCurrency,
    value: new Big(estimatedCharges?.agreementValue ?? 0).toFixed(),
    usageRates: (usage?.rateCards ?? []).flatMap((card) =>
      card.rateCard.map((rate) => ({ key: rate.dimensionKey, price: new Big(rate.price).toFixed() })),
    ),
    ...(trial === null ? {} : { trial }),
    // The flag is the buyer's wish alone; AWS says what will happen (EndTimeBehavior of the Agreement Service).
    autoRenew:
      agreement.endTimeBehavior?.type !== 'EXPIRE' &&
      extras.terms.some((term) => term.renewalTerm?.configuration?.enableAutoRenew === true),
    isOptedOut: isOptedOut(agreement),
    ...(extras.renewal === undefined ? {} : { renewal: extras.renewal }),
    licenseArn: extras.licenseArn,
    version: (extras.lastUpdateTime ?? acceptanceTime ?? startTime).getTime(),
    document: {
      ...unnamedTerms(extras.terms),
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
