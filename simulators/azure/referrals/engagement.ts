import { type DueItem, scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { dayOf } from '../api/call.ts';
import { notifyReferral } from '../notifications/notify.ts';
import { type AzureChange, type AzureReader, type Json, type Referral, readSettings } from '../state.ts';
import { copiesOf, microsoft } from './copies.ts';

const dayMs = 86_400_000;

/**
 * Creates an organization's copy of a deal. Its own deal is accepted at once; a copy that another organization sends
 * waits for `referralDays` ("Manage co-sell opportunities": 14 days, for Microsoft and for partners), until the end of
 * the day before (as the samples of "Get a list of referrals" show it).
 */
export const createReferral = (
  transaction: AzureChange,
  draft: { engagementId: string | null; ownerId: string; creatorId: string; content: Json },
): Referral => {
  const { ids, at } = transaction;
  const { ownerId, creatorId, content } = draft;
  const isSent = ownerId !== creatorId;
  const given = content.status === undefined ? { status: 'Active', substatus: 'Accepted' } : {};
  const stated: Json = { ...content, ...(isSent ? { status: 'New', substatus: 'Pending' } : given) };
  const id = ids.uuid();
  const referral: Referral = {
    id,
    engagementId: draft.engagementId ?? ids.uuid(),
    ownerId,
    creatorId,
    content: stated,
    createdAt: at,
    updatedAt: at,
    expiresAt: isSent ? dayOf(at) + readSettings(transaction).referralDays * dayMs : null,
    acceptedAt: isSent ? null : at,
    closedAt: stated.status === 'Closed' ? at : null,
    eTag: nextTag(transaction),
  };
  transaction.put('referrals', referral);
  if (referral.expiresAt !== null)
    scheduleDue(transaction, { kind: 'referral-expiry', at: referral.expiresAt, refId: id });
  notifyReferral(transaction, referral, 'created');
  return referral;
};

const nextTag = ({ ids, at }: AzureChange): string =>
  `"${ids.hex(8)}-0000-0000-0000-${Math.floor(at / 1000).toString(16)}0000"`;

/** Changes one copy. Members shared with the other open copies of the deal change there too. */
export const changeReferral = (transaction: AzureChange, old: Referral, content: Json): Referral => {
  const changed = putContent(transaction, old, content);
  for (const other of copiesOf(transaction, old.engagementId)) {
    if (other.id === old.id || other.content.status === 'Closed') continue;
    const shared = { ...other.content, ...sharedContent(changed, other) };
    if (JSON.stringify(shared) !== JSON.stringify(other.content)) putContent(transaction, other, shared);
  }
  return changed;
};

const putContent = (transaction: AzureChange, old: Referral, content: Json): Referral => {
  const { at } = transaction;
  const isNew = content.status === 'New';
  const changed: Referral = {
    ...old,
    content,
    updatedAt: Math.max(at, old.updatedAt + 1),
    expiresAt: isNew ? old.expiresAt : null,
    acceptedAt: content.status === 'Active' ? (old.acceptedAt ?? at) : old.acceptedAt,
    closedAt: content.status === 'Closed' ? at : null,
    eTag: nextTag(transaction),
  };
  transaction.put('referrals', changed);
  if (!isNew) unscheduleDue(transaction, old.id, ['referral-expiry']);
  notifyReferral(transaction, changed, 'updated');
  return changed;
};

/**
 * The members that copies of a deal share. Microsoft sees the deal of the partner that invited it, and the partner that of
 * Microsoft; an invited partner has a value, a closing date and solutions of its own ("Manage co-sell opportunities":
 * Partner-to-Partner deal), only the customer is the same. Status, team, reason and own references are never shared.
 * Which members Microsoft copies is not documented.
 */
const sharedMembers = {
  deal: ['name', 'qualification', 'customerProfile', 'consent', 'details'],
  customer: ['customerProfile', 'consent'],
} as const;

const sharedContent = (from: Referral, to: Referral): Json => {
  const invited = (one: Referral, other: Referral): boolean =>
    one.ownerId === microsoft && one.creatorId === other.ownerId;
  const inviting = (one: Referral, other: Referral): boolean =>
    one.ownerId === microsoft && other.creatorId === microsoft;
  const isOneDeal = [from, to].some((one, index, both) => {
    const other = both[1 - index] as Referral;
    return invited(one, other) || inviting(one, other);
  });
  const names = sharedMembers[isOneDeal ? 'deal' : 'customer'];
  return Object.fromEntries(
    names.filter((name) => from.content[name] !== undefined).map((name) => [name, from.content[name]]),
  );
};

/** When due, a referral to which its owner has not responded expires. */
export const expireReferral = (transaction: AzureChange, { refId }: DueItem): void => {
  const referral = transaction.get('referrals', refId);
  if (referral?.content.status !== 'New') return;
  changeReferral(transaction, referral, { ...referral.content, status: 'Closed', substatus: 'Expired' });
};

/** The kinds of deals ("Create a referral": Deal types), and those among partners. */
export const dealKind = (
  reader: AzureReader,
  referral: Referral,
): 'private' | 'partner-led' | 'co-sell' | 'partner-to-partner' => {
  const others = copiesOf(reader, referral.engagementId).filter(({ id }) => id !== referral.id);
  if (referral.ownerId === microsoft || others.some(({ ownerId }) => ownerId === microsoft)) return 'co-sell';
  if (others.length > 0) return 'partner-to-partner';
  const consent = (referral.content.consent ?? {}) as Json;
  return consent.consentToShareReferralWithMicrosoftSellers === true ? 'partner-led' : 'private';
};
