import type { CommonTables, Simulation } from '../kit/simulation.ts';

/** A workflow that posts the messages sent to its address to a channel. */
export type Workflow = { id: string; channel: string; signature: string; isEnabled: boolean };

/** One run of a workflow. FAILED: the response was 202 nevertheless, and nothing was posted. */
export type Run = {
  id: string;
  workflowId: string;
  channel: string;
  status: 'SUCCEEDED' | 'FAILED';
  error: string;
  body: Record<string, unknown>;
  at: number;
};

export type TeamsTables = CommonTables & { workflows: Workflow; runs: Run };
export type TeamsSimulation = Simulation<TeamsTables>;

export const invokePath = ({ id }: Pick<Workflow, 'id'>): string => `/workflows/${id}/triggers/manual/paths/invoke`;

/** The address of a workflow below the listener. */
export const addressOf = (workflow: Workflow): string => {
  const permission = encodeURIComponent('/triggers/manual/run');
  return `/teams${invokePath(workflow)}?api-version=2016-06-01&sp=${permission}&sv=1.0&sig=${workflow.signature}`;
};
