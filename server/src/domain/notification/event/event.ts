import type { Actor } from '../../../auth/principal.ts';

/** An event as it is kept. */
export type StoredEvent = {
  id: string;
  /** Its place in the order of its organization's events. */
  sequence: number;
  name: string;
  entity_type: string;
  entity_id: string;
  version: number;
  payload: Record<string, unknown>;
  actor: Actor;
  creation_time: Date;
};

/** The wall time in seconds, and the place of the organization's latest event. */
export type Present = { seconds: number; last: number };
