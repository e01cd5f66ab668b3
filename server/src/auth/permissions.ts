/** Families of `contract` in their declared order. A permission is `<family>:read` or `<family>:write`. */
export const families = [
  'organization',
  'product',
  'buyer',
  'contact',
  'offer',
  'entitlement',
  'metering',
  'revenue',
  'cosell',
  'prm',
  'notification',
  'operation',
  'support',
  'knowledge',
] as const;

export type Family = (typeof families)[number];

/** `access` covers users, roles, OAuth Apps, API clients, integrations and webhooks. */
export type Permission = `${Family | 'access'}:${'read' | 'write'}`;

const reads: Permission[] = families.map((family): Permission => `${family}:read`);
const writes: Permission[] = families.map((family): Permission => `${family}:write`);

/** The built-in roles. Custom roles are rows of their organization. OAuth Apps hold VIEWER, EDITOR or a custom role. */
export const roles = {
  VIEWER: reads,
  // A user who makes offers must see who changed them and whether the marketplace can be reached.
  EDITOR: [...reads, ...writes, 'access:read'],
  ADMIN: [...reads, ...writes, 'access:read', 'access:write'],
  OWNER: [...reads, ...writes, 'access:read', 'access:write'],
} as const satisfies Record<string, Permission[]>;

export type Role = keyof typeof roles;

const sets = new Map<string, ReadonlySet<Permission>>(
  Object.entries(roles).map(([role, permissions]) => [role, new Set<Permission>(permissions)]),
);

export const permissionsOfRole = (role: Role): ReadonlySet<Permission> => sets.get(role) ?? new Set();

/** All permissions, in the order of this table. */
export const everyPermission: readonly Permission[] = roles.OWNER;

const known = new Set<string>(everyPermission);

/** The permissions of a stored list that this release knows. */
export const knownPermissions = (names: readonly string[]): ReadonlySet<Permission> =>
  new Set(names.filter((name): name is Permission => known.has(name)));
