import { isPartnerError, type PartnerError } from '../../partner-error.ts';
import type { Verifier } from '../../partner-gateway.ts';
import type { AwsMarketplace } from './adapter.ts';

const wrongKey = new Set([
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'InvalidClientTokenId',
  'SignatureDoesNotMatch',
  'IncompleteSignatureException',
  'MissingAuthenticationTokenException',
]);

const sentenceOf = ({ outcome, partnerCode, httpStatus, retryable }: PartnerError): string => {
  if (partnerCode === 'ADDRESS_REFUSED') return 'The service may not call this endpoint.';
  if (outcome === 'NOT_SENT') return 'AWS could not be reached.';
  if (outcome === 'UNKNOWN') return httpStatus ? `AWS answered with ${httpStatus}.` : 'AWS did not answer.';
  if (retryable) return 'AWS is busy with this account; try again later.';
  if (wrongKey.has(partnerCode)) return 'AWS does not recognize the access key, or the secret does not belong to it.';
  if (partnerCode === 'ExpiredTokenException') return 'The session token of the access key has expired.';
  if (partnerCode === 'AccessDeniedException')
    return 'The access key may not read the Marketplace catalog: it needs aws-marketplace:ListEntities.';
  return 'AWS refused to list the products.';
};

/** Lists one product, the cheapest read of the Catalog. Its ARN names the owner. */
export const verifyAws =
  (aws: AwsMarketplace): Verifier =>
  async ({ accountId, endpoint, endpoints = {}, region, credentials }) => {
    try {
      const owner = await aws.askOwner({
        connectionId: 'verification',
        partner: 'AWS',
        accountId,
        endpoint,
        endpoints,
        region,
        meteringRegion: region,
        credentials,
      });
      return { ok: true, accountId: owner, detail: 'The products of the catalog can be listed.' };
    } catch (error) {
      if (!isPartnerError(error)) throw error;
      return { ok: false, code: error.partnerCode, message: sentenceOf(error), partnerMessage: error.message };
    }
  };
