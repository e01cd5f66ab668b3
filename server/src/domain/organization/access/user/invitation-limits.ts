import type { ActCall } from '../../../../contract/call.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { lockOrganization } from '../../store.ts';
import { isYoung, youngDays } from '../../young.ts';
import { countLinksSince, countOpenInvitations, secondsSinceInvitation } from './store.ts';

/** How many invitations of an organization may be open at once: nobody makes a sender of mails to the world of it. */
export const openInvitationsMax = 100;
/** And of one that was founded lately. */
export const openInvitationsOfYoung = 20;
/** How many links an organization may send within 24 hours, whatever became of them: who is removed leaves a place, and the mail is out. */
const linksADay = 500;
export const linksOfYoungADay = 50;

const pauseSeconds = 60;

const dayMs = 86_400_000;

/** Refuses one more open invitation (409), and one more link within 24 hours (429). `userId`: one that is there already and does not count twice. */
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

/** Refuses another link within a minute (429). */
export const checkInvitationPause = async (call: ActCall, userId: string): Promise<void> => {
  const seconds = pauseSeconds - (await secondsSinceInvitation(call.db, userId));
  if (seconds <= 0) return;
  throw new Refusal('TooManyRequests', 'A link was sent to this user less than a minute ago.', undefined, {
    'retry-after': `${seconds}`,
  });
};
