import { partnerError } from '../../partner-error.ts';
import type { MarketplaceAccess } from '../port.ts';

/** The access key of a connection, in the form that the SDK's clients take. */
export const credentialsOf = ({ credentials }: Pick<MarketplaceAccess, 'credentials'>) => {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  if (!accessKeyId || !secretAccessKey) {
    throw partnerError('The connection has no AWS access key.', {
      partner: 'AWS',
      outcome: 'NOT_SENT',
      partnerCode: 'MissingCredentials',
      httpStatus: undefined,
      requestId: undefined,
      retryable: false,
    });
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
};
