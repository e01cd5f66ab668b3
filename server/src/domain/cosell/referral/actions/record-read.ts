import canonicalize from 'canonicalize';
import type { CoSellPartner, ReferralDocument, ReferralRead } from '../../../../adapters/cosell/port.ts';
import { coSellRules } from '../../../../adapters/cosell/rules.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { settledColumns } from '../../crm-record/actions/save-crm-state.ts';
import { isCrmSyncDue, startReferralSync } from '../../crm-record/actions/start-crm-sync.ts';
import type { ConflictRule } from '../../mapping/mapping.ts';
import { mappingInForce } from '../../mapping/reads.ts';
import { addSyncEvent } from '../../sync-event/add-sync-event.ts';
import { addReferral, changeReferral } from '../change.ts';
import { closingOf } from '../closing.ts';
import { documentColumns, newReferral } from '../draft.ts';
import { type Difference, differencesOf, type Merge, mergeDocuments } from '../merge.ts';
import { firstStatusOf, statusAfterRead, statusColumns } from '../partner-standing.ts';
import { isCoSellPartner, type Referral } from '../referral.ts';
import { type ReferralStatus, referralIs, syncIs } from '../states.ts';
import { lockReferral, lockReferralByExternalId, lockSubmitting } from '../store.ts';
import { keepContacts } from '../sync-store.ts';
import { basisOf } from './find-basis.ts';

/** Which way a synchronization goes: from the partner, to it, or both. */
export type SyncDirection = 'INBOUND' | 'OUTBOUND' | 'BOTH';

/** The event of each status that a partner's read can bring; any other change is an update. */
export const shownEvent: Readonly<Partial<Record<ReferralStatus, EventName>>> = {
  ACCEPTED: 'referral.accepted',
  REJECTED: 'referral.rejected',
  ACTION_REQUIRED: 'referral.action_required',
  EXPIRED: 'referral.expired',
  WON: 'referral.won',
  LOST: 'referral.lost',
};

/** What a read of the partner can bring for a referral that is known. */
export const shownEvents = [
  'referral.updated',
  'referral.accepted',
  'referral.rejected',
  'referral.action_required',
  'referral.expired',
  'referral.won',
  'referral.lost',
] as const satisfies readonly EventName[];

export const readEvents = ['referral.received', ...shownEvents] as const satisfies readonly EventName[];

const viewOf = ({ words, partnerDocument }: ReferralRead) => ({ words, document: partnerDocument });

const shownColumns = (read: ReferralRead) => ({
  partner_version: read.version,
  partner_time: read.updatedTime,
  partner_standing: read.standing,
  partner_view: viewOf(read),
  accept_by: read.acceptBy ?? null,
});

/** A referral that the partner has and we do not: one that it offers, or one made elsewhere. */
const importReferral = async (call: ActCall, partner: CoSellPartner, read: ReferralRead): Promise<string> => {
  const rules = coSellRules[partner];
  const status = firstStatusOf(read.standing);
  const unified = rules.unify(read.document);
  const referral = newReferral(call, {
    partner,
    direction: read.direction,
    status,
    document: read.document,
    unified,
    external_id: read.externalId,
    synced: read.document,
    ...shownColumns(read),
    closed_time: referralIs.closed(status) ? read.updatedTime : null,
    sync_success_time: call.now,
    sync_attempt_time: call.now,
    ...(unified.crmRecordId === undefined ? {} : { meta_info: { crmRecordId: unified.crmRecordId } }),
  });
  await addReferral(call, referral, 'referral.received');
  await addSyncEvent(call, referral, { direction: 'INBOUND', changes: differencesOf({}, read.document) });
  await keepContacts(call.db, referral, read.contacts, call.now);
  return referral.id;
};

/**
 * The referral that the partner has just made for us, before its answer arrived here: it has the same record of a CRM, or our
 * own id in place of one, and the same name. Without it, the message about it would import it a second time.
 */
const lockMadeForUs = async (
  call: ActCall,
  partner: CoSellPartner,
  { direction, document }: ReferralRead,
): Promise<Referral | undefined> => {
  const { unify } = coSellRules[partner];
  const { crmRecordId, name } = unify(document);
  if (direction === 'INBOUND' || crmRecordId === undefined) return undefined;
  return (await lockSubmitting(call.db, partner)).find((one) => {
    const ours = unify(one.document);
    return ours.crmRecordId === crmRecordId && ours.name === name;
  });
};

/** Which side wins: the newest is the side that was changed last, according to each side. */
const winnerOf = (preference: ConflictRule, old: Referral, read: ReferralRead): 'OURS' | 'THEIRS' => {
  if (preference === 'NEWEST_WINS')
    return (old.edited_time ?? old.creation_time) > read.updatedTime ? 'OURS' : 'THEIRS';
  return preference === 'CRM_WINS' ? 'OURS' : 'THEIRS';
};

/** The rule of the mapping between the CRM and the partner of a referral. */
const ruleFor = async (call: ActCall, { crm_system: system, partner }: Referral): Promise<ConflictRule> =>
  system === null || !isCoSellPartner(partner)
    ? 'NEWEST_WINS'
    : (await mappingInForce(call.db, system, partner)).conflict_rule;

/** One-way synchronizations take only half of a merge: the document here, and the one that the partner should have. */
const halves = (
  old: Referral,
  read: ReferralRead,
  { merged, received, toSend }: Merge,
  direction: SyncDirection,
): {
  document: ReferralDocument;
  synced: ReferralDocument | null;
  send: ReferralDocument | null;
  received: Difference[];
} => {
  const send = direction !== 'INBOUND' && toSend.length > 0 ? merged : null;
  if (direction === 'OUTBOUND') return { document: old.document, synced: old.synced, send, received: [] };
  return { document: merged, synced: read.document, send, received };
};

/**
 * Who synchronizes the CRM record. STARTS: a run that is started if there is something to do. FOLLOWS: the run of this read, which also
 * reports how both halves ended. NOBODY: it was already tried.
 */
export type CrmHalf = 'STARTS' | 'FOLLOWS' | 'NOBODY';

/** The columns of a read after which nothing needs to be sent. */
const readColumns = (old: Referral, crm: CrmHalf, isCrmDue: boolean, now: Date): Partial<Referral> => {
  const sync_errors: Referral['sync_errors'] = [];
  if (crm === 'FOLLOWS') return { sync_errors };
  if (isCrmDue) return { sync_errors, sync_status: 'PENDING' };
  return { sync_errors, ...settledColumns(old, { sync_errors, crm_errors: old.crm_errors }, now) };
};

export type ReadRecorded = {
  referralId: string;
  /** What the partner should have, and the version on which it is based; null: nothing to send. */
  send: { document: ReferralDocument; version: string; changes: Difference[] } | null;
  /** The read started before a change that was recorded since, so it is obsolete: the partner must be read again. */
  isStale?: true;
};

/**
 * Applies a read of the partner: accepts the partner's changes, keeps ours, and returns what to send. An unknown referral is imported. A
 * read older than the last one applied changes nothing.
 */
export const recordRead = async (
  call: ActCall,
  {
    partner,
    read: given,
    referralId,
    direction,
    preference,
    crm = 'STARTS',
    basis = null,
  }: {
    partner: CoSellPartner;
    read: ReferralRead;
    referralId?: string;
    direction: SyncDirection;
    /** Absent: the rule of the mapping. */
    preference?: ConflictRule;
    crm?: CrmHalf;
    /** What both sides agreed on before the read began (`findBasis`). Absent: the read is the latest. */
    basis?: string | null;
  },
): Promise<ReadRecorded> => {
  const old =
    (referralId === undefined ? undefined : await lockReferral(call.db, referralId)) ??
    (await lockReferralByExternalId(call.db, partner, given.externalId)) ??
    (given.formerExternalId === undefined
      ? undefined
      : await lockReferralByExternalId(call.db, partner, given.formerExternalId)) ??
    (await lockMadeForUs(call, partner, given));
  if (!old) return { referralId: await importReferral(call, partner, given), send: null };
  if (basis !== null && basis !== basisOf(old)) return { referralId: old.id, send: null, isStale: true };
  // A partner that no longer shows the document (AWS: a rejected invitation) has not changed it.
  const isHidden = Object.keys(given.document).length === 0;
  const read = isHidden ? { ...given, document: old.synced ?? {} } : given;
  if (old.partner_time !== null && old.partner_time > read.updatedTime) return { referralId: old.id, send: null };
  const rules = coSellRules[partner];
  const closed = closingOf(old, read.standing);
  const merge = mergeDocuments({
    base: old.synced ?? {},
    ours: closed ?? old.document,
    theirs: read.document,
    fixed: rules.fixed(read.standing),
    sets: rules.sets,
    prefer: winnerOf(preference ?? (await ruleFor(call, old)), old, read),
  });
  const { document, synced, send, received } = halves(old, read, merge, direction);
  const isSent = send !== null;
  const status =
    direction === 'OUTBOUND' || closed !== null
      ? old.status
      : statusAfterRead(old, read.standing, { isSettled: !isSent });
  const change: Partial<Referral> = {
    ...statusColumns(old, status, call.now),
    ...documentColumns(partner, document, old.stage),
    external_id: read.externalId,
    document,
    synced,
    ...(direction === 'OUTBOUND' ? { partner_version: read.version } : shownColumns(read)),
    sync_attempt_time: call.now,
  };
  const isCrmDue = crm === 'STARTS' && (await isCrmSyncDue(call, old, { ...old, ...change } as Referral));
  if (!isSent) Object.assign(change, readColumns({ ...old, status }, crm, isCrmDue, call.now));
  const isMoved = status !== old.status;
  // What only the partner writes can change without another version.
  const isSeen = direction === 'OUTBOUND' || canonicalize(viewOf(read)) === canonicalize(old.partner_view);
  const isNews = isMoved || received.length > 0 || read.version !== old.partner_version || !isSeen;
  const isSettled = syncIs.done(old.sync_status) || (crm === 'FOLLOWS' && old.sync_errors.length === 0);
  if (!isNews && !isSent && !isCrmDue && isSettled) return { referralId: old.id, send: null };
  const events: EventName[] = isNews ? [(isMoved ? shownEvent[status] : undefined) ?? 'referral.updated'] : [];
  await changeReferral(call, old, change, ...events);
  if (received.length > 0 || merge.conflicts.length > 0) {
    await addSyncEvent(call, old, { direction: 'INBOUND', changes: received, conflicts: merge.conflicts });
  }
  await keepContacts(call.db, { ...old, ...change } as Referral, read.contacts, call.now);
  if (isCrmDue && !isSent) await startReferralSync(call, old);
  return {
    referralId: old.id,
    send: send === null ? null : { document: send, version: read.version, changes: merge.toSend },
  };
};
