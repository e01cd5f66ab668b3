import type { PartnerError } from '../../partner-error.ts';
import { createReads } from '../../rest/reads.ts';

const gone = new Set(['ResourceNotFoundException', 'ResourceNotSupportedException']);

/** The refusals that mean that a thing does not exist. */
export const isGone = ({ partnerCode }: Pick<PartnerError, 'partnerCode'>): boolean => gone.has(partnerCode);

export const { everyPage, unlessGone, unlessRefused } = createReads('AWS', isGone);
