import { z } from 'zod';
import { type ControlRoutes, controlError, faultRoutes, readControlBody } from '../kit/control.ts';
import { change } from '../kit/simulation.ts';
import { addressOf, type TeamsSimulation, type TeamsTables, type Workflow } from './state.ts';

const workflowBody = z.looseObject({ channel: z.string().min(1).default('Sales') });

const shown = (workflow: Workflow) => ({ ...workflow, path: addressOf(workflow) });

const turn =
  (isEnabled: boolean) =>
  ({ simulation, params: { id = '' } }: { simulation: TeamsSimulation; params: Record<string, string> }) =>
    change(simulation, (tx) => {
      const workflow = tx.get('workflows', id);
      if (!workflow) throw controlError(404, `there is no workflow ${id}`);
      const turned = { ...workflow, isEnabled };
      tx.put('workflows', turned);
      return { value: shown(turned) };
    });

/** Workflows with the actions of a team's members, and the outcomes of runs. */
export const controlRoutes: ControlRoutes<TeamsTables> = {
  'GET /workflow': ({ simulation }) => ({ value: { workflows: simulation.store.list('workflows').map(shown) } }),
  'POST /workflow': ({ simulation, body }) => {
    const { channel } = readControlBody(workflowBody, body);
    return change(simulation, (tx) => {
      const workflow = { id: tx.ids.text(32), channel, signature: tx.ids.text(43), isEnabled: true };
      tx.put('workflows', workflow);
      return { value: shown(workflow), created: true };
    });
  },
  'POST /workflow/:id/disable': turn(false),
  'POST /workflow/:id/enable': turn(true),
  'DELETE /workflow/:id': ({ simulation, params: { id = '' } }) =>
    change(simulation, (tx) => {
      if (!tx.get('workflows', id)) throw controlError(404, `there is no workflow ${id}`);
      tx.remove('workflows', id);
      return { value: {} };
    }),
  'GET /run': ({ simulation, query: { workflowId } }) => {
    const runs = simulation.store
      .list('runs')
      .filter((run) => workflowId === undefined || run.workflowId === workflowId);
    return { value: { count: runs.length, runs: runs.slice(-200) } };
  },
  ...faultRoutes<TeamsTables>(),
};
