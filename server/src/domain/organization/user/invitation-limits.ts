import type { ActCall } from '../../../contract/call.ts';
import { Refusal } from '../../../kit/errors.ts';
import { lockOrganization } from '../store.ts';
import { isYoung, youngDays } from '../young.ts';
import { countOpenInvitations, secondsSinceInvitation } from './store.ts';

/** How many invitations of an organization may be open at once: nobody makes a sender of mails to the world of it. */
export const openInvitationsMax = 100;
/** And of one that was founded lately. */
export const openInvitationsOfYoung = 20;

const pauseSeconds = 60;

/** Refuses one more open invitation (409). `userId`: one that is there already and does not count twice. */
export const checkInvitationsLeft = async (call: ActCall, userId?: string): Promise<void> => {
  await lockOrganization(call.db);
  const used = await countOpenInvitations(call.db, userId);
  const limit = (await isYoung(call)) ? openInvitationsOfYoung : openInvitationsMax;
  if (used < limit) return;
  const later = limit < openInvitationsMax ? ` in its first ${youngDays} days` : '';
  throw new Refusal('Conflict', `${used} invitations are open; an organization may have ${limit}${later}.`, {
    limit,
    used,
  });
};

/** Refuses another link within a minute (429). */
export const checkInvitationPause = async (call: ActCall, userId: string): Promise<void> => {
  const seconds = pauseSeconds - (await secondsSinceInvitation(call.db, userId));
  if (seconds <= 0) return;
  throw new Refusal('TooManyRequests', 'A link was sent to this user less than a minute ago.', undefined, {
    'retry-after': `${seconds}`,
  });
};
