import type { Permission } from '../auth/permissions.ts';
import type { Membership, Principal } from '../auth/principal.ts';
import { Refusal } from '../kit/errors.ts';

/** What a caller must be, besides holding the permission. */
export const callerKinds = {
  /** A signed-in user: not an OAuth App or an API client. */
  person: 'Only a signed-in person can do this.',
  /** A person with the role OWNER or ADMIN; custom roles do not count (specification, Authentication). */
  leader: 'Only a signed-in OWNER or ADMIN can do this.',
} as const;

export type CallerKind = keyof typeof callerKinds;

const isLeader = (membership: Membership | undefined): boolean =>
  membership?.role === 'OWNER' || membership?.role === 'ADMIN';

/** The parts of an endpoint record that decide who may call it. */
type Asked = { permission: Permission | 'caller'; by?: CallerKind };

/** Why a caller that belongs to the organization may not call an endpoint; undefined if it may. */
export const findRefusal = (
  { permission, by }: Asked,
  principal: Pick<Principal, 'accountId'>,
  membership: Membership | undefined,
): string | undefined => {
  if (permission !== 'caller' && !membership?.permissions.has(permission))
    return `This needs the permission ${permission}.`;
  if (by !== undefined && principal.accountId === undefined) return callerKinds[by];
  if (by === 'leader' && !isLeader(membership)) return callerKinds[by];
  return undefined;
};

/** Throws a 403 unless the caller may call the endpoint. */
export const admit = (
  endpoint: Asked,
  principal: Pick<Principal, 'accountId'>,
  membership: Membership | undefined,
): void => {
  const refusal = findRefusal(endpoint, principal, membership);
  if (refusal !== undefined) throw new Refusal('Forbidden', refusal);
};
