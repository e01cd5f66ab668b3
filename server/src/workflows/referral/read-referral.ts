import type { CoSellPartner, DocumentFault, ReferralRead } from '../../adapters/cosell/port.ts';
import { staleVersionCode } from '../../adapters/cosell/port.ts';
import type { ConflictRule } from '../../domain/cosell/mapping/mapping.ts';
import { findBasis } from '../../domain/cosell/referral/actions/find-basis.ts';
import {
  type CrmHalf,
  type ReadRecorded,
  readEvents,
  recordRead,
  type SyncDirection,
} from '../../domain/cosell/referral/actions/record-read.ts';
import { recordSent } from '../../domain/cosell/referral/actions/record-sent.ts';
import { isStepFailed, stepFailed, type WorkflowRun } from '../../engine/workflow.ts';
import { longRetry } from '../services.ts';
import type { CoSellSession } from './cosell-session.ts';

/** How often a referral is read, merged and written before somebody else has changed it between all of them. */
const roundsMax = 5;

const revived = (read: ReferralRead): ReferralRead => ({
  ...read,
  updatedTime: new Date(read.updatedTime),
  ...(read.acceptBy === undefined ? {} : { acceptBy: new Date(read.acceptBy) }),
});

/** What the refusal of a step says about single members. */
export const faultsOf = (info: unknown): DocumentFault[] =>
  ((info as { faults?: DocumentFault[] } | undefined)?.faults ?? []).slice(0, 100);

type Referred = {
  partner: CoSellPartner;
  externalId: string;
  referralId?: string;
  direction: SyncDirection;
  /** Absent: the rule of the mapping between the CRM and the partner. */
  preference?: ConflictRule;
  /** Who synchronizes the CRM record; absent: a run that is started if there is something to do. */
  crm?: CrmHalf;
};

/** A write that was made for a version that is no longer the latest is not sent again: the referral is read first. */
const send = async (
  session: CoSellSession,
  step: string,
  externalId: string,
  { document, version }: NonNullable<ReadRecorded['send']>,
): Promise<boolean> => {
  try {
    await session.ask(
      step,
      (coSell, access, { key }) => coSell.update?.(access, externalId, document, version, key) ?? Promise.resolve(),
      { retry: longRetry },
    );
    return true;
  } catch (error) {
    if (isStepFailed(error) && error.failure.code === staleVersionCode) return false;
    throw error;
  }
};

/**
 * Synchronizes a referral with its partner: reads it, merges, sends the differences, and reads the result, until nothing remains to be
 * sent. Returns the referral's id; null if the partner does not show it. `prefix` distinguishes the steps of one run.
 */
export const syncReferralAtPartner = async (
  run: WorkflowRun,
  session: CoSellSession,
  { partner, externalId, referralId, direction, preference, crm = 'STARTS' }: Referred,
  prefix = '',
): Promise<string | null> => {
  let known = referralId;
  for (let round = 1; round <= roundsMax; round += 1) {
    const suffix = round === 1 ? '' : ` ${round}`;
    const found = await session.ask(`${prefix}read${suffix}`, async (coSell, access, { db }) => {
      const basis = await findBasis(db, { partner, externalId, referralId: known });
      const read = (await coSell.read?.(access, externalId)) ?? null;
      return read && { read, basis };
    });
    if (found === null) return null;
    const { read, basis } = found;
    const given = {
      ...{ partner, basis },
      read: revived(read),
      direction,
      crm,
      ...(preference === undefined ? {} : { preference }),
      ...(known === undefined ? {} : { referralId: known }),
    };
    const recorded = await run.change(`${prefix}merge${suffix}`, readEvents, (call) => recordRead(call, given));
    known = recorded.referralId;
    const { send: sending, isStale } = recorded;
    if (isStale) continue;
    if (sending === null) return known;
    const isTaken = await send(session, `${prefix}write${suffix}`, read.externalId, sending);
    if (!isTaken) continue;
    const sent = { referralId: known, changes: sending.changes };
    await run.change(`${prefix}record${suffix}`, [], (call) => recordSent(call, sent));
  }
  throw stepFailed(
    'Busy',
    `${partner} and this service kept changing the referral; the next synchronization continues.`,
  );
};
