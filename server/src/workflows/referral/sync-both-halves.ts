import { planCrmWrite } from '../../domain/cosell/crm-record/actions/plan-crm-write.ts';
import { readRecords } from '../../domain/cosell/crm-record/actions/read-records.ts';
import { crmDoneEvents, recordCrmDone } from '../../domain/cosell/crm-record/actions/record-crm-done.ts';
import { crmFailedEvents, recordCrmFailed } from '../../domain/cosell/crm-record/actions/record-crm-failed.ts';
import { crmReadEvents, recordCrmRead } from '../../domain/cosell/crm-record/actions/record-crm-read.ts';
import type { RecordReading } from '../../domain/cosell/crm-record/sides.ts';
import { findCrmBasis } from '../../domain/cosell/referral/actions/find-basis.ts';
import { loadSync, type SyncLoaded } from '../../domain/cosell/referral/actions/load-sync.ts';
import type { CrmHalf, SyncDirection } from '../../domain/cosell/referral/actions/record-read.ts';
import { recordSyncFailed } from '../../domain/cosell/referral/actions/record-sent.ts';
import type { Failure } from '../../engine/operation-store.ts';
import { isStepFailed, type StepFailed, stepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import type { WorkflowServices } from '../services.ts';
import { openCoSellSession } from './cosell-session.ts';
import { type CrmSession, openCrmSession } from './crm-session.ts';
import { faultsOf, syncReferralAtPartner } from './read-referral.ts';
import { writeRecord } from './write-record.ts';

export type SyncAsked = {
  referralId: string;
  direction: SyncDirection;
  /** The CRM may have changed something: the partner is asked only if there is something to tell it. */
  isOfCrm?: boolean;
};

/** What a synchronization did. Failures stand in the referral; they are returned so that a run can count them. */
export type SyncDone = {
  /** Neither the partner nor a CRM has the referral. */
  isNothing: boolean;
  partnerFailure: StepFailed | null;
  crmFailure: StepFailed | null;
};

/** The code of the failure of a referral whose record the CRM no longer has. */
const goneCode = 'RecordNotFound';

export const isGone = ({ failure }: StepFailed): boolean => failure.code === goneCode;

const goneMessage = (system: string): string =>
  `${system} no longer has the record of the referral, or does not show it to the user of the connection. Restore it there, or give the referral another one in crm.`;

/** How often a record is read before nothing has been recorded between. */
const roundsMax = 5;

type Attempted<T> = { value: T | null; failure: StepFailed | null };

const attempt = async <T>(work: () => Promise<T>): Promise<Attempted<T>> => {
  try {
    return { value: await work(), failure: null };
  } catch (error) {
    if (!isStepFailed(error)) throw error;
    return { value: null, failure: error };
  }
};

const notTried = { value: null, failure: null };

type Steps = { run: WorkflowRun; prefix: string; referralId: string };

/** Reads the record, and takes what it states into the document. */
const readHalf = async (
  session: CrmSession,
  { run, prefix, referralId }: Steps,
  { partner, crm, takes }: { partner: SyncLoaded['partner']; crm: NonNullable<SyncLoaded['crm']>; takes: boolean },
): Promise<{ reading: RecordReading; isToSend: boolean }> => {
  const { recordId } = crm;
  for (let round = 1; round <= roundsMax; round += 1) {
    const suffix = round === 1 ? '' : ` ${round}`;
    const { reading, basis } = await session.ask(`${prefix}read record${suffix}`, async (reach, { db }) => {
      const before = await findCrmBasis(db, referralId);
      const [found] = await readRecords(db, reach, { partner, recordIds: [recordId] });
      return { reading: found ?? null, basis: before };
    });
    if (reading === null) throw stepFailed(goneCode, goneMessage(crm.system), { partner: crm.system });
    if (!takes) return { reading, isToSend: true };
    const { isToSend, isStale } = await run.change(`${prefix}take${suffix}`, crmReadEvents, (call) =>
      recordCrmRead(call, { referralId, reading, basis }),
    );
    if (!isStale) return { reading, isToSend };
  }
  const message = `${crm.system} and this service changed the record again and again; the next synchronization goes on.`;
  throw stepFailed('Busy', message, { partner: crm.system });
};

/** Gives the CRM what it lacks, and records how both halves ended. */
const writeHalf = async (
  session: CrmSession,
  { run, prefix, referralId }: Steps,
  { partner, reading, writes: isWritten }: { partner: SyncLoaded['partner']; reading: RecordReading; writes: boolean },
): Promise<void> => {
  const { recordId } = reading;
  const { writes, state } = isWritten
    ? await run.change(`${prefix}plan`, [], (call) => planCrmWrite(call, { referralId, reading }))
    : { writes: [] };
  const { written, refused } = await writeRecord(session, prefix, { partner, recordId, writes });
  await run.change(`${prefix}record write`, crmDoneEvents, (call) =>
    recordCrmDone(call, { referralId, recordId, written, refused, ...(state === undefined ? {} : { state }) }),
  );
};

const recordPartnerFailure = async ({ run, prefix, referralId }: Steps, failure: Failure): Promise<void> => {
  const { code, message, info } = failure;
  await run.change(`${prefix}record failure`, ['referral.sync_failed'], (call) =>
    recordSyncFailed(call, { referralId, code, message, faults: faultsOf(info) }),
  );
};

const recordCrmFailure = async ({ run, prefix, referralId }: Steps, { code, message }: Failure): Promise<void> => {
  await run.change(`${prefix}record CRM failure`, crmFailedEvents, (call) =>
    recordCrmFailed(call, { referralId, code, message, waits: code !== goneCode }),
  );
};

/**
 * Synchronizes a referral with its CRM record and its partner: reads the record, takes what it states, synchronizes with the
 * partner, and gives the CRM what it lacks. Neither half holds up the other.
 */
export const syncBothHalves = async (
  services: WorkflowServices,
  run: WorkflowRun,
  { referralId, direction, isOfCrm = false }: SyncAsked,
  prefix = '',
): Promise<SyncDone> => {
  const steps: Steps = { run, prefix, referralId };
  const loaded = await run.change(`${prefix}load`, [], (call) => loadSync(call, referralId));
  if (!loaded) return { isNothing: true, partnerFailure: null, crmFailure: null };
  const { partner, externalId, crm } = loaded;
  const session = crm && openCrmSession(services, run, { partner: crm.system });
  const takes = direction !== 'OUTBOUND';
  const read = session ? await attempt(() => readHalf(session, steps, { partner, crm, takes })) : notTried;
  const reading = read.value?.reading ?? null;
  const isAsked = !isOfCrm || read.value?.isToSend === true || !loaded.isInSync;
  const half: CrmHalf = reading ? 'FOLLOWS' : 'NOBODY';
  const atPartner =
    externalId !== null && isAsked
      ? await attempt(async () => {
          const referred = { partner, externalId, referralId, direction, crm: half };
          const there = openCoSellSession(services, run, { partner });
          const found = await syncReferralAtPartner(run, there, referred, prefix);
          if (found === null)
            throw stepFailed('NotShown', `${partner} does not show the referral ${externalId} any more.`);
        })
      : notTried;
  if (atPartner.failure) await recordPartnerFailure(steps, atPartner.failure.failure);
  const writes = direction !== 'INBOUND';
  const written =
    session && reading ? await attempt(() => writeHalf(session, steps, { partner, reading, writes })) : read;
  if (written.failure) await recordCrmFailure(steps, written.failure.failure);
  return {
    isNothing: false,
    partnerFailure: atPartner.failure,
    crmFailure: written.failure,
  };
};
