import { addDuration, parseDuration } from '../../kit/duration.ts';
import type { Offer } from '../state.ts';
import { businessError } from './change-rule.ts';
import { termOf } from './offer-rules.ts';

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Charges of a draft lie between today and the end of the agreement; one that begins when it is accepted ends as if it
 * "was accepted immediately" (AWS Catalog API, UpdatePaymentScheduleTerms).
 */
export const checkChargeDays = (offer: Offer, at: number): void => {
  const schedule = termOf(offer, 'PaymentScheduleTerm')?.Schedule as { ChargeDate: string }[] | undefined;
  if (!schedule || offer.state !== 'Draft') return;
  if (schedule.some(({ ChargeDate }) => ChargeDate < dayOf(at))) {
    throw businessError(['INVALID_CHARGE_DATES', "Provide a first charge date that isn't in the past."]);
  }
  const validity = termOf(offer, 'ValidityTerm');
  const [duration, start] = [validity?.AgreementDuration, validity?.AgreementStartDate];
  const length = typeof duration === 'string' ? parseDuration(duration) : null;
  if (!length) return;
  const end = dayOf(addDuration(typeof start === 'string' ? Date.parse(start) : at, length));
  if (schedule.some(({ ChargeDate }) => ChargeDate > end)) {
    throw businessError(['INVALID_CHARGE_DATES', 'Provide charge dates before AgreementEndDate.']);
  }
};
