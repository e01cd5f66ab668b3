import { type PartnerError, partnerError } from '../partner-error.ts';

/** A bucket whose list is longer than is read. A part of the list would look like parts that are gone (`forgetParts`). */
export const tooManyObjects = (partner: 'AWS' | 'GCP', endpoint: string, bucket: string): PartnerError =>
  partnerError(`The bucket ${bucket} has too many objects; name the prefix of the reports in the connected account.`, {
    partner,
    endpoint,
    outcome: 'REFUSED',
    partnerCode: 'TooManyObjects',
    httpStatus: undefined,
    requestId: undefined,
    retryable: false,
  });
