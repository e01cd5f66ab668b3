import type { z } from 'zod';
import type { ReferralDocument } from '../../../../adapters/cosell/port.ts';
import { coSellRules } from '../../../../adapters/cosell/rules.ts';
import type { ActCall, AskCall } from '../../../../contract/call.ts';
import { operationIdOf } from '../../../../engine/run-act.ts';
import { badRequest } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { nextStatus } from '../../../../kit/transitions.ts';
import { mapRecords } from '../../preview/map-records.ts';
import { changeReferral } from '../change.ts';
import {
  checkDraft,
  crmOf,
  documentColumns,
  newReferral,
  type ReadDraft,
  type ReadRecord,
  readDraft,
} from '../draft.ts';
import type { Referral } from '../referral.ts';
import type { CreateReferralParams, OperationExecutionDetails, ReferralDraft } from '../schema.ts';
import { referralIs, referralTransitions } from '../states.ts';
import { insertReferral, lockReferralOfCrmRecord } from '../store.ts';
import { findLatestOperation } from '../sync-store.ts';
import { viewReferral } from '../view.ts';

type Details = z.input<typeof OperationExecutionDetails>;

const detailsOf = (operationId: string, referral: Pick<Referral, 'id'>): Details => {
  const id = operationIdOf(operationId);
  return { workflowID: id, runID: id, entityId: encodeId('referral', referral.id) };
};

const start = async (call: ActCall, referral: Referral): Promise<Details> => {
  const entityId = encodeId('referral', referral.id);
  const { id: referralId, partner } = referral;
  return detailsOf(await call.start('referral.submit', { referralId }, { entityId, partner }), referral);
};

const givenOf = ({ metaInfo, approvalInfo }: ReferralDraft) => ({
  ...(metaInfo && { meta_info: metaInfo }),
  ...(approvalInfo && { approval_info: approvalInfo }),
});

/** What the CRM stated when the referral was made from its record. */
const crmColumns = (mapped: ReadDraft['mapped']) =>
  mapped === null ? {} : { crm_url: mapped.url, crm_synced: mapped.values, crm_agreed: null, crm_errors: [] };

/** The document of a deal from a CRM names our referral as the partner's reference, unless it names another. */
const withReference = ({ partner, document, mapped }: ReadDraft, id: string): ReferralDocument => {
  const { unify, write } = coSellRules[partner];
  if (mapped === null || unify(document).crmRecordId !== undefined) return document;
  return write(document, { crmRecordId: encodeId('referral', id) });
};

/** The referral that a CRM record has already: the run that submitted it, or a new one if it was refused. */
const useExisting = async (
  call: ActCall,
  old: Referral,
  read: ReadDraft,
  draft: ReferralDraft,
): Promise<Details | undefined> => {
  if (referralIs.draft(old.status)) {
    const document = withReference(read, old.id);
    const change = {
      document,
      ...crmColumns(read.mapped),
      ...documentColumns(draft.partner, document, old.stage),
      ...givenOf(draft),
      status: nextStatus('Referral', referralTransitions, 'submit', old),
      sync_status: 'PENDING' as const,
      sync_errors: [],
    };
    await changeReferral(call, old, change, 'referral.submitted');
    return start(call, old);
  }
  const latest = await findLatestOperation(call.db, 'referral.submit', encodeId('referral', old.id));
  return latest === undefined ? undefined : detailsOf(latest, old);
};

/**
 * Stores a referral and submits it to its partner. Throws 400 with every fault that the partner would find. A CRM record
 * has one referral at a partner: for it the run that submitted that one is returned, unless `force`.
 */
export const submitDraft = async (
  call: ActCall,
  draft: ReferralDraft,
  { force, record }: { force: boolean; record: ReadRecord },
): Promise<Details> => {
  const read = readDraft(draft, record);
  if ('faults' in read) throw badRequest(read.faults);
  const { partner, crm } = read.draft;
  const faults = checkDraft(read.draft, call.now);
  if (faults.length > 0) throw badRequest(faults);
  const id = call.newId();
  const document = withReference(read.draft, id);
  const claims = crm !== null && !force;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const old = claims ? await lockReferralOfCrmRecord(call.db, partner, crm) : undefined;
    const existing = old && (await useExisting(call, old, read.draft, draft));
    if (existing) return existing;
    const referral = newReferral(call, {
      id,
      partner,
      direction: 'OUTBOUND',
      status: nextStatus('Referral', referralTransitions, 'submit', { status: 'DRAFT' }),
      document,
      unified: coSellRules[partner].unify(document),
      sync_status: 'PENDING',
      // A record whose referral came by import is forced, too: the import made no run to return.
      ...(crm && { crm_system: crm.system, crm_record_id: crm.recordId, crm_claim: claims && !old }),
      ...crmColumns(read.draft.mapped),
      ...givenOf(draft),
    });
    if (!(await insertReferral(call.db, referral))) continue;
    const after = viewReferral(call.orgId, referral);
    const events = ['referral.created', 'referral.submitted'] as const;
    call.recordChange({ type: 'referral', before: null, after, version: 1, events });
    return start(call, referral);
  }
  throw new Error('a referral that was in the way is gone; referrals are never deleted');
};

/** Reads the CRM record that a draft names, if its CRM is connected. Throws a Refusal if the CRM does not answer. */
export const askForRecord = async (call: AskCall, { body }: { body: ReferralDraft }): Promise<ReadRecord> => {
  const crm = crmOf(body);
  if (crm === null) return null;
  const { system, recordId } = crm;
  const mapped = await mapRecords(call, { partner: body.partner, system, recordIds: [recordId] });
  return mapped ? (mapped.get(recordId) ?? 'notThere') : null;
};

/** Creates a referral at a partner. The response names the operation that submits it. */
export const createReferral = async (
  call: ActCall,
  {
    body,
    query,
    answer: record,
  }: { body: ReferralDraft; query: z.output<typeof CreateReferralParams>; answer: ReadRecord },
) => {
  const details = await submitDraft(call, body, { force: query.forceCreate ?? false, record });
  call.setHeader('Operation-Id', details.runID);
  return details;
};
