import { type Family, families, type Permission } from '../../../../auth/permissions.ts';
import type { Membership } from '../../../../auth/principal.ts';
import type { IdPrefix } from '../../../../kit/ids.ts';

const everything: readonly Permission[] = [...families.map((family): Permission => `${family}:read`), 'access:read'];
const one = (family: Family | 'access'): readonly Permission[] => [`${family}:read`];

/** The permissions with which the values of an entity are read. */
const permissionsOf: Readonly<Record<IdPrefix | 'config', readonly Permission[]>> = {
  account: one('access'),
  apikey: one('access'),
  app: one('access'),
  attach: one('support'),
  audit: one('access'),
  buyer: one('buyer'),
  cancelreq: one('entitlement'),
  comment: one('support'),
  commis: one('prm'),
  // Settings of several families.
  config: everything,
  conn: one('access'),
  contact: one('contact'),
  delivery: one('notification'),
  diff: one('revenue'),
  ent: one('entitlement'),
  event: everything,
  file: one('prm'),
  invite: one('prm'),
  invoice: one('entitlement'),
  // The text that somebody was sent may be about anything.
  message: everything,
  metric: one('metering'),
  offer: one('offer'),
  offerset: one('offer'),
  operation: one('operation'),
  org: one('organization'),
  passkey: one('access'),
  prod: one('product'),
  referral: one('cosell'),
  relation: one('prm'),
  replay: one('notification'),
  report: one('metering'),
  revenue: one('revenue'),
  role: one('access'),
  session: one('access'),
  term: one('entitlement'),
  ticket: one('support'),
  usage: one('metering'),
  user: one('access'),
  wallet: one('buyer'),
  webhook: one('notification'),
};

const permissionsOfType = (type: string): readonly Permission[] => permissionsOf[type as IdPrefix] ?? everything;

/** The beginning of the path of a value, where a change is of several entities (`engine/diff.ts`). */
const typeInPath = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{26}:/;
const otherEntity = /^[^.]*:/;

const typeOf = (path: string, entityType: string): string =>
  typeInPath.exec(path)?.[1] ?? (otherEntity.test(path) ? 'another' : entityType);

const mayRead = (membership: Membership | undefined, needed: readonly Permission[]): boolean =>
  needed.every((permission) => membership?.permissions.has(permission));

/**
 * The values that a member may read of a change. That something was changed, by whom and when, is read with `access:read`; the values need
 * the permission to read their subject; otherwise a custom role could read everything from the trail.
 */
export const readableChanges = <T extends { path: string }>(
  membership: Membership | undefined,
  { entity_type: type, changes }: { entity_type: string; changes: readonly T[] },
): T[] => changes.filter(({ path }) => mayRead(membership, permissionsOfType(typeOf(path, type))));

/** Whether a member may read what partners send: it may be about anything. */
export const mayReadMessages = (membership: Membership | undefined): boolean => mayRead(membership, everything);
