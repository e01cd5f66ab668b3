import type { Permission } from '../auth/permissions.ts';
import type { Membership, Principal } from '../auth/principal.ts';

/** What a caller must be beside holding the permission. */
export const callerKinds = {
  /** Somebody who has signed in: no OAuth App and no API client. */
  person: 'Only a signed-in person can do this.',
  /** A person whose role is OWNER or ADMIN, whatever custom roles may hold (specification, Authentication). */
  leader: 'Only a signed-in OWNER or ADMIN can do this.',
} as const;

export type CallerKind = keyof typeof callerKinds;

const isLeader = (membership: Membership | undefined): boolean =>
  membership?.role === 'OWNER' || membership?.role === 'ADMIN';

/** Why a caller that belongs to the organization may not call an endpoint; undefined: it may. */
export const findRefusal = (
  { permission, by }: { permission: Permission | 'caller'; by?: CallerKind },
  principal: Pick<Principal, 'accountId'>,
  membership: Membership | undefined,
): string | undefined => {
  if (permission !== 'caller' && !membership?.permissions.has(permission))
    return `This needs the permission ${permission}.`;
  if (by !== undefined && principal.accountId === undefined) return callerKinds[by];
  if (by === 'leader' && !isLeader(membership)) return callerKinds[by];
  return undefined;
};
