import type { Crm, CrmAccess } from '../../../../adapters/crm/port.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import { readingOf, selectionOf } from '../../mapping/apply-mapping.ts';
import { mappingInForce } from '../../mapping/reads.ts';
import type { CoSellPartner } from '../../referral/referral.ts';
import type { RecordReading } from '../sides.ts';

/** Reads records of the CRM as the mapping in force reads them for a partner. Those that are not there are absent. */
export const readRecords = async (
  db: OrgDb,
  { crm, access }: { crm: Crm; access: CrmAccess },
  { partner, recordIds }: { partner: CoSellPartner; recordIds: readonly string[] },
): Promise<RecordReading[]> => {
  const mapping = await mappingInForce(db, crm.system, partner);
  const records = await crm.readRecords(access, recordIds, selectionOf(mapping));
  return Promise.all(
    records.map(async (record) => ({
      recordId: record.id,
      url: record.url,
      updatedTime: record.updatedTime.toISOString(),
      ...(await readingOf(mapping, record)),
    })),
  );
};
