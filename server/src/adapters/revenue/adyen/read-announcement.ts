import { z } from 'zod';
import type { FeedPart } from '../port.ts';

/** An item of the standard webhook, as it is kept of a message. */
const Announcement = z.looseObject({
  eventCode: z.literal('REPORT_AVAILABLE'),
  eventDate: z.iso.datetime({ offset: true }),
  merchantAccountCode: z.string(),
  /** The name of the report's file. */
  pspReference: z
    .string()
    .regex(/^[\w.-]+$/)
    .includes('settlement_detail_report')
    .endsWith('.csv'),
  success: z.literal('true'),
});

/**
 * The report that a message announces; null: it announces none, or one of another kind. A report that is generated again
 * has the same name, and a later announcement. Source: docs.adyen.com, "Get reports automatically".
 */
export const readAnnouncement = (item: unknown): FeedPart | null => {
  const read = Announcement.safeParse(item).data;
  if (!read) return null;
  const time = new Date(read.eventDate);
  const name = `MerchantAccount/${read.merchantAccountCode}/${read.pspReference}`;
  return { name, version: time.toISOString(), time, bytes: null, isWhole: true };
};
