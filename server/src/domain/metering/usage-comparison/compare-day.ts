import type { UsageDayQuestion, UsageLine } from '../../../adapters/marketplace/port.ts';
import { isPartnerError } from '../../../adapters/partner-error.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { nilId } from '../../../kit/ids.ts';
import type { MarketplaceConnection } from '../../organization/connection/connection.ts';
import { judgeUsage } from './judge-usage.ts';
import { findComparedEntitlements, findOffers, type OurUsageRow, selectOurUsage } from './store.ts';
import {
  type ComparedDay,
  type Day,
  type OurUsage,
  type PlacedDifference,
  startOfDay,
  type UsagePlace,
} from './usage-comparison.ts';

const entitlementsAtOnce = 500;
const offersMax = 500;
/** A step's result is stored: it holds no more than this of each kind. */
const differencesMax = 1000;
const unknownMax = 100;

const none: OurUsage = { counted: '0', open: [], computed: null };

const keyOf = ({ resource, planId, dimension }: UsagePlace): string => [resource, planId, dimension].join('\n');

type Account = Pick<MarketplaceConnection, 'partner' | 'mode' | 'report_from'>;

/** By the account's settings, another tool submits usage of that day, or of its first hours. */
const isShadowDay = ({ mode, report_from: from }: Account, day: Day): boolean =>
  mode === 'SHADOW' || (from !== null && from > startOfDay(day));

type Reading = { account: Account; day: Day; result: ComparedDay };

const placeOf = (line: UsageLine): UsagePlace => ({
  resource: line.usageResourceId,
  planId: line.planId ?? '',
  dimension: line.dimension,
});

const compareAt = (
  { account, day, result }: Reading,
  place: UsagePlace & { entitlementId: string },
  row: OurUsageRow | undefined,
  lines: readonly UsageLine[],
): void => {
  const ours: OurUsage = row ? { counted: row.counted, open: row.open ?? [], computed: row.computed } : none;
  const hasSubmitted = row !== undefined && (row.counted !== '0' || ours.open.length > 0);
  const isShadowed = ours.computed !== null || isShadowDay(account, day);
  const isShadow = ours.computed !== null || (!hasSubmitted && isShadowed);
  const judged = judgeUsage(ours, lines, isShadow);
  result.waiting += lines.filter(({ standing }) => standing === 'WAITING' || standing === 'OPEN').length;
  const { resource, planId, dimension, entitlementId } = place;
  if (judged === 'OPEN') {
    if (result.unjudged.length < differencesMax) result.unjudged.push({ resource, planId, dimension });
    else result.more += 1;
    return;
  }
  // A total that has another tool's usage in it decides nothing of a row of ours.
  if (row?.unknown_ids && !isShadowed && result.unknown.length < unknownMax)
    result.unknown.push({ rowIds: row.unknown_ids, dimension, lines: [...lines] });
  if (judged === null) return;
  const difference: PlacedDifference = { resource, planId, dimension, entitlementId, ...judged };
  if (result.differences.length < differencesMax) result.differences.push(difference);
  else result.more += 1;
};

/** Compares lines with our usage, some entitlements at a time. */
const compareLines = async (
  db: OrgDb,
  reading: Reading,
  lines: readonly UsageLine[],
  offer: string | undefined,
): Promise<void> => {
  const { account, day, result } = reading;
  const { partner } = account;
  result.lines += lines.length;
  const byResource = Map.groupBy(lines, (line) => line.usageResourceId);
  for (let after = nilId; ; ) {
    const page = await findComparedEntitlements(db, { partner, after, limit: entitlementsAtOnce });
    const last = page.at(-1);
    if (!last) break;
    const rows = await selectOurUsage(db, {
      partner,
      day,
      ...(offer === undefined ? {} : { offer }),
      after,
      through: last.id,
    });
    const ownerOf = new Map(rows.map((row) => [row.resource, row.entitlement_id]));
    for (const { id, external_id: resource } of page)
      if (resource !== null && !ownerOf.has(resource)) ownerOf.set(resource, id);
    const rowAt = new Map(
      rows.map((row) => [keyOf({ resource: row.resource, planId: row.plan_id, dimension: row.dimension }), row]),
    );
    for (const [resource, entitlementId] of ownerOf) {
      for (const some of Map.groupBy(byResource.get(resource) ?? [], (line) => keyOf(placeOf(line))).values()) {
        const place = placeOf(some[0] as UsageLine);
        compareAt(reading, { ...place, entitlementId }, rowAt.get(keyOf(place)), some);
        rowAt.delete(keyOf(place));
      }
      byResource.delete(resource);
    }
    // Nothing is shown of these.
    for (const row of rowAt.values()) {
      const { resource, plan_id: planId, dimension, entitlement_id: entitlementId } = row;
      compareAt(reading, { resource, planId, dimension, entitlementId }, row, []);
    }
    after = last.id;
  }
  for (const rest of byResource.values())
    for (const some of Map.groupBy(rest, (line) => keyOf(placeOf(line))).values())
      compareAt(reading, { ...placeOf(some[0] as UsageLine), entitlementId: nilId }, undefined, some);
};

type ReadLines = (question: UsageDayQuestion) => Promise<UsageLine[]>;

/** The lines of a day; null: one answer cannot hold them. */
const readUnlessTooLarge = async (read: ReadLines, question: UsageDayQuestion): Promise<UsageLine[] | null> => {
  try {
    return await read(question);
  } catch (error) {
    if (isPartnerError(error) && error.partnerCode === 'ANSWER_TOO_LARGE') return null;
    throw error;
  }
};

/**
 * Reads a day's usage from the marketplace and compares it with ours. If one answer cannot hold the day, it is read
 * offer by offer. Throws PartnerErrors; a day is compared completely or not at all.
 */
export const compareUsageDay = async (
  db: OrgDb,
  read: ReadLines,
  { account, day, now }: { account: Account; day: Day; now: Date },
): Promise<ComparedDay> => {
  const result: ComparedDay = {
    lines: 0,
    differences: [],
    more: 0,
    unjudged: [],
    waiting: 0,
    unknown: [],
    askedAt: now,
  };
  const reading: Reading = { account, day, result };
  const start = startOfDay(day);
  const whole = await readUnlessTooLarge(read, { day: start });
  if (whole !== null) {
    await compareLines(db, reading, whole, undefined);
    return result;
  }
  for (const offer of await findOffers(db, account.partner, offersMax))
    await compareLines(db, reading, await read({ day: start, offer }), offer);
  return result;
};
