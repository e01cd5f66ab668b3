/** Something that happened, as the list of events has it. */
export type Happened = { id: string; type: string };

/** The words in which people are told of an event. */
export type Notice = { eventID: string; title: string; message: string; entityName?: string };

export const eachOnce = 'each once';

/** How the IDs that a channel told differ from what happened; `each once` if they do not. */
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
 * The IDs of the events that texts tell. Events in the same words are told in turn; a text in the words of none stays as it
 * is, and so does one that comes once more than there are events.
 */
export const recognize = (
  notices: readonly Notice[],
  wordsOf: (notice: Notice) => string,
  texts: readonly string[],
): string[] => {
  const waiting = Map.groupBy(notices, wordsOf);
  return texts.map((text) => waiting.get(text)?.shift()?.eventID ?? text);
};
