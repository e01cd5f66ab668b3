import type { Permission } from '../../../auth/permissions.ts';
import type { Membership } from '../../../auth/principal.ts';
import { eventNames, lackingOf, permissionOfEvent } from '../event/event-permissions.ts';
import { eventTexts } from '../event/event-texts.ts';
import type { Hidden } from './message.ts';

/** The permissions with which everything of an entity type is read, as far as people are notified of it. */
const permissionsOfType: ReadonlyMap<string, readonly Permission[]> = new Map(
  [...Map.groupBy(eventNames, (name) => eventTexts[name].entityType)].map(([type, names]) => [
    type,
    names.map(permissionOfEvent),
  ]),
);

/** What a member may not read of the messages; undefined: it may read all of them. */
export const hiddenFrom = (membership: Membership | undefined): Hidden | undefined => {
  const lacks = (permissions: readonly Permission[]): boolean => lackingOf(membership, permissions).length > 0;
  const entityTypes = [...permissionsOfType].flatMap(([type, needed]) => (lacks(needed) ? [type] : []));
  const digests = entityTypes.length > 0;
  const toContacts = lacks(['contact:read']);
  return digests || toContacts ? { entityTypes, digests, toContacts } : undefined;
};
