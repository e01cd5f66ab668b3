import type { Clock } from '../../../kit/clock.ts';
import type { ClientOptions } from '../../marketplace/aws/client.ts';
import { openAwsCalls } from '../../marketplace/aws/open-calls.ts';
import type { MarketplaceAccess } from '../../marketplace/port.ts';
import { isPartnerError } from '../../partner-error.ts';
import { feedFault } from '../feed-fault.ts';
import type { FeedPart, FeedRow } from '../port.ts';
import { invoiceDataset } from './translate-invoice.ts';

const dayMs = 86_400_000;
/** How long an agreement that has changed for the last time, as it ended, may have new invoices; a choice. */
const afterEndMs = 100 * dayMs;
const batchRows = 1000;
const prefix = 'agreement-invoices/';

/** Members of an answer as columns: those of an object with its name and a dot before their own. */
const columnsOf = (value: object, before = ''): Record<string, string | null> => {
  const columns: Record<string, string | null> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member instanceof Date) columns[before + name] = member.toISOString();
    else if (typeof member === 'object' && member !== null)
      Object.assign(columns, columnsOf(member, `${before}${name}.`));
    else columns[before + name] = member === undefined || member === null || member === '' ? null : String(member);
  }
  return columns;
};

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

export type AwsInvoiceOptions = ClientOptions & { clock: Pick<Clock, 'now'> };

/**
 * The invoices of each agreement, as the Agreement API lists them (`ListAgreementInvoiceLineItems`, 2020-03-01: it "allows
 * sellers (proposers) to retrieve aggregated billing data"; grouped by invoice, which is the only grouping). They are available as soon as
 * AWS has issued them, and need no bucket; they do not contain fees, payments or payouts. `ListAgreementCharges` is
 * not read: it "allows acceptors to view charges", which are the buyers.
 *
 * Each agreement is a part with a new version every day. It is read after the files, so that a busy Agreement API does not delay them.
 * `isNeeded`: there is nothing else to read; otherwise, an account that may not list invoices has none.
 */
export const createAwsInvoices = ({ clock, ...options }: AwsInvoiceOptions) => {
  const { calls } = openAwsCalls(options);
  return {
    isInvoices: ({ name }: Pick<FeedPart, 'name'>): boolean => name.startsWith(prefix),

    list: async (access: MarketplaceAccess): Promise<FeedPart[]> => {
      const now = clock.now();
      return (await calls.searchAgreements(access, [])).map(({ agreementId, status, lastUpdateTime }) => {
        const isOver = status !== 'ACTIVE' && lastUpdateTime;
        const last = isOver ? lastUpdateTime.getTime() + afterEndMs : now.getTime();
        const version = dayOf(new Date(Math.min(last, now.getTime())));
        return { name: `${prefix}${agreementId}`, version, time: now, bytes: null };
      });
    },

    read: async function* (
      access: MarketplaceAccess,
      part: FeedPart,
      { signal, isNeeded }: { signal: AbortSignal; isNeeded: boolean },
    ): AsyncGenerator<readonly FeedRow[]> {
      signal.throwIfAborted();
      const agreementId = part.name.slice(prefix.length);
      if (agreementId === '')
        throw feedFault({ code: 'UNKNOWN_PART', message: 'it names no agreement', part: part.name });
      const found = await calls.listInvoices(access, agreementId).catch((error: unknown) => {
        if (!isNeeded && isPartnerError(error) && error.partnerCode === 'AccessDeniedException') return [];
        throw error;
      });
      signal.throwIfAborted();
      const rows = found.map((item): FeedRow => {
        const columns: Record<string, string | null> = { ...columnsOf(item), agreementId };
        const key = [agreementId, item.invoiceId, columns.invoiceType ?? ''].join('|');
        return { dataset: invoiceDataset, key, version: part.version, isDeleted: false, columns };
      });
      for (let at = 0; at < rows.length; at += batchRows) yield rows.slice(at, at + batchRows);
    },
  };
};
