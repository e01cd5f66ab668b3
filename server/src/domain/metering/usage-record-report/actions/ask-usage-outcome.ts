import { setTimeout as pause } from 'node:timers/promises';
import type { ActCall, AskFirstCall } from '../../../../contract/call.ts';
import { findRunningOperation } from '../../../../engine/operation-store.ts';
import { isRefusal, Refusal } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { openMarketplace } from '../../../organization/connection/actions/open-marketplace.ts';
import { type ClaimedRow, startAttempts } from '../sending-store.ts';
import { type AskedUsage, answerWaitMs, dayOf } from '../settlement/asked-usage.ts';
import {
  planSettlement,
  type SettleableRow,
  type SettlementAim,
  type SettlementOutcome,
} from '../settlement/settlement.ts';
import { type EndedAttempt, findAttempts, findSettleableRows } from '../settlement/store.ts';
import { findMeteringSettings, findReports, lockEntitlements } from '../store.ts';

/** How often a run is polled, and how many times: the act itself needs some of the request's time too. */
const lookMs = 100;
const looksMax = 80;

type Aim = { outcome: SettlementOutcome; dimensions?: string[] | null | undefined };
type Meant = SettlementAim & { reportId: string };

const answersSince = (now: Date): Date => new Date(now.getTime() - answerWaitMs);

/** The rows that a settlement would end now; none if it would be refused or change nothing. */
const openRows = (rows: readonly SettleableRow[], meant: Meant): SettleableRow[] => {
  if (rows.length === 0) return [];
  const plan = planSettlement(rows, meant);
  return 'status' in plan || plan.rows.some((row) => row.awaited) ? [] : plan.rows;
};

const askKind = 'usage.ask';

const nothingSettled = 'Nothing was settled; send this again.';

/** The marketplace still accepts the row, so it can be queried by sending the row again. */
const isTaken = (now: Date) => (row: SettleableRow) => row.deadline > now;

/**
 * Writes the send log and starts the run that sends the rows again. One run at a time for each account, so that one
 * that hangs holds only one worker.
 */
export const startAsking =
  (meant: Meant, { entitlementId, partner }: { entitlementId: string; partner: string }) =>
  async (call: ActCall): Promise<ClaimedRow[]> => {
    await lockEntitlements(call.db, [entitlementId]);
    const { reportId } = meant;
    const rows = await findSettleableRows(call.db, { reportId, answersSince: answersSince(call.now), lock: true });
    const [report] = await findReports(call.db, [reportId]);
    if (report) call.checkVersion(report.version);
    const asked = openRows(rows, meant).filter(isTaken(call.now));
    if (asked.length === 0) return [];
    const settings = await findMeteringSettings(call.db, partner);
    if (!settings) return [];
    const entityId = encodeId('conn', settings.connectionId);
    if (await findRunningOperation(call.db, [askKind], entityId)) {
      const message = `${partner} is being queried about another report. ${nothingSettled}`;
      throw new Refusal('ServiceUnavailable', message, { partner }, { 'retry-after': '5' });
    }
    const attempts = asked.map((row): ClaimedRow => ({ rowId: row.id, attempt: row.attempts + 1 }));
    await startAttempts(
      call.db,
      attempts,
      call.now,
      attempts.map(() => null),
    );
    const dimensions = asked.map((row) => row.dimension);
    call.recordChange({ type: 'report', id: encodeId('report', reportId), before: null, after: { asked: dimensions } });
    await call.start(askKind, { partner, attempts }, { entityId, partner });
    return attempts;
  };

const sayNothingSettled = (error: unknown): never => {
  if (!isRefusal(error)) throw error;
  throw new Refusal(error.code, `${error.message} ${nothingSettled}`, error.info, error.headers);
};

/** Waits for the attempts to end and returns how they did. Throws if the marketplace does not answer. */
const endOf = async (call: AskFirstCall, partner: string, attempts: readonly ClaimedRow[]): Promise<EndedAttempt[]> => {
  let ended = await findAttempts(call.db, attempts);
  for (let look = 1; ended.length < attempts.length && look <= looksMax && !call.signal.aborted; look += 1) {
    await pause(lookMs);
    ended = await findAttempts(call.db, attempts);
  }
  if (ended.length < attempts.length) {
    const message = `${partner} is being queried, and has not answered yet. ${nothingSettled}`;
    throw new Refusal('ServiceUnavailable', message, { partner }, { 'retry-after': '60' });
  }
  const lost = ended.find(({ outcome }) => outcome === 'UNKNOWN' || outcome === 'NOT_APPLIED');
  if (!lost) return ended;
  const { code, message } = lost;
  const words = [code, message].filter(Boolean).join(': ');
  throw new Refusal('3rdPartyError', `${partner} could not be queried (${words}). ${nothingSettled}`, {
    partner,
    code,
    message,
  });
};

/**
 * Asks the marketplace the outcome of rows before a person decides it. A marketplace that shows usage (AZURE) is read.
 * Any other is sent the same record again by a durable run while it accepts the hour: it counts an identical record
 * once (AWS, BatchMeterUsage: "Identical requests are idempotent"; UsageRecord: "de-duplicated to prevent double
 * charges"). The marketplace is not asked if the window has closed, no account is connected, or the account submits no
 * usage.
 */
export const askUsageOutcome = async (
  call: AskFirstCall,
  { params, body }: { params: { usageRecordReportId: string }; body: Aim },
): Promise<AskedUsage> => {
  const meant = { ...body, dimensions: body.dimensions ?? undefined, reportId: params.usageRecordReportId };
  const unasked: AskedUsage = { shown: null, askedAt: call.now, resent: [] };
  const { reportId } = meant;
  const rows = openRows(
    await findSettleableRows(call.db, { reportId, answersSince: answersSince(call.now), lock: false }),
    meant,
  );
  const [first] = rows;
  const access = first && (await openMarketplace(call, first.partner));
  if (!first || !access) return unasked;
  const { partner, address, told_time: time, entitlement_id: entitlementId } = first;
  const question = {
    product: address.product,
    usageResourceId: address.usageResourceId,
    planId: address.planId ?? null,
    day: dayOf(time),
    dimensions: rows.map((row) => row.dimension),
  };
  const shown = await call.gateway.readUsage(access, question, call).catch(sayNothingSettled);
  if (shown) return { ...unasked, shown };
  const settings = await findMeteringSettings(call.db, partner);
  if (settings?.mode !== 'LIVE' || !rows.some(isTaken(call.now))) return unasked;
  const attempts = (await call.actFirst(startAsking(meant, { entitlementId, partner }))) ?? [];
  return attempts.length === 0 ? unasked : { ...unasked, resent: await endOf(call, partner, attempts) };
};
