import { type PartnerError, partnerError } from '../partner-error.ts';

/** The account lacks what its feed needs (`partner-services.ts`). */
export const missingCredential = (partner: string, name: string): PartnerError =>
  partnerError(`The connection has no ${name}.`, {
    ...{ partner, outcome: 'NOT_SENT', partnerCode: 'MissingCredentials', retryable: false },
    ...{ httpStatus: undefined, requestId: undefined },
  });
