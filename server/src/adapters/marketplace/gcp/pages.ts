import { isPartnerError } from '../../partner-error.ts';
import { createReads } from '../../rest/reads.ts';

/** Whether Google says that the state of the resource does not allow it, or that it does not exist. */
export const isRefusedAs = (error: unknown, code: string): boolean =>
  isPartnerError(error) && error.outcome === 'REFUSED' && error.partnerCode === code;

export const { everyPage, unlessGone, unlessRefused } = createReads('GCP', (error) => isRefusedAs(error, 'NOT_FOUND'));
