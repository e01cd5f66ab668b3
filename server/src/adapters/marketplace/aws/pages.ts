import { createReads } from '../../rest/reads.ts';

const gone = new Set(['ResourceNotFoundException', 'ResourceNotSupportedException']);

export const { everyPage, unlessGone, unlessRefused } = createReads('AWS', ({ partnerCode }) => gone.has(partnerCode));
