import { z } from 'zod';
import { type ControlRoutes, controlError, faultRoutes, readControlBody } from '../kit/control.ts';
import { change } from '../kit/simulation.ts';
import { type Hook, pathOf, type SlackSimulation, type SlackTables } from './state.ts';

const hookBody = z.looseObject({
  team: z
    .string()
    .regex(/^T[A-Z0-9]{1,30}$/)
    .default('T0DEMO'),
  channel: z.string().min(1).default('#sales'),
});

const shown = (hook: Hook) => ({ ...hook, path: pathOf(hook) });

const moveTo =
  (status: Hook['status']) =>
  ({ simulation, params: { id = '' } }: { simulation: SlackSimulation; params: Record<string, string> }) =>
    change(simulation, (tx) => {
      const hook = tx.get('hooks', id);
      if (!hook) throw controlError(404, `there is no webhook ${id}`);
      const moved = { ...hook, status };
      tx.put('hooks', moved);
      return { value: shown(moved) };
    });

/** Incoming webhooks with the actions of a workspace's members, and the posted messages. */
export const controlRoutes: ControlRoutes<SlackTables> = {
  'GET /hook': ({ simulation }) => ({ value: { hooks: simulation.store.list('hooks').map(shown) } }),
  'POST /hook': ({ simulation, body }) => {
    const { team, channel } = readControlBody(hookBody, body);
    return change(simulation, (tx) => {
      const id = `B${tx.ids.text(10).toUpperCase()}`;
      const hook: Hook = { id, team, secret: tx.ids.text(24), channel, status: 'ACTIVE' };
      tx.put('hooks', hook);
      return { value: shown(hook), created: true };
    });
  },
  'POST /hook/:id/archive': moveTo('ARCHIVED'),
  'POST /hook/:id/prohibit': moveTo('PROHIBITED'),
  'POST /hook/:id/remove': moveTo('REMOVED'),
  'POST /hook/:id/allow': moveTo('ACTIVE'),
  'GET /post': ({ simulation, query: { hookId } }) => {
    const posts = simulation.store.list('posts').filter((post) => hookId === undefined || post.hookId === hookId);
    return { value: { count: posts.length, posts: posts.slice(-200) } };
  },
  ...faultRoutes<SlackTables>(),
};
