/** Every event the service can tell the world, with the sentence of its documentation. Families add theirs here. */
export const eventCatalogue = {
  'contact.created': 'A contact was created.',
  'contact.updated': 'A contact was changed.',
} as const satisfies Record<string, string>;

export type EventName = keyof typeof eventCatalogue;
