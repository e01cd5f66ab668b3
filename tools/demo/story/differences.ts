/** An item of the list of events. */
export type Happened = { id: string; type: string };

/** The text by which people are notified of an event. */
export type Notice = { eventID: string; title: string; message: string; entityName?: string };

export const eachOnce = 'each once';

/** How the IDs that a channel reported differ from the actual events; `each once` if they do not. */
export const differenceOf = (happened: readonly Happened[], told: readonly string[]): string => {
  const times = Map.groupBy(told, (id) => id);
  const faults = happened.flatMap(({ id, type }) => {
    const count = times.get(id)?.length ?? 0;
    times.delete(id);
    if (count === 1) return [];
    return [count === 0 ? `not told: ${type} ${id}` : `told ${count} times: ${type} ${id}`];
  });
  faults.push(...[...times.keys()].map((id) => `never happened: ${id}`));
  return faults.length === 0 ? eachOnce : faults.join('; ');
};

/**
 * Maps texts to the IDs of their events. Events with the same text are matched in order. A text that matches no event is returned
 * unchanged, and so is one that occurs more often than its events.
 */
export const recognize = (
  notices: readonly Notice[],
  wordsOf: (notice: Notice) => string,
  texts: readonly string[],
): string[] => {
  const waiting = Map.groupBy(notices, wordsOf);
  return texts.map((text) => waiting.get(text)?.shift()?.eventID ?? text);
};
