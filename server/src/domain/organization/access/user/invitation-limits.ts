import type { ActCall } from '../../../../contract/call.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { lockOrganization } from '../../store.ts';
import { isYoung, youngDays } from '../../young.ts';
import { countLinksSince, countOpenInvitations, secondsSinceInvitation } from './store.ts';

/** Maximum number of open invitations of an organization, to prevent abuse as a mail sender. */
export const openInvitationsMax = 100;
/** The same limit for a new organization. */
export const openInvitationsOfYoung = 20;
/**
 * Maximum number of links that an organization can send within 24 hours, whatever became of them. Removing a user frees
 * its place among open invitations, but its mail has already been sent.
 */
const linksADay = 500;
export const linksOfYoungADay = 50;

const pauseSeconds = 60;

const dayMs = 86_400_000;

/**
 * Refuses one more open invitation (409), and one more link within 24 hours (429). `userId`: an existing invitation,
 * which does not count twice.
 */
export const checkInvitationsLeft = async (call: ActCall, userId?: string): Promise<void> => {
  await lockOrganization(call.db);
  const young = await isYoung(call);
  const later = young ? ` in its first ${youngDays} days` : '';
  const open = await countOpenInvitations(call.db, userId);
  const limit = young ? openInvitationsOfYoung : openInvitationsMax;
  if (open >= limit) {
    const message = `${open} invitations are open; an organization may have ${limit}${later}.`;
    throw new Refusal('Conflict', message, { limit, used: open });
  }
  const aDay = young ? linksOfYoungADay : linksADay;
  const sent = await countLinksSince(call.db, new Date(call.now.getTime() - dayMs), aDay);
  if (sent < aDay) return;
  const message = `${sent} invitations were sent within 24 hours; an organization may send ${aDay}${later}.`;
  throw new Refusal('TooManyRequests', message, { limit: aDay, used: sent }, { 'retry-after': '3600' });
};

/** Refuses a second link within a minute (429). */
export const checkInvitationPause = async (call: ActCall, userId: string): Promise<void> => {
  const seconds = pauseSeconds - (await secondsSinceInvitation(call.db, userId));
  if (seconds <= 0) return;
  throw new Refusal('TooManyRequests', 'A link was sent to this user less than a minute ago.', undefined, {
    'retry-after': `${seconds}`,
  });
};
