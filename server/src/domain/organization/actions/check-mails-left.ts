import type { ActCall } from '../../../contract/call.ts';
import { Refusal } from '../../../kit/errors.ts';
import { isNewOrganization, mailsPerDay, newOrganizationDays, newOrganizationMailsPerDay } from '../mail-limits.ts';
import { countMailsSince, lockOrganization } from '../store.ts';

const dayMs = 86_400_000;

/** What an organization may write within 24 hours, in addresses, and how much of it is left. */
export type MailsLeft = { limit: number; left: number; rule: string };

/** Locks the organization, so that of mails at once each counts. */
export const countMailsLeft = async (call: ActCall): Promise<MailsLeft> => {
  await lockOrganization(call.db);
  const young = await isNewOrganization(call);
  const limit = young ? newOrganizationMailsPerDay : mailsPerDay;
  const when = young ? `In its first ${newOrganizationDays} days an organization` : 'An organization';
  const used = await countMailsSince(call.db, new Date(call.now.getTime() - dayMs));
  return {
    limit,
    left: Math.max(0, limit - used),
    rule: `${when} writes mails to at most ${limit} addresses within 24 hours`,
  };
};

/** Refuses mails to `more` addresses (429) if they exceed what the organization may write within 24 hours. */
export const checkMailsLeft = async (call: ActCall, more: number): Promise<void> => {
  const { limit, left, rule } = await countMailsLeft(call);
  if (more <= left) return;
  const used = limit - left;
  const message = `${rule}; ${used} were written to, and this would be ${more} more.`;
  throw new Refusal('TooManyRequests', message, { limit, used }, { 'retry-after': '3600' });
};
