import type { ActCall } from '../../../contract/call.ts';
import type { Partner } from '../../../contract/partner-codes.ts';
import { writeEntitlement } from '../change.ts';
import { findAgreements, lockEntitlement } from '../store.ts';
import { findTerms } from '../term/store.ts';

/**
 * Records the licence of an agreement. Usage of its term is submitted under it, as is the entitlement's while that term
 * is current. Idempotent. Returns the entitlement's UUID, or null if the agreement is not known yet. Emits
 * entitlement.license_assigned.
 */
export const setLicense = async (
  call: ActCall,
  { partner }: { partner: Partner },
  { agreementId, licenseArn }: { agreementId: string; licenseArn: string },
): Promise<{ entitlementId: string | null; changed: boolean }> => {
  const known = await findAgreements(call.db, partner, agreementId, agreementId);
  const agreement = known.find(({ external_id }) => external_id === agreementId);
  const old = agreement && (await lockEntitlement(call.db, agreement.entitlement_id));
  if (!old) return { entitlementId: null, changed: false };
  const oldTerms = await findTerms(call.db, old.id);
  const terms = oldTerms
    .filter(
      (term) =>
        term.parent_term_id === null &&
        term.external_entitlement_id === agreementId &&
        term.entitlement_info.awsLicenseArn !== licenseArn,
    )
    .map((term) => ({ ...term, entitlement_info: { ...term.entitlement_info, awsLicenseArn: licenseArn } }));
  if (terms.length === 0) return { entitlementId: old.id, changed: false };
  const next = old.external_id === agreementId ? { ...old, info: { ...old.info, awsLicenseArn: licenseArn } } : old;
  await writeEntitlement(call, old, next, { terms, oldTerms, events: ['entitlement.license_assigned'] });
  return { entitlementId: old.id, changed: true };
};
