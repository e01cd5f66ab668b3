import type { CustomRoles } from './custom-roles.ts';
import { knownPermissions, permissionsOfRole } from './permissions.ts';
import type { Actor, Membership, Principal } from './principal.ts';
import type { RoleVersion } from './role-store.ts';
import type { AppIdentityRow } from './store.ts';

/** Who the token of an app represents. */
export type AppIdentity = {
  principal: Principal;
  app: { orgId: string; id: string };
  clientId: string;
  /** The custom role, in the version that was read. */
  role: RoleVersion | undefined;
};

/** An app's identity and permissions. An app with a custom role has the role's permissions. */
export const identityOf = (app: AppIdentityRow, roles: CustomRoles): AppIdentity => {
  const actor: Actor = { type: 'app', id: app.client_id, name: app.name };
  const permissions =
    app.access_level === 'CUSTOM' ? knownPermissions(app.role_permissions ?? []) : permissionsOfRole(app.access_level);
  const membership: Membership = { role: app.access_level, permissions, actor };
  const role =
    app.custom_role_id === null || app.role_version === null
      ? undefined
      : { orgId: app.org_id, id: app.custom_role_id, version: app.role_version };
  if (role) roles.note(role);
  return {
    principal: { actor, memberships: new Map([[app.org_id, membership]]) },
    app: { orgId: app.org_id, id: app.id },
    clientId: app.client_id,
    role,
  };
};
