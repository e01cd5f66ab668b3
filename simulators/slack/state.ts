import type { CommonTables, Simulation } from '../kit/simulation.ts';

/** An incoming webhook; its address is `/services/<team>/<id>/<secret>`. */
export type Hook = {
  id: string;
  team: string;
  secret: string;
  channel: string;
  /** ARCHIVED: its channel. PROHIBITED: an administrator does not allow it. REMOVED: by a person of the workspace. */
  status: 'ACTIVE' | 'ARCHIVED' | 'PROHIBITED' | 'REMOVED';
};

/** A posted message; `body` as received. */
export type Post = { id: string; hookId: string; channel: string; body: Record<string, unknown>; at: number };

export type SlackTables = CommonTables & { hooks: Hook; posts: Post };
export type SlackSimulation = Simulation<SlackTables>;

export const pathOf = ({ team, id, secret }: Hook): string => `/slack/services/${team}/${id}/${secret}`;
