import { createHash } from 'node:crypto';
import { isDocumentError } from '../adapters/documents/port.ts';
import type { WrittenDocument } from '../adapters/documents/written.ts';
import { isPartnerError } from '../adapters/partner-error.ts';
import { fileKey } from '../adapters/storage/port.ts';
import { Refusal } from '../kit/errors.ts';
import { encodeId } from '../kit/ids.ts';
import type { AskCall } from './call.ts';

/**
 * The address of one of our documents as a PDF, signed and valid for 30 minutes. The file is generated at the first request, and again once
 * its content has changed: its key contains a hash of the content. `edition` changes with the layout of the document, so that files of an
 * earlier release are not served as those of this one. Throws a Refusal if it cannot be generated.
 */
export const linkWritten = async (
  call: AskCall,
  written: { kind: string; id: string; edition: number; document: WrittenDocument; name: string },
): Promise<string> => {
  const { kind, id, edition, document, name } = written;
  const hash = createHash('sha256')
    .update(JSON.stringify([edition, document]))
    .digest('hex')
    .slice(0, 32);
  const key = fileKey(encodeId('org', call.orgId), kind, `${id}-${hash}`, 'pdf');
  try {
    await call.documents.keepWritten(key, document, { signal: call.signal });
    return await call.documents.link(key, { name });
  } catch (error) {
    if (isPartnerError(error)) throw new Refusal('ServiceUnavailable', 'The file storage does not respond; try again.');
    if (isDocumentError(error)) throw new Refusal('Conflict', error.message, { code: error.code });
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new Refusal('ServiceUnavailable', 'The document was not ready in time; try again.');
    throw error;
  }
};
