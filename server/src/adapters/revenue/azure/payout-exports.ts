import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../kit/clock.ts';
import { timeOf } from '../../marketplace/azure/answers.ts';
import type { AzureClient } from '../../marketplace/azure/client.ts';
import type { MarketplaceAccess } from '../../marketplace/port.ts';
import type { KeptRequest, KeptRequests } from '../feeds.ts';
import type { FeedPart, FeedWindow } from '../port.ts';
import type { ExportKind } from './tables.ts';
import { unlessClosed, unlessPassing } from './unless-closed.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => (value ? value : null));
const exportAnswer = z
  .looseObject({
    value: z
      .array(z.looseObject({ requestId: z.string().min(1), status: text, requestDateTime: text, blobLocation: text }))
      .min(1),
  })
  .transform(({ value: [first] }) => first);
type Export = NonNullable<z.output<typeof exportAnswer>>;

/** The fields that filter exports by time ("Create earnings export request", "Create payments export request"). */
const timeFields: Readonly<Record<ExportKind, string>> = {
  payments: 'payoutStatusUpdateTS',
  transactionhistory: 'earningForDate',
};

const hourMs = 3_600_000;
/** A new export is requested this long after the one before. */
const requestedEveryMs = 20 * hourMs;
/** An export that is not ready by then is waited for no longer: it takes up to 24 hours. */
const waitedForMs = 48 * hourMs;
/**
 * How long an export is a part: less than the week for which links to reports are valid; of these links it is on no page. Long,
 * because a service that was down, or a sandbox whose clock is moved by days, reads it late.
 */
const shownForMs = 144 * hourMs;
/** A UUID that is the same for the same texts. */
const uuidOf = (...texts: string[]): string => {
  const hex = createHash('sha256').update(texts.join('\n')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * The first day of an export. A payment is sent long after what it pays was earned, which counts on the first of its month
 * (`earningForDate`): earnings are exported for the six months that the ordered reports have, so that those of customers who
 * pay late name their payment, too.
 */
const firstDayOf = (kind: ExportKind, { start }: FeedWindow, now: Date): string => {
  const earned = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 6, 1));
  return (kind === 'transactionhistory' && earned < start ? earned : start).toISOString().slice(0, 10);
};

/**
 * The payout export API of Partner Center ("Create payments export request", "Get payment export request by ID", and those
 * of earnings). A request is processed for up to 24 hours (microsoft/Partner-Center-Payout-APIs), and can be found only by its id, which is
 * kept. If the process ends before it is kept, another export is requested: a request carries an idempotency id of its day, in case
 * Microsoft honours it.
 *
 * Microsoft's sample signs in as a user. Whether the token of an application is accepted is not confirmed: if it is
 * refused, there are no exports, and nothing else depends on them: "429 Rate limiting: Too many requests of the same type"
 * ("Get payment export request by ID") is waited out, as is a fault of Microsoft's.
 */
export const createPayoutExports = ({ send }: Pick<AzureClient, 'send'>, clock: Pick<Clock, 'now'>) => {
  const show = async (access: MarketplaceAccess, kind: ExportKind, id: string): Promise<Export | null> => {
    const call = { what: 'GetPayoutExport', method: 'GET', path: `/${kind}/${encodeURIComponent(id)}` } as const;
    return (await unlessClosed(send(access, 'PAYOUTS', call, exportAnswer)))?.answer ?? null;
  };

  const request = async (access: MarketplaceAccess, kind: ExportKind, start: string): Promise<KeptRequest | null> => {
    const now = clock.now();
    const headers = { 'ms-requestid': uuidOf(access.connectionId, kind, start, now.toISOString().slice(0, 10)) };
    const query = { $filter: `${timeFields[kind]} ge ${start}`, fileformat: 'csv' };
    const call = { what: 'CreatePayoutExport', method: 'POST', path: `/${kind}`, query, headers } as const;
    const made = await unlessPassing(unlessClosed(send(access, 'PAYOUTS', call, exportAnswer)), null);
    const id = made?.answer?.requestId;
    return id === undefined ? null : { kind, id, firstDay: start, time: now };
  };

  const partOf = (kind: ExportKind, { requestId, status, requestDateTime, blobLocation }: Export): FeedPart | null => {
    const time = timeOf(requestDateTime);
    if (status?.toLowerCase() !== 'completed' || !blobLocation || !time) return null;
    return { name: `${kind}/${requestId}`, version: time.toISOString(), time, bytes: null };
  };

  return {
    /** Microsoft's link to the file of an export; null if there is no such export. */
    linkOf: async (access: MarketplaceAccess, kind: ExportKind, id: string): Promise<string | null> =>
      (await show(access, kind, id))?.blobLocation ?? null,

    /** The exports that are ready. Requests a new one if the latest is old, or begins behind the window. */
    list: async (
      { access, requests }: { access: MarketplaceAccess; requests: KeptRequests },
      kind: ExportKind,
      window: FeedWindow,
    ): Promise<FeedPart[]> => {
      const now = clock.now();
      const start = firstDayOf(kind, window, now);
      const ageOf = ({ time }: KeptRequest): number => now.getTime() - time.getTime();
      const parts: FeedPart[] = [];
      const kept: KeptRequest[] = [];
      let isWaiting = false;
      const known = await requests.list(kind);
      for (const requested of known) {
        if (ageOf(requested) >= shownForMs) continue;
        const shown = await unlessPassing(show(access, kind, requested.id), 'LATER');
        const isLater = shown === 'LATER';
        if (!isLater && (!shown || shown.status?.toLowerCase() === 'failed')) continue;
        kept.push(requested);
        const part = isLater ? null : partOf(kind, shown);
        if (part) parts.push(part);
        isWaiting = !part;
      }
      const latest = kept.at(-1);
      const isEnough = latest !== undefined && latest.firstDay <= start;
      const isFresh = latest !== undefined && ageOf(latest) < (isWaiting ? waitedForMs : requestedEveryMs);
      const made = isEnough && isFresh ? null : await request(access, kind, start);
      if (made) await requests.keep(made);
      const needed = new Set(kept.slice(made ? -1 : -2));
      const over = known.filter((one) => !needed.has(one) && one.id !== made?.id).map(({ id }) => id);
      if (over.length > 0) await requests.forget(kind, over);
      return parts;
    },
  };
};
