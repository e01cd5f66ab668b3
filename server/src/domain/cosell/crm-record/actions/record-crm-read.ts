import type { DocumentFault, ReferralDocument } from '../../../../adapters/cosell/port.ts';
import { coSellRules } from '../../../../adapters/cosell/rules.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { allows } from '../../../../kit/transitions.ts';
import { withoutValue, withValue } from '../../mapping/mapping.ts';
import { mappingInForce } from '../../mapping/reads.ts';
import { loadReferral } from '../../referral/actions/load-referral.ts';
import { documentColumns, situationOf } from '../../referral/draft.ts';
import { differencesOf } from '../../referral/merge.ts';
import { isCoSellPartner, type Referral, type SyncError } from '../../referral/referral.ts';
import { referralTransitions } from '../../referral/states.ts';
import { addSyncEvent } from '../../sync-event/add-sync-event.ts';
import { baseAfter, type MemberStep, mergeRecord } from '../merge-record.ts';
import { baseOfReferral, type RecordReading, sidesOf } from '../sides.ts';
import { hasTurn, type Turn } from '../turn.ts';
import { isSameJson, saveCrmState } from './save-crm-state.ts';

const taking = (document: ReferralDocument, steps: readonly MemberStep[]): ReferralDocument =>
  steps.reduce<ReferralDocument>(
    (made, { field: { target }, theirs }) =>
      theirs === undefined ? withoutValue(made, target) : withValue(made, target, theirs),
    document,
  );

/** Partners' rules write the place in a list with a dot. */
const isAbout = ({ path }: DocumentFault, { field: { target } }: MemberStep): boolean => {
  const place = target.replaceAll(/\[(\d+)\]/g, '.$1');
  return path === place || path.startsWith(`${place}.`) || place.startsWith(`${path}.`);
};

/** The steps that are allowed one after the other. */
const allowedAlone = (
  steps: readonly MemberStep[],
  faultsOf: (steps: readonly MemberStep[]) => DocumentFault[],
): MemberStep[] => {
  const allowed: MemberStep[] = [];
  for (const step of steps) if (faultsOf([...allowed, step]).length === 0) allowed.push(step);
  return allowed;
};

type Taken = { document: ReferralDocument; steps: MemberStep[]; faults: DocumentFault[] };

/**
 * Takes what the CRM states into the document, as far as the partner allows it. What it does not is a fault with its path, and stays
 * as it was. Faults that the document had before are nothing that the CRM did.
 */
const takeAllowed = (old: Referral, wanted: readonly MemberStep[], now: Date): Taken => {
  if (!isCoSellPartner(old.partner)) return { document: old.document, steps: [], faults: [] };
  const { check } = coSellRules[old.partner];
  const situation = situationOf(old, now);
  const keyOf = ({ path, code }: DocumentFault): string => `${path} ${code}`;
  const known = new Set(check(old.document, situation).map(keyOf));
  const faultsOf = (steps: readonly MemberStep[]): DocumentFault[] =>
    check(taking(old.document, steps), situation).filter((fault) => !known.has(keyOf(fault)));
  const refused = new Map<string, DocumentFault>();
  let steps = [...wanted];
  for (let found = faultsOf(steps); found.length > 0; found = faultsOf(steps)) {
    for (const fault of found) refused.set(keyOf(fault), fault);
    const open = steps.filter((step) => !found.some((fault) => isAbout(fault, step)));
    // A fault of no member that changed: what is allowed alone is taken.
    steps = open.length < steps.length ? open : allowedAlone(steps, faultsOf);
  }
  return { document: taking(old.document, steps), steps, faults: [...refused.values()] };
};

/** What could not be mapped. A member that was never mapped, and that the document has, was given by a caller in its place. */
const unmapped = (old: Referral, { errors }: RecordReading, saidHere: (path: string) => unknown): DocumentFault[] =>
  errors.filter(({ path }) => Object.hasOwn(old.crm_synced ?? {}, path) || saidHere(path) === undefined);

/** At most so many faults are shown. */
const errorsMax = 100;

const editedTime = ({ edited_time: before }: Referral, { updatedTime }: RecordReading, now: Date): Date => {
  const there = new Date(Math.min(new Date(updatedTime).getTime(), now.getTime()));
  return before !== null && before > there ? before : there;
};

export const crmReadEvents = ['referral.updated', 'referral.sync_failed'] as const satisfies readonly EventName[];

/** What the partner half has to know of the CRM half. */
export type CrmReadRecorded = {
  /** The partner lacks something that the document says. */
  isToSend: boolean;
  /** It was not this run's turn: nothing was taken, and the record is to be read again. */
  isStale?: true;
  /** The turn after it. */
  turn?: number;
};

/**
 * Applies a read of the CRM record: takes over what the CRM changed since both last agreed, as far as the partner allows it.
 * What it does not allow stands in `sync.errors` with its path, and is tried again by the next synchronization.
 */
export const recordCrmRead = async (
  call: ActCall,
  { referralId, reading, ...turn }: { referralId: string; reading: RecordReading } & Turn,
): Promise<CrmReadRecorded> => {
  const old = await loadReferral(call, referralId);
  const { partner, crm_system: system, crm_record_id: recordId } = old;
  // It was given another record meanwhile, whose run follows.
  if (!isCoSellPartner(partner) || system === null || recordId !== reading.recordId) return { isToSend: false };
  if (!(await hasTurn(call.db, old, turn))) return { isToSend: false, isStale: true };
  const sides = sidesOf(old, await mappingInForce(call.db, system, partner), reading);
  const steps = mergeRecord(sides);
  const isOpen = allows(referralTransitions, 'change', old.status);
  const wanted = isOpen ? steps.filter(({ verdict }) => verdict === 'TAKE') : [];
  const { document, steps: taken, faults } = takeAllowed(old, wanted, call.now);
  const done = steps.filter((step) => step.verdict !== 'TAKE' || taken.includes(step));
  const before = baseOfReferral(old);
  const base = baseAfter(before, done);
  const errors: SyncError[] = isOpen ? [...unmapped(old, reading, sides.saidHere), ...faults].slice(0, errorsMax) : [];
  const isFailing = errors.length > 0;
  const isNewFailure = isFailing && !isSameJson(errors, old.crm_errors);
  const change = {
    crm_url: reading.url ?? old.crm_url,
    crm_synced: base.synced,
    crm_agreed: base.agreed,
    crm_errors: errors,
    crm_waits: false,
    crm_turn: isSameJson(base, before) ? old.crm_turn : old.crm_turn + 1,
    ...(isFailing ? { sync_status: 'FAILED' as const } : {}),
    ...(taken.length > 0
      ? {
          ...documentColumns(partner, document, old.stage),
          document,
          edited_time: editedTime(old, reading, call.now),
        }
      : {}),
  };
  const events: EventName[] = [
    ...(taken.length > 0 ? (['referral.updated'] as const) : []),
    ...(isNewFailure ? (['referral.sync_failed'] as const) : []),
  ];
  await saveCrmState(call, old, change, ...events);
  const changes = taken.map(({ field, mine, theirs }) => ({
    path: field.target,
    before: mine ?? null,
    after: theirs ?? null,
  }));
  const conflicts = done.flatMap(({ conflict }) => conflict ?? []);
  const [first] = errors;
  if (changes.length > 0 || conflicts.length > 0 || isNewFailure) {
    const error = isNewFailure && first ? { code: first.code, message: `${first.path}: ${first.message}` } : null;
    await addSyncEvent(call, old, { direction: 'INBOUND', system, changes, conflicts, error });
  }
  return { isToSend: old.synced !== null && differencesOf(old.synced, document).length > 0, turn: change.crm_turn };
};
