import type { CoSellPartner, DocumentFault, ReferralDocument } from '../../../adapters/cosell/port.ts';
import type { CrmSystem } from '../../../adapters/crm/port.ts';
import { crmRecordId } from '../../../adapters/crm/record-id.ts';
import type { AskCall } from '../../../contract/call.ts';
import { openCrm } from '../../organization/connection/actions/open-crm.ts';
import { type Statement, selectionOf, statementOf, withValues } from '../mapping/apply-mapping.ts';
import type { FieldMapping } from '../mapping/mapping.ts';
import { mappingInForce } from '../mapping/reads.ts';

/** A CRM record as a mapping makes a referral of it. */
export type MappedRecord = {
  /** In the CRM's own spelling. */
  recordId: string;
  url: string | null;
  values: Statement['values'];
  document: ReferralDocument;
  errors: readonly DocumentFault[];
};

/**
 * Reads records of the CRM and maps them to a partner. By ids in the CRM's spelling; those that are not there are absent.
 * Undefined if the CRM is not connected. Throws a Refusal if it does not answer.
 */
export const mapRecords = async (
  call: AskCall,
  {
    partner,
    system,
    recordIds,
    fields,
  }: {
    partner: CoSellPartner;
    system: CrmSystem;
    recordIds: readonly string[];
    /** Rows to map by instead of those in force. */
    fields?: readonly FieldMapping[] | undefined;
  },
): Promise<ReadonlyMap<string, MappedRecord> | undefined> => {
  const account = await openCrm(call, system);
  if (!account) return undefined;
  const inForce = await mappingInForce(call.db, system, partner);
  const mapping = fields === undefined ? inForce : { ...inForce, fields };
  const ids = [...new Set(recordIds.map((id) => crmRecordId(system, id)))];
  const records = await call.gateway.askCrm(account, call, (crm, access) =>
    crm.readRecords(access, ids, selectionOf(mapping)),
  );
  const mapped = new Map<string, MappedRecord>();
  for (const record of records) {
    const { values, errors } = await statementOf(mapping, record);
    mapped.set(record.id, { recordId: record.id, url: record.url, values, document: withValues({}, values), errors });
  }
  return mapped;
};
