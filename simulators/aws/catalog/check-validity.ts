import { endOfDay, type Offer, type Term } from '../state.ts';
import { businessError, type ChangeDraft } from './change-rule.ts';
import { termOf } from './offer-rules.ts';

const frozenDates = [
  ['AgreementStartDate', 'INCOMPATIBLE_AGREEMENT_START_DATE'],
  ['AgreementEndDate', 'INCOMPATIBLE_AGREEMENT_END_DATE'],
] as const;
const threeYearsMs = 3 * 366 * 86_400_000;

/**
 * UpdateValidityTerms: checks that start, end and length of the agreement are consistent with each other and, after the
 * release, with the released terms.
 */
export const checkValidity = (draft: ChangeDraft, offer: Offer, term: Term): void => {
  const old = termOf(offer, 'ValidityTerm');
  if (offer.state === 'Released') {
    if (!old) throw businessError(['INCOMPATIBLE_TERMS', 'No term is added after the release.']);
    for (const [field, code] of frozenDates) {
      if (term[field] !== old[field]) throw businessError([code, `${field} is frozen after the release.`]);
    }
  }
  const start = term.AgreementStartDate as string | undefined;
  const end = term.AgreementEndDate as string | undefined;
  if (end !== undefined && start === undefined && offer.targetAgreementIntent !== 'Replace') {
    const message = 'AgreementEndDate goes with a future AgreementStartDate, or with a replacement offer.';
    throw businessError(['INVALID_AGREEMENT_TIME_INTERVAL', message]);
  }
  if (start !== undefined && Date.parse(start) > draft.at + threeYearsMs) {
    throw businessError(['INVALID_AGREEMENT_START_DATE', 'The start lies more than three years ahead.']);
  }
  if (start !== undefined && offer.state === 'Draft' && endOfDay(start) <= draft.at) {
    throw businessError(['INVALID_AGREEMENT_START_DATE', 'The start lies in the past.']);
  }
  if (end !== undefined && (endOfDay(end) <= draft.at || (start !== undefined && end <= start))) {
    throw businessError(['INVALID_AGREEMENT_END_DATE', 'The end has to lie after the start and after now.']);
  }
};
