import { addDuration, parseDuration } from '../../kit/duration.ts';
import type { Offer } from '../state.ts';
import { businessError } from './change-rule.ts';
import { termOf } from './offer-rules.ts';

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const scheduleOf = (offer: Offer): { ChargeDate: string }[] =>
  offer.state === 'Draft' ? ((termOf(offer, 'PaymentScheduleTerm')?.Schedule ?? []) as { ChargeDate: string }[]) : [];

/**
 * Charges of a draft must be before the end of the agreement; an agreement that begins when it is accepted ends as if it "was accepted
 * immediately" (AWS Catalog API, UpdatePaymentScheduleTerms).
 */
export const checkLastCharge = (offer: Offer, at: number): void => {
  const validity = termOf(offer, 'ValidityTerm');
  const [duration, start] = [validity?.AgreementDuration, validity?.AgreementStartDate];
  const length = typeof duration === 'string' ? parseDuration(duration) : null;
  if (!length) return;
  const end = dayOf(addDuration(typeof start === 'string' ? Date.parse(start) : at, length));
  if (scheduleOf(offer).some(({ ChargeDate }) => ChargeDate > end)) {
    throw businessError(['INVALID_CHARGE_DATES', 'Provide charge dates before AgreementEndDate.']);
  }
};

/**
 * Charges of a draft must not be before today. This is checked when a schedule is set, and when the offer is released: a
 * replacement starts with the schedule of its agreement, of which some charges are past, until another one is set.
 */
export const checkChargeDays = (offer: Offer, at: number): void => {
  if (scheduleOf(offer).some(({ ChargeDate }) => ChargeDate < dayOf(at))) {
    throw businessError(['INVALID_CHARGE_DATES', "Provide a first charge date that isn't in the past."]);
  }
  checkLastCharge(offer, at);
};
