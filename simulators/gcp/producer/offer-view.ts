import Big from 'big.js';
import { settlementOf } from '../billing/settlement.ts';
import type { GcpReader, Json, PrivateOffer, Seller } from '../state.ts';
import { dateTimeOf, monthsLater, readDateTime } from './date-time.ts';
import { readMoney, writeMoney } from './money.ts';
import { parentName } from './names.ts';
import { part, priceModels, productOffer } from './offer-content.ts';

/** The number of months in an interval. */
const intervalMonths: Record<string, number> = {
  MONTHLY_PRORATED: 1,
  MONTHLY_NOT_PRORATED: 1,
  QUARTERLY_NOT_PRORATED: 3,
  YEARLY_NOT_PRORATED: 12,
};

/** A private offer as returned by Commerce Producer; the full view adds values computed by Google. */
export const offerView = (reader: GcpReader, seller: Seller, offer: PrivateOffer, full: boolean): Json => {
  const { content } = offer;
  const product = productOffer(content);
  return without({
    name: `${parentName(seller)}/privateOffers/${offer.id}`,
    ...content,
    state: offer.state,
    createTime: time(offer.createdAt),
    updateTime: time(offer.updatedAt),
    publishTime: time(offer.publishedAt),
    acceptTime: time(offer.acceptedAt),
    cancelTime: time(offer.cancelledAt),
    endTime: time(offer.endedAt),
    cancellationNote: offer.cancellationNote ?? undefined,
    publishRequirementGoogleReview: offer.needsReview
      ? without({ reviewApproveTime: time(offer.reviewedAt) })
      : undefined,
    ...(content.term ? { term: { ...part(content.term), ...(full ? termEnd(reader, offer) : {}) } } : {}),
    ...(content.singleProductOffer
      ? {
          singleProductOffer: without({
            ...product,
            serviceLevel: offer.serviceLevel ?? undefined,
            ...(full ? { contractValue: contractValue(offer), revenueShare: revenueShare(reader, offer) } : {}),
          }),
        }
      : {}),
  });
};

const without = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

const time = (value: number | null): string | undefined => (value === null ? undefined : new Date(value).toISOString());

/** `effectiveTermEndTime`: of the current term, or computed from fixed dates. */
const termEnd = (reader: GcpReader, offer: PrivateOffer): Json => {
  if (offer.state === 'ENDED') return {};
  const order = reader.list('entitlements').find(({ terms }) => terms.privateOfferId === offer.id);
  const term = part(offer.content.term);
  const start = readDateTime(term.scheduledStartTime);
  const months = Number(term.durationMonths ?? 0);
  const planned = start !== null && months > 0 ? monthsLater(start, months) : readDateTime(term.scheduledEndTime);
  const end = order?.termEndAt ?? planned;
  return end === null ? {} : { effectiveTermEndTime: dateTimeOf(end) };
};

/** How many intervals of some months a term has. One with a fixed end and no fixed start begins when it is published. */
const intervalsIn = ({ content, publishedAt, createdAt }: PrivateOffer, each: number): number => {
  const term = part(content.term);
  const months = Number(term.durationMonths ?? 0);
  const end = readDateTime(term.scheduledEndTime);
  if (months > 0 || end === null) return Math.ceil(months / each);
  const start = readDateTime(term.scheduledStartTime) ?? publishedAt ?? createdAt;
  let count = 0;
  while (monthsLater(start, count * each) < end) count += 1;
  return count;
};

/**
 * The fees and commitments that the customer owes Google over the term, "set for all non-draft private offers"
 * (`ContractValue`); undefined if unknown.
 */
const contractValue = (offer: PrivateOffer): Json | undefined => {
  const { content } = offer;
  const standard = part(productOffer(content).standardIntervalPrice);
  const each = intervalMonths[String(standard.standardInterval)];
  const times = productOffer(content).customIntervalPrice ? 1 : each === undefined ? 0 : intervalsIn(offer, each);
  const fees = priceModels(content).map(feeOf);
  if (times === 0 || fees.length === 0) return undefined;
  const total = fees.reduce((sum, fee) => sum + fee, 0n) * BigInt(times);
  return { totalContractValue: writeMoney(total) };
};

/** The fee of one interval, in billionths of a dollar. */
const feeOf = (model: Json): bigint => {
  const flat = readMoney(part(model.flatFee).flatFeeOverride)?.nanos ?? 0n;
  const commitment = part(model.commitment);
  const amount = readMoney(commitment.commitmentAmount)?.nanos ?? 0n;
  const [whole = '0', decimals = ''] = String(part(commitment.discountPercent).value ?? '0').split('.');
  const hundredths = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'));
  return flat + (amount * (10_000n - hundredths)) / 10_000n;
};

/** The seller's share after Google's, in percent. */
const revenueShare = (reader: GcpReader, { state, content, sellerId }: PrivateOffer): Json | undefined => {
  if (state === 'DRAFT') return undefined;
  const renews = Number(part(content.term).maxRenewalCount ?? 0) > 0;
  const share = { value: new Big(100).minus(settlementOf(reader, sellerId).googleSharePercent).toFixed() };
  return {
    currentTermVendorNetRevenuePercent: share,
    ...(renews ? { renewalTermVendorNetRevenuePercent: share } : {}),
  };
};
