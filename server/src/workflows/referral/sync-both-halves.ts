import { planCrmWrite } from '../../domain/cosell/crm-record/actions/plan-crm-write.ts';
import { readRecords } from '../../domain/cosell/crm-record/actions/read-records.ts';
import { crmDoneEvents, recordCrmDone } from '../../domain/cosell/crm-record/actions/record-crm-done.ts';
import { crmFailedEvents, recordCrmFailed } from '../../domain/cosell/crm-record/actions/record-crm-failed.ts';
import { crmReadEvents, recordCrmRead } from '../../domain/cosell/crm-record/actions/record-crm-read.ts';
import type { RecordReading } from '../../domain/cosell/crm-record/sides.ts';
import { findTurn, isFree } from '../../domain/cosell/crm-record/turn.ts';
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
  /** The CRM may have changed something: the partner is contacted only if there is something to send. */
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
  `${system} no longer has the record of the referral, or does not show it to the user of the connection. Restore it in the CRM, or set another record in crm.`;

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

const busy = (system: string): StepFailed => {
  const message = `${system} and this service kept changing the record; the next synchronization continues.`;
  return stepFailed('Busy', message, { partner: system });
};

const rounded = (name: string, round: number): string => (round === 1 ? name : `${name} ${round}`);

type Linked = { partner: SyncLoaded['partner']; crm: NonNullable<SyncLoaded['crm']> };

/** A read of the record, and the turn at which it began. */
type ReadRecord = { reading: RecordReading; turn: number | null };

const readOnce = async (
  session: CrmSession,
  name: string,
  { partner, crm, referralId }: Linked & { referralId: string },
): Promise<ReadRecord> => {
  const { reading, turn } = await session.ask(name, async (reach, { db }) => {
    const before = await findTurn(db, referralId);
    const [found] = await readRecords(db, reach, { partner, recordIds: [crm.recordId] });
    return { reading: found ?? null, turn: before };
  });
  if (reading === null) throw stepFailed(goneCode, goneMessage(crm.system), { partner: crm.system });
  return { reading, turn };
};

/** Waits until no other run is writing the record. */
const waitForTurn = async ({ run, referralId }: Steps, name: string): Promise<void> => {
  const pauses = { firstDelayMs: 500, maxDelayMs: 15_000, giveUpAfterMs: 10 * 60_000 };
  await run.poll(name, { timeoutMs: 10_000, ...pauses }, async ({ db }) =>
    (await isFree(db, referralId, run.operationId)) ? true : undefined,
  );
};

/** Reads the record, and takes what it states into the document. */
const readHalf = async (
  session: CrmSession,
  steps: Steps,
  { partner, crm, takes }: Linked & { takes: boolean },
): Promise<ReadRecord & { isToSend: boolean }> => {
  const { run, prefix, referralId } = steps;
  for (let round = 1; round <= roundsMax; round += 1) {
    const { reading, turn } = await readOnce(session, rounded(`${prefix}read record`, round), {
      ...{ partner, crm, referralId },
    });
    if (!takes) return { reading, turn, isToSend: true };
    const taken = await run.change(rounded(`${prefix}take`, round), crmReadEvents, (call) =>
      recordCrmRead(call, { referralId, reading, turn, runId: run.operationId }),
    );
    if (!taken.isStale) return { reading, isToSend: taken.isToSend, turn: taken.turn ?? null };
    await waitForTurn(steps, rounded(`${prefix}wait to read`, round));
  }
  throw busy(crm.system);
};

/**
 * Gives the CRM what it lacks, and records how both halves ended. Where another run has had its turn since the read, or somebody has
 * changed the record since, it is read again.
 */
const writeHalf = async (
  session: CrmSession,
  steps: Steps,
  { partner, crm, read, writes: isWritten }: Linked & { read: ReadRecord; writes: boolean },
): Promise<void> => {
  const { run, prefix, referralId } = steps;
  const { recordId } = crm;
  const runId = run.operationId;
  let latest = read;
  for (let round = 1; round <= roundsMax; round += 1) {
    const { reading, turn } = latest;
    const { writes, state, isStale } = isWritten
      ? await run.change(rounded(`${prefix}plan`, round), [], (call) =>
          planCrmWrite(call, { referralId, reading, turn, runId }),
        )
      : { writes: [] };
    if (!isStale) {
      const step = round === 1 ? prefix : `${prefix}round ${round}: `;
      const { written, refused, isOvertaken } = await writeRecord(session, step, { partner, recordId, writes });
      const ended = isOvertaken ? null : state;
      await run.change(rounded(`${prefix}record write`, round), crmDoneEvents, (call) =>
        recordCrmDone(call, {
          ...{ referralId, recordId, written, refused, runId },
          ...(ended === undefined ? {} : { state: ended }),
        }),
      );
      if (!isOvertaken) return;
    }
    await waitForTurn(steps, rounded(`${prefix}wait to write`, round));
    latest = await readOnce(session, rounded(`${prefix}read record to write`, round), { partner, crm, referralId });
  }
  throw busy(crm.system);
};

const recordPartnerFailure = async ({ run, prefix, referralId }: Steps, failure: Failure): Promise<void> => {
  const { code, message, info } = failure;
  await run.change(`${prefix}record failure`, ['referral.sync_failed'], (call) =>
    recordSyncFailed(call, { referralId, code, message, faults: faultsOf(info) }),
  );
};

const recordCrmFailure = async ({ run, prefix, referralId }: Steps, { code, message }: Failure): Promise<void> => {
  await run.change(`${prefix}record CRM failure`, crmFailedEvents, (call) =>
    recordCrmFailed(call, { referralId, code, message, waits: code !== goneCode, runId: run.operationId }),
  );
};

/**
 * Synchronizes a referral with its CRM record and its partner: reads the record, applies its values, synchronizes with the partner, and
 * writes to the CRM what it lacks. Neither half blocks the other.
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
  const record = read.value;
  const isAsked = !isOfCrm || record?.isToSend === true || !loaded.isInSync;
  const half: CrmHalf = record ? 'FOLLOWS' : 'NOBODY';
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
    session && crm && record
      ? await attempt(() => writeHalf(session, steps, { partner, crm, read: record, writes }))
      : read;
  if (written.failure) await recordCrmFailure(steps, written.failure.failure);
  return {
    isNothing: false,
    partnerFailure: atPartner.failure,
    crmFailure: written.failure,
  };
};
