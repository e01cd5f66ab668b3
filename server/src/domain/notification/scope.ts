import type { EventName } from '../../contract/events.ts';
import { notificationActions, notificationEntities } from '../../contract/reference/notification-words.ts';
import { eventTexts, scopeOf } from './event/event-texts.ts';

/** Names of the events of which people can be notified. */
export const notifiableEvents: readonly EventName[] = (Object.keys(eventTexts) as EventName[]).filter(
  (name) => eventTexts[name].priority !== '' || eventTexts[name].isRaised,
);

/** The events of scopes; without any, those that are HIGH or CRITICAL. */
export const eventsOfScopes = (scopes: readonly string[]): EventName[] =>
  notifiableEvents.filter((name) =>
    scopes.length === 0 ? ['HIGH', 'CRITICAL'].includes(eventTexts[name].priority) : scopes.includes(scopeOf(name)),
  );

/** Whether a text is a scope, `ACTION.ENTITY`, even if this service never sends it: clients of the reference API know more scopes. */
export const isScope = (text: string): boolean => {
  const [action = '', entity = '', ...rest] = text.split('.');
  const known = (words: readonly string[], word: string): boolean => word !== '' && words.includes(word);
  return rest.length === 0 && known(notificationActions, action) && known(notificationEntities, entity);
};
