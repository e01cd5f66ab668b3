import type { Actor } from '../../../auth/principal.ts';

/** An event as it is kept. */
export type StoredEvent = {
  id: string;
  /** Its place in the order of all events. */
  sequence: number;
  name: string;
  entity_type: string;
  entity_id: string;
  version: number;
  payload: Record<string, unknown>;
  actor: Actor;
  creation_time: Date;
};

/** The wall time in seconds, and the place of the latest event of all organizations. */
export type Present = { seconds: number; last: number };
