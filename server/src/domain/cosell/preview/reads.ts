import type { z } from 'zod';
import { coSellRules } from '../../../adapters/cosell/rules.ts';
import { crmRecordId } from '../../../adapters/crm/record-id.ts';
import type { AskCall } from '../../../contract/call.ts';
import { checkExpressions } from '../mapping/check-expressions.ts';
import type { FieldMapping } from '../mapping/mapping.ts';
import { checkDraft } from '../referral/draft.ts';
import { type MappedRecord, mapRecords } from './map-records.ts';
import type { BatchPreviewReferrals, ReferralPreview } from './schema.ts';

type Preview = z.input<typeof ReferralPreview>;
type Asked = z.output<typeof BatchPreviewReferrals>;

const previewOf = ({ partner, crm }: Asked, recordId: string, mapped: MappedRecord | undefined, now: Date): Preview => {
  if (!mapped) {
    const message = `${crm} has no such record, or does not show it to the user of the connection`;
    return { recordId, errors: [{ path: 'recordIds', code: 'notFound', message }] };
  }
  const { document } = mapped;
  const reference =
    crm === 'SALESFORCE' ? { salesforceOpportunityId: mapped.recordId } : { hubspotDealId: mapped.recordId };
  return {
    recordId,
    draft: { partner, ...reference, info: { [coSellRules[partner].slot]: document } },
    errors: checkDraft({ partner, document, mappingErrors: mapped.errors }, now),
  };
};

/**
 * What records of the CRM would be as referrals, in the order of the ids, by the mapping that also creates them, or by the
 * rows that the caller tries. Stores and sends nothing. Without a connected CRM that is the error of each.
 */
export const batchPreviewReferrals = async (call: AskCall, { body }: { body: Asked }): Promise<Preview[]> => {
  const { partner, crm: system, recordIds } = body;
  const fields = body.fields as FieldMapping[] | undefined;
  await checkExpressions(fields ?? []);
  const mapped = await mapRecords(call, { partner, system, recordIds, fields });
  if (!mapped) {
    const message = `${system} is not connected: connect it with service CRM`;
    return recordIds.map((recordId) => ({ recordId, errors: [{ path: 'crm', code: 'notConnected', message }] }));
  }
  return recordIds.map((id) => previewOf(body, id, mapped.get(crmRecordId(system, id)), call.now));
};
