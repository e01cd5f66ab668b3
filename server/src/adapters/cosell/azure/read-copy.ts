import { isObject, listAt, textAt } from '../document.ts';
import type { PartnerContactRead, PartnerStanding, ReferralDocument, ReferralRead } from '../port.ts';
import { type Copy, directionOf, invitedBy, inviterOf, isOwn, microsoft, timeOf } from './copies.ts';
import { partnerOnly } from './table.ts';
import { standingOf } from './words.ts';

const hidden = new Set(partnerOnly);
/** Of the partner's own members, what is worth showing. */
const shownMembers = [...hidden].filter((name) => name !== 'links' && name !== 'eTag');
const relatedMax = 50;

const isSaid = ([, value]: [string, unknown]): boolean => value !== undefined && value !== null;

/** The document of a copy: what a partner may write. Absent and null are the same. */
export const documentOf = (copy: Copy): ReferralDocument =>
  Object.fromEntries(
    Object.entries(copy).filter((entry) => isSaid(entry) && !hidden.has(entry[0]) && !entry[0].startsWith('@odata.')),
  );

const picked = (copy: Copy, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name): [string, unknown] => [name, copy[name]]).filter(isSaid));

/** How an invited organization sees the deal, in the words of its own copy. */
const invitedStanding = (copy: Copy): PartnerStanding => {
  if (copy.status === 'New') return copy.substatus === 'Received' ? 'IN_REVIEW' : 'SUBMITTED';
  return standingOf(copy);
};

/** The latest copy that Microsoft has of a deal that was shared with it; `others` are in the order of their creation. */
const sharedWith = (others: readonly Copy[], own: string | undefined): Copy | undefined =>
  others
    .filter((copy) => copy.organizationId === microsoft && inviterOf(copy) !== microsoft)
    .filter((copy) => own === undefined || inviterOf(copy) === undefined || inviterOf(copy) === own)
    .at(-1);

/**
 * The copy whose status is that of the deal, and its meaning. Our own deal is Active from the start ("Referral resources"), so while our
 * copy is open, the status of Microsoft's copy counts.
 */
const standing = (copy: Copy, others: readonly Copy[], own: string | undefined): [Copy, PartnerStanding] => {
  if (!isOwn(copy, own)) return [copy, invitedStanding(copy)];
  if (directionOf(copy) === 'INBOUND') return [copy, copy.status === 'New' ? 'PENDING_ACCEPTANCE' : standingOf(copy)];
  const shared = sharedWith(others, own);
  if (copy.status === 'Closed' || shared === undefined) return [copy, standingOf(copy)];
  const seen = invitedStanding(shared);
  return [shared, seen === 'WON' || seen === 'LOST' ? 'ACCEPTED' : seen];
};

const fromMicrosoft = /@(?:[\w-]+\.)*microsoft\.com$/i;

const memberContact = (value: unknown, role: string): PartnerContactRead[] => {
  const email = textAt(value, 'email');
  if (!isObject(value) || email === undefined) return [];
  const name = [textAt(value, 'firstName'), textAt(value, 'lastName')].filter(Boolean).join(' ');
  const title = textAt(value, 'title');
  return [{ name: name || email, email, ...(title === undefined ? {} : { title }), role }];
};

/**
 * The teams of the other copies, without our own people, whom an invitation names; and Microsoft's people in the own one: leads
 * come with their seller.
 */
const contactsOf = (copy: Copy, others: readonly Copy[]): PartnerContactRead[] => {
  const own = listAt(copy, 'team').flatMap((one) => memberContact(one, 'Microsoft'));
  const ours = new Set(own.filter(({ email }) => !fromMicrosoft.test(email)).map(({ email }) => email));
  const theirs = others.flatMap((other) =>
    listAt(other, 'team').flatMap((one) => memberContact(one, other.organizationName ?? other.organizationId ?? '')),
  );
  return [...theirs, ...own].filter(({ email }) => !ours.has(email));
};

const relatedOf = (copy: Copy): Record<string, unknown> => ({
  ...picked(copy, ['id', 'organizationId', 'organizationName', 'status', 'substatus', 'statusReason', 'salesStage']),
  ...picked(copy, ['updatedDateTime', 'expirationDateTime', 'team']),
  ...(invitedBy(copy).length === 0 ? {} : { target: invitedBy(copy) }),
});

const byTime = (left: Copy, right: Copy): number =>
  timeOf(left.createdDateTime).getTime() - timeOf(right.createdDateTime).getTime() || (left.id < right.id ? -1 : 1);

/** The version of a copy alone, as `If-Match` takes it. */
export const eTagOf = (version: string): string => version.split(' ')[0] ?? '';

/**
 * A referral as we show it: a copy, with the others of its engagement. Its version changes with each of them, since what
 * Microsoft made of the deal is only in Microsoft's copy.
 */
export const readCopy = (copy: Copy, others: readonly Copy[], own: string | undefined): ReferralRead => {
  const around = others.toSorted(byTime).slice(0, relatedMax);
  const [speaker, stands] = standing(copy, around, own);
  const direction = directionOf(copy);
  const comments = direction === 'INBOUND' ? textAt(copy, 'inviteContext.notes') : undefined;
  const times = [copy, ...around].map(({ updatedDateTime }) => timeOf(updatedDateTime).getTime());
  const acceptBy = direction === 'INBOUND' && copy.status === 'New' ? copy.expirationDateTime : undefined;
  return {
    externalId: copy.id,
    direction,
    version: [copy, ...around].map(({ eTag = '""' }) => eTag.replaceAll(' ', '')).join(' '),
    updatedTime: new Date(Math.max(...times)),
    standing: stands,
    words: {
      status: [speaker.status, speaker.substatus].filter(Boolean).join(' '),
      ...(speaker.statusReason === undefined ? {} : { reason: speaker.statusReason }),
      ...(comments === undefined ? {} : { comments }),
    },
    ...(acceptBy === undefined ? {} : { acceptBy: timeOf(acceptBy) }),
    document: documentOf(copy),
    partnerDocument: {
      ...picked(copy, shownMembers),
      ...(around.length === 0 ? {} : { relatedReferrals: around.map(relatedOf) }),
    },
    contacts: contactsOf(copy, around),
  };
};
