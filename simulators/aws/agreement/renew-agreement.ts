import Big from 'big.js';
import { newEntityId } from '../entity-id.ts';
import { sendAgreementNotice } from '../events.ts';
import {
  type Agreement,
  type AwsTransaction,
  type DueItem,
  isoSeconds,
  type Json,
  type Offer,
  type Product,
  type Term,
} from '../state.ts';
import { createAgreement } from './create-agreement.ts';
import { noticesOf, scheduleNotice } from './notices.ts';
import { increaseRange, lockoutStartAt, renewalTermOf, willRenew } from './renewal-term.ts';
import { computeDeal } from './terms.ts';

const dayMs = 86_400_000;
/** Sends a scheduled notice of an agreement. */
export const announceNotice = (transaction: AwsTransaction, item: DueItem): void => {
  const agreement = transaction.get('agreements', item.refId);
  if (agreement?.status !== 'ACTIVE') return;
  const index = Number(item.detail.index);
  const notice = noticesOf(agreement)[index];
  if (!notice) return;
  scheduleNotice(transaction, agreement, index + 1);
  const { word, days } = notice;
  if (word === 'renewal-offer') createRenewalOffer(transaction, agreement);
  if (word === 'ending') announceEnding(transaction, agreement, days);
  if (word === 'deadline' && willRenew(agreement)) {
    sendAgreementNotice(transaction, agreement, {
      word: 'Renewal Terms Finalized',
      agreement: {},
      renewalSummary: {
        ...renewalValue(transaction, agreement),
        termsFinalizedTime: isoSeconds(transaction.at),
        lockoutReached: lockoutStartAt(agreement) === null ? null : false,
        lockoutStartTime: isoOrNull(lockoutStartAt(agreement)),
      },
    });
  }
  if (word === 'lockout' && willRenew(agreement)) {
    sendAgreementNotice(transaction, agreement, {
      word: 'Renewal Upcoming',
      agreement: {},
      renewalSummary: { lockoutReached: true, ...renewalValue(transaction, agreement) },
    });
  }
};

const announceEnding = (transaction: AwsTransaction, agreement: Agreement, days: number): void => {
  const enabled = willRenew(agreement);
  const disabledBy = agreement.proposerOptedOut ? 'PROPOSER' : 'ACCEPTOR';
  sendAgreementNotice(transaction, agreement, {
    word: 'Ending',
    agreement: { status: agreement.status, daysBeforeEndTime: days, autoRenewalEnabled: enabled },
    renewalSummary: {
      lockoutStartTime: isoOrNull(lockoutStartAt(agreement)),
      disabledBy: enabled || !renewalTermOf(agreement) ? null : disabledBy,
    },
  });
};

const isoOrNull = (time: number | null): string | null => (time === null ? null : isoSeconds(time));

const renewalValue = (transaction: AwsTransaction, agreement: Agreement): Json => {
  const deal = computeDeal(
    renewalTerms(transaction, agreement),
    selectionOf(agreement),
    agreement.endAt ?? transaction.at,
  );
  return {
    tcv: typeof deal === 'string' ? '0' : Big(deal.agreementValue).toFixed(2),
    currency: agreement.currencyCode,
  };
};

/** Creates the offer by which AWS renews an agreement, at the default price increase. Returns its ID. */
export const createRenewalOffer = (transaction: AwsTransaction, agreement: Agreement): string | null => {
  const range = increaseRange(agreement);
  const source = transaction.get('entities', agreement.offerId);
  if (agreement.renewalOfferId !== null || !range || source?.type !== 'Offer') return agreement.renewalOfferId;
  const id = newEntityId(transaction, 'Offer');
  const terms = raiseTerms(agreement, range.default);
  const offer: Offer = {
    ...source,
    id,
    revision: 1,
    createdAt: transaction.at,
    modifiedAt: transaction.at,
    name: `Renewal of ${source.name ?? agreement.id}`.slice(0, 150),
    state: 'Released',
    releasedAt: transaction.at,
    offerSetId: null,
    terms,
    targeting: { buyerAccounts: [agreement.buyerAccountId], countryCodes: [], excludedCountryCodes: [] },
    availabilityEndDate: null,
    withdrawnAt: null,
    createdBySource: 'AwsMarketplace',
    targetAgreementId: agreement.id,
    targetAgreementIntent: 'Renew',
    priceIncreasedAt: null,
  };
  transaction.put('entities', offer);
  transaction.put('agreements', { ...agreement, renewalOfferId: id, updatedAt: transaction.at });
  return id;
};

const raiseTerms = (agreement: Agreement, percent: Big): Offer['terms'] => {
  const factor = percent.div(100).plus(1);
  const raise = (price: unknown, decimals: number): string =>
    Big(String(price)).times(factor).round(decimals).toFixed();
  const shifted = agreement.endAt === null ? 0 : agreement.endAt - agreement.startAt;
  return agreement.terms.map(({ Id: _id, ...term }): Term => {
    if (term.Type === 'FixedUpfrontPricingTerm' || term.Type === 'RecurringPaymentTerm') {
      return { ...term, Type: term.Type, Price: raise(term.Price, 3) };
    }
    if (term.Type === 'ConfigurableUpfrontPricingTerm') {
      const cards = (term.RateCards as Json[]).map((card) => ({
        ...card,
        RateCard: (card.RateCard as Json[]).map((rate) => ({ ...rate, Price: raise(rate.Price, 3) })),
      }));
      return { ...term, Type: term.Type, RateCards: cards };
    }
    if (term.Type === 'PaymentScheduleTerm') {
      const schedule = (term.Schedule as Json[]).map((charge) => ({
        ChargeDate: new Date(Date.parse(String(charge.ChargeDate)) + shifted).toISOString().slice(0, 10),
        ChargeAmount: raise(charge.ChargeAmount, 2),
      }));
      return { ...term, Type: term.Type, Schedule: schedule };
    }
    return term as Term;
  });
};

// The renewal has the same length as the agreement, whatever dates its validity term has.
const renewalTerms = (transaction: AwsTransaction, agreement: Agreement): Offer['terms'] => {
  const offer = transaction.get('entities', agreement.renewalOfferId ?? agreement.offerId);
  const terms = offer?.type === 'Offer' ? offer.terms : agreement.terms;
  const days = Math.round(((agreement.endAt ?? agreement.startAt) - agreement.startAt) / dayMs);
  return terms.map((term) =>
    term.Type === 'ValidityTerm' && term.AgreementEndDate !== undefined
      ? { Type: 'ValidityTerm', AgreementDuration: `P${days}D` }
      : term,
  );
};

const selectionOf = (agreement: Agreement) => ({
  duration: agreement.selectedDuration ?? undefined,
  quantities: Object.fromEntries(agreement.entitlements.map((item) => [item.dimensionKey, item.quantity])),
  autoRenew: agreement.autoRenew,
});

/** Creates the agreement that follows a renewed one; `ended` is the old one as it was while active. */
export const renewAgreement = (transaction: AwsTransaction, ended: Agreement): Agreement | null => {
  const offer = transaction.get('entities', ended.renewalOfferId ?? ended.offerId);
  const product = transaction.get('entities', ended.productId);
  if (offer?.type !== 'Offer' || product?.type !== 'SaaSProduct') return null;
  const terms = renewalTerms(transaction, ended);
  const deal = computeDeal(terms, selectionOf(ended), transaction.at);
  if (typeof deal === 'string') return null;
  return createAgreement(transaction, {
    offer,
    product: product satisfies Product,
    buyerAccountId: ended.buyerAccountId,
    terms,
    deal,
    intent: 'RENEW',
    previous: ended,
    autoRenew: true,
    renewals: ended.renewals + 1,
  });
};
