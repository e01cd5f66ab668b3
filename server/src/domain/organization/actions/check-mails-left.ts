import type { ActCall } from '../../../contract/call.ts';
import { Refusal } from '../../../kit/errors.ts';
import { countMessagesSince, lockOrganization } from '../store.ts';
import { isYoung, mailsOfYoungADay, youngDays } from '../young.ts';

/** Refuses `more` mails to contacts (429) if they exceed a new organization's limit within 24 hours. */
export const checkMailsLeft = async (call: ActCall, more: number): Promise<void> => {
  if (!(await isYoung(call))) return;
  await lockOrganization(call.db);
  const used = await countMessagesSince(call.db, new Date(call.now.getTime() - 86_400_000));
  if (used + more <= mailsOfYoungADay) return;
  const message =
    `In its first ${youngDays} days an organization writes at most ${mailsOfYoungADay} mails within 24 hours; ` +
    `${used} were written, and this would be ${more} more.`;
  throw new Refusal('TooManyRequests', message, { limit: mailsOfYoungADay, used }, { 'retry-after': '3600' });
};
