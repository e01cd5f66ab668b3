import type { ActCall } from '../../../../contract/call.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { checkLinksLeft, type LinkLimits } from '../../actions/check-links-left.ts';
import { countOpenInvitations, secondsSinceInvitation } from './store.ts';

/** Maximum number of open invitations of an organization, to prevent abuse as a mail sender. */
export const openInvitationsMax = 100;
/** The same limit for a new organization. */
export const newOrganizationInvitationsMax = 20;
/**
 * Maximum number of links that an organization can send within 24 hours, whatever their outcome. Removing a user frees
 * its place among open invitations, but its mail has already been sent.
 */
const linksADay = 500;
export const newOrganizationLinksPerDay = 50;

const pauseSeconds = 60;

const limits: LinkLimits = {
  open: openInvitationsMax,
  openOfYoung: newOrganizationInvitationsMax,
  aDay: linksADay,
  aDayOfYoung: newOrganizationLinksPerDay,
};

/**
 * Refuses one more open invitation (409), and one more link within 24 hours (429). `userId`: an existing invitation,
 * which does not count twice.
 */
export const checkInvitationsLeft = (call: ActCall, userId?: string): Promise<void> =>
  checkLinksLeft(call, {
    workflow: 'invitation.send',
    noun: 'invitations',
    limits,
    countOpen: () => countOpenInvitations(call.db, userId),
  });

/** Refuses a second link within a minute (429). */
export const checkInvitationPause = async (call: ActCall, userId: string): Promise<void> => {
  const seconds = pauseSeconds - (await secondsSinceInvitation(call.db, userId));
  if (seconds <= 0) return;
  throw new Refusal('TooManyRequests', 'A link was sent to this user less than a minute ago.', undefined, {
    'retry-after': `${seconds}`,
  });
};
