import { scheduleDue } from '../../kit/due.ts';
import type { Agreement, AwsTransaction } from '../state.ts';
import { adjustmentDeadlineAt, increaseRange, lockoutStartAt } from './renewal-term.ts';

const dayMs = 86_400_000;
/** Days before the end at which `Purchase Agreement Ending` is sent. */
const endingDays = [180, 120, 90, 60, 30];
/** AWS does not document when it creates the renewal offer; here it appears this long before the end. */
const renewalOfferDays = 120;

/** A notice sent as the end of an agreement approaches. */
export type Notice = { word: 'ending' | 'lockout' | 'deadline' | 'renewal-offer'; at: number; days: number };

/** All notices of an agreement after its acceptance, in order of time. */
export const noticesOf = (agreement: Agreement): Notice[] => {
  const { endAt, acceptedAt } = agreement;
  if (endAt === null) return [];
  const notices: Notice[] = endingDays.map((days) => ({ word: 'ending', at: endAt - days * dayMs, days }));
  const lockoutAt = lockoutStartAt(agreement);
  const deadlineAt = adjustmentDeadlineAt(agreement);
  if (lockoutAt !== null) notices.push({ word: 'lockout', at: lockoutAt, days: 0 });
  if (deadlineAt !== null) notices.push({ word: 'deadline', at: deadlineAt, days: 0 });
  if (increaseRange(agreement)) {
    const at = Math.max(endAt - renewalOfferDays * dayMs, acceptedAt + 1);
    notices.push({ word: 'renewal-offer', at, days: 0 });
  }
  return notices.filter((notice) => notice.at > acceptedAt).sort((a, b) => a.at - b.at);
};

/** Schedules the notice at `index`. Only the next one is scheduled at a time, however long the agreement runs. */
export const scheduleNotice = (transaction: AwsTransaction, agreement: Agreement, index: number): void => {
  const notice = noticesOf(agreement)[index];
  if (!notice) return;
  scheduleDue(transaction, { kind: 'agreement-notice', at: notice.at, refId: agreement.id, detail: { index } });
};
