import {
  everyPermission,
  type Permission,
  permissionsOfRole,
  type Role,
  roles,
} from '../server/src/auth/permissions.ts';
import type { Membership, Principal } from '../server/src/auth/principal.ts';
import { findRefusal } from '../server/src/contract/admission.ts';
import type { Endpoint } from '../server/src/contract/endpoint.ts';

/** `with` and `without`: a custom role with exactly the endpoint's permissions, or with all others. */
export type Column = {
  name: string;
  as: 'person' | 'app' | 'key' | 'outsider' | 'nobody';
  role?: Role | 'with' | 'without';
};

const columnOf = (as: 'person' | 'app' | 'key', role: NonNullable<Column['role']>): Column => ({
  name: `${as}:${role}`,
  as,
  role,
});

/** Every kind of principal. `outsider` is a member of another organization, `nobody` sends no credentials. */
export const columns: readonly Column[] = [
  ...(Object.keys(roles) as Role[]).map((role) => columnOf('person', role)),
  columnOf('person', 'with'),
  columnOf('person', 'without'),
  columnOf('app', 'VIEWER'),
  columnOf('app', 'EDITOR'),
  columnOf('app', 'with'),
  columnOf('app', 'without'),
  columnOf('key', 'VIEWER'),
  columnOf('key', 'EDITOR'),
  { name: 'outsider', as: 'outsider' },
  { name: 'nobody', as: 'nobody' },
];

const permissionsOf = (role: NonNullable<Column['role']>, asked: Endpoint['permission']): ReadonlySet<Permission> => {
  if (role === 'with') return new Set(everyPermission.filter((permission) => permission === asked));
  if (role === 'without') return new Set(everyPermission.filter((permission) => permission !== asked));
  return permissionsOfRole(role);
};

/** The response to a caller of that kind: `yes` if it is allowed, otherwise the status of the refusal. */
export const cellOf = (endpoint: Endpoint, { as, role }: Column): 'yes' | '401' | '403' | '404' => {
  if (as === 'nobody') return '401';
  const actor = { type: 'user', id: '', name: '' } as const;
  const principal: Pick<Principal, 'accountId'> = as === 'person' || as === 'outsider' ? { accountId: 'somebody' } : {};
  const isRooted = !endpoint.path.startsWith('/org/{orgId}');
  if (as === 'outsider' || role === undefined) {
    if (!isRooted) return '404';
    return findRefusal(endpoint, principal, undefined) === undefined ? 'yes' : '403';
  }
  const membership: Membership = {
    role: role === 'with' || role === 'without' ? 'CUSTOM' : role,
    permissions: permissionsOf(role, endpoint.permission),
    actor,
  };
  return findRefusal(endpoint, principal, isRooted ? undefined : membership) === undefined ? 'yes' : '403';
};
