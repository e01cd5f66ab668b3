import type { ActCall } from '../../../contract/call.ts';
import { Refusal } from '../../../kit/errors.ts';
import { countMessagesSince, lockOrganization } from '../store.ts';
import { isYoung, mailsOfYoungADay, youngDays } from '../young.ts';

export const mailLimit = `In its first ${youngDays} days an organization writes at most ${mailsOfYoungADay} mails within 24 hours`;

/** How many mails the organization may write now; Infinity unless it is new. */
export const countMailsLeft = async (call: ActCall): Promise<number> => {
  if (!(await isYoung(call))) return Number.POSITIVE_INFINITY;
  await lockOrganization(call.db);
  const used = await countMessagesSince(call.db, new Date(call.now.getTime() - 86_400_000));
  return Math.max(0, mailsOfYoungADay - used);
};

/** Refuses `more` mails to contacts (429) if they exceed a new organization's limit within 24 hours. */
export const checkMailsLeft = async (call: ActCall, more: number): Promise<void> => {
  const left = await countMailsLeft(call);
  if (more <= left) return;
  const used = mailsOfYoungADay - left;
  const message = `${mailLimit}; ${used} were written, and this would be ${more} more.`;
  throw new Refusal('TooManyRequests', message, { limit: mailsOfYoungADay, used }, { 'retry-after': '3600' });
};
