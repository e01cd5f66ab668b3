import type { Outgoing, OutgoingStream } from '../../outgoing/outgoing.ts';
import { isPartnerError, type PartnerError } from '../../partner-error.ts';
import { merchantOf } from '../../payment/adyen/client.ts';
import { missingCredential, noAnswer, refusedAnswer, unreadableAnswer } from '../../payment/adyen/errors.ts';
import type { PaymentAccess } from '../../payment/port.ts';
import { retryAfterOf } from '../../retry-after.ts';
import { feedFault } from '../feed-fault.ts';
import type { FeedPart, FeedRow, FeedWindow, RevenueFeed } from '../port.ts';
import { readReport } from './read-report.ts';
import { translateRow } from './translate-row.ts';

const what = 'reports/download';
/** How long a report may be silent; Adyen names no limit. */
const standardSilenceMs = 30_000;

/**
 * Where reports are. Source: docs.adyen.com, "Get reports automatically". The password is sent to this address only: an
 * announcement names the report, and not the host.
 */
const reportsOf = ({ endpoint, endpoints = {}, credentials }: PaymentAccess): string => {
  if (endpoints.reports !== undefined) return endpoints.reports.replace(/\/+$/, '');
  if (endpoint !== undefined) return `${endpoint.replace(/\/+$/, '')}/reports/download`;
  return `https://ca-${credentials.livePrefix ? 'live' : 'test'}.adyen.com/reports/download`;
};

/** Reports are downloaded by their own user, not with the API key. */
const authorizationOf = ({ credentials: { reportUser, reportPassword } }: PaymentAccess): string => {
  if (!reportUser) throw missingCredential('report user');
  if (!reportPassword) throw missingCredential('password of the report user');
  return `Basic ${Buffer.from(`${reportUser}:${reportPassword}`).toString('base64')}`;
};

const codes: Readonly<Record<number, string>> = { 403: 'Forbidden', 404: 'ReportNotFound' };

/** The download area has no error documents: its statuses are all that it says (not confirmed). */
const refusalOf = ({ status: httpStatus, headers }: OutgoingStream): PartnerError => {
  const isOwn = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408;
  const said = isOwn ? { errorCode: codes[httpStatus] ?? `HTTP ${httpStatus}`, errorType: 'report' } : {};
  return refusedAnswer(what, { httpStatus, said, isTransient: false, ...retryAfterOf(headers) });
};

const isPage = ({ headers }: OutgoingStream): boolean => /\bhtml\b/i.test(headers['content-type'] ?? '');

export type AdyenFeedOptions = {
  /** Opens a download, through the address guard. */
  open: Outgoing['open'];
  /**
   * The reports announced for the account, at least those of the window. Adyen has no call that lists reports: they are known only from the
   * stored REPORT_AVAILABLE messages (`readAnnouncement`).
   */
  announced: (access: PaymentAccess, window: FeedWindow) => Promise<FeedPart[]>;
  silenceMs?: number;
};

/**
 * What Adyen collected and paid out: the Settlement details report of each batch (docs.adyen.com, "Settlement details
 * report"). A record is a payment, by its PSP reference, with its refunds and chargebacks. Amounts are those of the
 * payout's currency. An entry that is about no payment is an adjustment, and a separate record.
 *
 * A report that is generated again is announced again and read as a new version of the same part. Accounts of the
 * balance platform have other reports, which are not read.
 */
export const createAdyenFeed = ({
  open,
  announced,
  silenceMs = standardSilenceMs,
}: AdyenFeedOptions): RevenueFeed<PaymentAccess> => {
  const download = async (access: PaymentAccess, path: string, signal?: AbortSignal): Promise<OutgoingStream> => {
    const headers = { authorization: authorizationOf(access), accept: 'text/csv' };
    const url = `${reportsOf(access)}/${path}`;
    try {
      return await open(url, { headers, silenceMs, ...(signal ? { signal } : {}) });
    } catch (error) {
      signal?.throwIfAborted();
      throw isPartnerError(error) ? error : noAnswer(error, what);
    }
  };
  const piecesOf = async function* (answer: OutgoingStream, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      yield* answer.body;
    } catch (error) {
      signal.throwIfAborted();
      throw noAnswer(error, what);
    }
  };
  const read = async function* (
    access: PaymentAccess,
    part: FeedPart,
    signal: AbortSignal,
  ): AsyncGenerator<readonly FeedRow[]> {
    signal.throwIfAborted();
    const answer = await download(access, part.name, signal);
    if (answer.status !== 200 || isPage(answer)) {
      answer.leave();
      throw answer.status === 200 ? unreadableAnswer(what, 200, 'it is a page, not a report') : refusalOf(answer);
    }
    yield* readReport(part, piecesOf(answer, signal));
  };
  return {
    channel: 'ADYEN',
    datasets: ['settlement_details'],
    connect: async (access) => {
      // Batches are numbered from 1: of this one, only its absence can be the answer.
      const path = `MerchantAccount/${encodeURIComponent(merchantOf(access))}/settlement_detail_report_batch_0.csv`;
      const answer = await download(access, path);
      answer.leave();
      if (answer.status !== 200 && answer.status !== 404) throw refusalOf(answer);
    },
    listParts: async (access, window) => {
      const parts = (await announced(access, window))
        .filter(({ time }) => time >= window.start && time < window.end)
        .sort((left, right) => left.time.getTime() - right.time.getTime());
      // Of a report that was announced more than once, the last announcement counts.
      return parts.filter(({ name }, index) => parts.findLastIndex((one) => one.name === name) === index);
    },
    readPart: (access, part, signal) => {
      if (/^MerchantAccount\/[\w-]+\/[\w.-]+\.csv$/.test(part.name)) return read(access, part, signal);
      throw feedFault({ code: 'UNKNOWN_PART', message: 'it does not name a report', part: part.name });
    },
    translate: translateRow,
  };
};
