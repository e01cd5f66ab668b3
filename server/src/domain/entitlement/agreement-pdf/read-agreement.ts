import type { AskCall } from '../../../contract/call.ts';
import { requireCapability } from '../../../contract/capabilities.ts';
import { linkWritten } from '../../../contract/written-files.ts';
import { requireFound } from '../../../kit/errors.ts';
import { fileNamePart } from '../../../kit/file-name.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findEntitlement } from '../store.ts';
import { findParties, findShownTerms } from './store.ts';
import { writeAgreement } from './write-agreement.ts';

/** More terms than an agreement has in practice: those of 8 renewals, each divided into months of ten years. */
const termsMax = 1000;

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
  return linkWritten(call, {
    kind: 'agreement',
    id: encodeId('ent', entitlement.id),
    edition,
    document,
    name: `${fileNamePart(entitlement.name) || 'Entitlement'} – Agreement.pdf`,
  });
};
