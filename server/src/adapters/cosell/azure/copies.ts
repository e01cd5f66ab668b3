import { z } from 'zod';
import { isObject, listAt, textAt } from '../document.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value || undefined);

/**
 * A referral as Partner Center shows it: one organization's copy of a deal ("Referral resources"). `direction` and the
 * organization are in answers of the API, not on every page.
 */
export const copyShape = z.looseObject({
  id: z.string().min(1),
  engagementId: text,
  organizationId: text,
  organizationName: text,
  direction: text,
  status: text,
  substatus: text,
  statusReason: text,
  type: text,
  qualification: text,
  createdDateTime: text,
  updatedDateTime: text,
  expirationDateTime: text,
  acceptedDateTime: text,
  eTag: text,
});
export type Copy = z.output<typeof copyShape>;

export const listShape = z.looseObject({ value: z.array(copyShape), '@odata.nextLink': text });

/** Microsoft's own organization ("Create a referral": the target that shares a deal with Microsoft). */
export const microsoft = 'msft';

/** A target of that type is an organization that was invited ("Create a referral": Create a shared referral). */
export const locationTarget = 'BusinessProfileLocation';

export const inviterOf = (copy: Copy): string | undefined => textAt(copy, 'inviteContext.invitedBy.organizationId');

/** The organizations that a copy was made for. */
export const invitedBy = (copy: Copy): string[] =>
  listAt(copy, 'target').flatMap((target) =>
    isObject(target) && target.type === locationTarget && typeof target.id === 'string' ? [target.id] : [],
  );

export const timeOf = (value: string | undefined): Date => new Date(value ?? 0);

/**
 * Whether the copy is that of the account's own organization. Which organization that is, is unknown as long as the account
 * has no referral; then every copy that it sees is taken for its own, except Microsoft's.
 */
export const isOwn = (copy: Copy, own: string | undefined): boolean =>
  copy.organizationId === undefined ||
  (own === undefined ? copy.organizationId !== microsoft : copy.organizationId === own);

/**
 * Who offered the deal. "Referrals API introduction" distinguishes leads and deals by type, qualification and inviter: a lead is `Direct`
 * or invited by another organization; our own deal has us or nobody as its inviter. Published responses of the API mark each of our copies
 * as `Incoming`, including deals to which we invited ourselves, so the inviter is checked first.
 */
export const directionOf = (copy: Copy): 'OUTBOUND' | 'INBOUND' => {
  const inviter = inviterOf(copy);
  if (inviter !== undefined && inviter === copy.organizationId) return 'OUTBOUND';
  if (copy.direction !== undefined) return /^in/i.test(copy.direction) ? 'INBOUND' : 'OUTBOUND';
  if (inviter !== undefined) return 'INBOUND';
  return copy.qualification === 'Direct' || copy.status === 'New' ? 'INBOUND' : 'OUTBOUND';
};
