import type {
  CoSellPartner,
  DocumentFault,
  ReferralDocument,
  ReferralLinks,
} from '../../../../adapters/cosell/port.ts';
import { coSellRules } from '../../../../adapters/cosell/rules.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { isCrmSyncDue, startReferralSync } from '../../crm-record/actions/start-crm-sync.ts';
import { addSyncEvent } from '../../sync-event/add-sync-event.ts';
import { changeReferral } from '../change.ts';
import { differencesOf } from '../merge.ts';
import { statusColumns } from '../partner-standing.ts';
import { isCoSellPartner, type Referral } from '../referral.ts';
import { referralTransitions } from '../states.ts';
import { findReferralByExternalId } from '../store.ts';
import { loadReferral } from './load-referral.ts';

export type Submission = {
  partner: CoSellPartner;
  document: ReferralDocument;
  links: ReferralLinks;
  /** Set if an earlier submission made it at the partner, which then refused to review it. */
  externalId: string | null;
  /** Since when it can have been made there. RFC 3339. */
  since: string;
};

/**
 * What to submit; null if the referral is no longer waiting for it. A document without a CRM record id contains our id, so that the
 * partner's answers and messages are recognized before we know the partner's id.
 */
export const loadSubmission = async (call: ActCall, referralId: string): Promise<Submission | null> => {
  const old = await loadReferral(call, referralId);
  const { partner, status, external_id: externalId } = old;
  if (!isCoSellPartner(partner) || !allows(referralTransitions, 'submitted', status)) return null;
  const rules = coSellRules[partner];
  const isNamed = rules.unify(old.document).crmRecordId !== undefined;
  const crmRecordId = encodeId('referral', referralId);
  const document = isNamed ? old.document : rules.write(old.document, { crmRecordId });
  if (!isNamed) await changeReferral(call, old, { document });
  return { partner, document, links: rules.links(document), externalId, since: old.creation_time.toISOString() };
};

/** Whether an id at the partner is that of another referral of ours. */
export const isTakenByOther = async (
  db: OrgDb,
  { partner, referralId, externalId }: { partner: CoSellPartner; referralId: string; externalId: string },
): Promise<boolean> => {
  const holder = await findReferralByExternalId(db, partner, externalId);
  return holder !== undefined && holder.id !== referralId;
};

/** The partner has made the referral: what is changed here from now on differs from `sent`. */
export const recordAtPartner = async (
  call: ActCall,
  { referralId, externalId, sent }: { referralId: string; externalId: string; sent: ReferralDocument },
): Promise<void> => {
  const old = await loadReferral(call, referralId);
  if (old.external_id === externalId) return;
  await changeReferral(call, old, { external_id: externalId, synced: sent, partner_standing: 'CREATED' });
  await addSyncEvent(call, old, { direction: 'OUTBOUND', changes: differencesOf({}, sent) });
};

export const submittedEvents = ['referral.updated'] as const satisfies readonly EventName[];

/** The partner reviews it, or (GCP) its file can be handed over. */
export const recordSubmitted = async (call: ActCall, referralId: string): Promise<void> => {
  const old = await loadReferral(call, referralId);
  if (!allows(referralTransitions, 'submitted', old.status)) return;
  const status = nextStatus('Referral', referralTransitions, 'submitted', old);
  const isHandedOver = old.external_id === null;
  const change: Partial<Referral> = {
    ...statusColumns(old, status, call.now),
    sync_errors: [],
    sync_attempt_time: call.now,
    ...(isHandedOver
      ? { sync_status: 'IN_SYNC' as const, sync_success_time: call.now }
      : { partner_standing: 'SUBMITTED' as const }),
  };
  // A partner with an interface is read next, which starts what is due.
  const isCrmDue = isHandedOver && (await isCrmSyncDue(call, old, { ...old, ...change }));
  await changeReferral(call, old, isCrmDue ? { ...change, sync_status: 'PENDING' } : change, 'referral.updated');
  if (isCrmDue) await startReferralSync(call, old);
};

/** The partner refused it: each fault with its path, and its words in `metaInfo.errorMessages`. */
export const recordSubmissionFailed = async (
  call: ActCall,
  {
    referralId,
    code,
    message,
    faults,
  }: { referralId: string; code: string; message: string; faults: readonly DocumentFault[] },
): Promise<void> => {
  const old = await loadReferral(call, referralId);
  if (!allows(referralTransitions, 'createFailed', old.status)) return;
  const errors = faults.length > 0 ? [...faults] : [{ path: '', code, message }];
  await changeReferral(
    call,
    old,
    {
      status: nextStatus('Referral', referralTransitions, 'createFailed', old),
      sync_status: 'FAILED',
      sync_errors: errors,
      sync_attempt_time: call.now,
      meta_info: { ...old.meta_info, errorMessages: [`${code}: ${message}`] },
    },
    'referral.create_failed',
  );
  await addSyncEvent(call, old, { direction: 'OUTBOUND', changes: [], error: { code, message } });
};
