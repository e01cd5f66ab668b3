import { isPartnerError } from '../../partner-error.ts';
import { createReads } from '../../rest/reads.ts';

/** Whether Google says that the thing is in no state for that, or not there. */
export const isRefusedAs = (error: unknown, code: string): boolean =>
  isPartnerError(error) && error.outcome === 'REFUSED' && error.partnerCode === code;

export const { everyPage, unlessGone, unlessRefused } = createReads('GCP', (error) => isRefusedAs(error, 'NOT_FOUND'));
