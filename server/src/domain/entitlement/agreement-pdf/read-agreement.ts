import { createHash } from 'node:crypto';
import { isDocumentError } from '../../../adapters/documents/port.ts';
import { isPartnerError } from '../../../adapters/partner-error.ts';
import { fileKey } from '../../../adapters/storage/port.ts';
import type { AskCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { Refusal, requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findEntitlement } from '../store.ts';
import { findParties, findShownTerms } from './store.ts';
import { writeAgreement } from './write-agreement.ts';

/** More terms than an agreement has in practice: those of 8 renewals, each divided into months of ten years. */
const termsMax = 1000;
const nameMax = 100;

const nameOf = (name: string): string =>
  `${
    name
      .replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
      .trim()
      .slice(0, nameMax) || 'Entitlement'
  } – Agreement.pdf`;

/** Changes with the look of the document, so that files of an earlier release are not served as those of this one. */
const edition = 1;

/**
 * The address of the agreement as a PDF, signed and valid for 30 minutes. The file is made by the first one who asks
 * for it, and again once anything in it has changed: its key contains a hash of the content.
 */
export const getEntitlementPdf = async (
  call: AskCall,
  { params }: { params: { entitlementId: string } },
): Promise<string> => {
  const entitlement = requireFound(await findEntitlement(call.db, params.entitlementId), 'entitlement');
  requireCapability('agreementPdf', entitlement.partner);
  const parties = requireFound(await findParties(call.db, entitlement.id), 'entitlement');
  const terms = await findShownTerms(call.db, entitlement.id, termsMax);
  const document = writeAgreement({ orgId: call.orgId, entitlement, parties, terms });
  const hash = createHash('sha256')
    .update(JSON.stringify([edition, document]))
    .digest('hex')
    .slice(0, 32);
  const key = fileKey(encodeId('org', call.orgId), 'agreement', `${encodeId('ent', entitlement.id)}-${hash}`, 'pdf');
  try {
    await call.documents.keepWritten(key, document, { signal: call.signal });
    return await call.documents.link(key, { name: nameOf(entitlement.name) });
  } catch (error) {
    if (isPartnerError(error)) throw new Refusal('ServiceUnavailable', 'The file storage does not respond; try again.');
    if (isDocumentError(error)) throw new Refusal('Conflict', error.message, { code: error.code });
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new Refusal('ServiceUnavailable', 'The document was not ready in time; try again.');
    throw error;
  }
};
