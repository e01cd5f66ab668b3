import type { Membership } from '../../../auth/principal.ts';
import type { EventName } from '../../../contract/events.ts';
import { badRequest, type Fault, Refusal } from '../../../kit/errors.ts';
import { eventNames, lackingOf, namesOfType, permissionsOfData } from '../event/event-permissions.ts';

/** What a webhook wants: types (`offer.accepted`, `offer.*`) and entities; empty lists want all. */
type Subscription = { types: readonly string[]; entity_ids: readonly string[] };

/** The events of these types; without types, all. */
export const eventsOfTypes = (types: readonly string[]): EventName[] =>
  types.length === 0 ? [...eventNames] : [...new Set(types.flatMap(namesOfType))];

/** Throws 400 for types that do not exist. */
export const checkTypes = (types: readonly string[], path: string): void => {
  const faults = types.flatMap((type, index): Fault[] => {
    if (namesOfType(type).length > 0) return [];
    const message = `${type.slice(0, 60)} is not an event type; the OpenAPI document lists them in DomainEvent.type`;
    return [{ path: `${path}.${index}`, code: 'choice', message }];
  });
  if (faults.length > 0) throw badRequest(faults);
};

/** Throws 403 if the caller may not read some of the events: nobody can send others what it may not read. */
export const checkMaySubscribe = (membership: Membership | undefined, types: readonly string[]): void => {
  const lacking = lackingOf(membership, eventsOfTypes(types).flatMap(permissionsOfData));
  if (lacking.length === 0) return;
  const what = types.length === 0 ? 'A webhook of all events' : 'A webhook of these events';
  const advice = types.length === 0 ? ' Name the types that it needs.' : '';
  throw new Refusal('Forbidden', `${what} needs the permissions ${lacking.join(', ')}.${advice}`);
};

/** Creates a function that tells whether an event is wanted. */
export const createMatcher = ({ types, entity_ids: entityIds }: Subscription) => {
  const names = new Set<string>(eventsOfTypes(types));
  const entities = new Set(entityIds);
  return ({ name, entity_id: entityId }: { name: string; entity_id: string }): boolean =>
    names.has(name) && (entities.size === 0 || entities.has(entityId));
};
