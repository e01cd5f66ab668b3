import type { Permission } from './permissions.ts';

/** Who did it, as the audit trail names it. `id` is a TypeID for users, apps and keys, else a plain name. */
export type Actor = {
  type: 'user' | 'app' | 'apikey' | 'workflow' | 'partner' | 'schedule';
  id: string;
  name: string;
};

/** An authenticated caller: what it may do in each organization it belongs to (uuid → permissions). */
export type Principal = {
  actor: Actor;
  memberships: ReadonlyMap<string, ReadonlySet<Permission>>;
};
