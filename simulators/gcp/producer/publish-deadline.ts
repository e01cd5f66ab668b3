import type { Violation } from '../errors.ts';
import type { GcpReader, PrivateOffer } from '../state.ts';
import { isDayBoundary, midnightAfterMonths, readDateTime } from './date-time.ts';
import { idOf, installments, part, productOffer } from './offer-content.ts';

const deadlineMonths = 3;

/**
 * The faults in the deadline of an offer published at a time. It must be a midnight in Los Angeles, in the future,
 * at most three months after publishing, and not after the start of the offer or of anything it replaces. `published`
 * is the offer as it was published, if the deadline is changed afterwards.
 */
export const deadlineViolations = (
  reader: GcpReader,
  offer: PrivateOffer,
  now: number,
  published?: PrivateOffer,
): Violation[] => {
  const field = 'private_offer.accept_deadline_time';
  const deadline = readDateTime(offer.content.acceptDeadlineTime);
  const fault = (description: string): Violation[] => [{ field, description }];
  if (deadline === null) return fault('must be set to publish the offer');
  if (!isDayBoundary(deadline)) return fault('must be a day boundary in the America/Los_Angeles time zone');
  if (deadline <= now) return fault('must be in the future');
  if (deadline > midnightAfterMonths(published?.publishedAt ?? now, deadlineMonths)) {
    return fault('must be at most 3 months after publishing');
  }
  const before = published ? readDateTime(published.content.acceptDeadlineTime) : null;
  if (before !== null && deadline < before) return fault('can only be extended');
  const latest = latestDeadline(reader, offer);
  return latest && deadline > latest.time ? fault(`must be at or before ${latest.of}`) : [];
};

const latestDeadline = (reader: GcpReader, { content }: PrivateOffer): { time: number; of: string } | null => {
  const term = part(content.term);
  const { amendedPrivateOffer } = productOffer(content);
  const amended = idOf(amendedPrivateOffer, 'privateOffers');
  const order = reader
    .list('entitlements')
    .find((row) => amended !== undefined && row.terms.privateOfferId === amended);
  const limits = [
    term.startPolicy === 'SCHEDULED_START_TIME' && limit(term.scheduledStartTime, 'the scheduled start time'),
    term.endPolicy === 'SCHEDULED_END_TIME' && limit(term.scheduledEndTime, 'the scheduled end time'),
    ...installments(content).map(({ startTime }) => limit(startTime, 'the start of an installment')),
    order?.termEndAt ? { time: order.termEndAt, of: 'the end of the amended offer' } : null,
  ].filter((item): item is { time: number; of: string } => Boolean(item));
  return limits.sort((a, b) => a.time - b.time)[0] ?? null;
};

const limit = (value: unknown, of: string): { time: number; of: string } | null => {
  const time = readDateTime(value);
  return time === null ? null : { time, of };
};
