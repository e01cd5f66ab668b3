import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, Simulator } from '../client.ts';
import type { Connections } from '../credentials.ts';
import type { Narrator } from '../narrate.ts';
import type { Service } from '../service.ts';
import { findingsOf, type Step, tableOf } from './book.ts';

/** The setting of the deals with one partner: one organization, a program of it, and its owner. */
export type Scene = {
  partner: string;
  /** The service of the partner's account, where it is not the one that deals are made with. */
  service?: string | undefined;
  organizationId: string;
  api: ApiClient;
  owner: ApiClient;
  simulator: Simulator;
  narrator: Narrator;
  urls: { api: string; auth: string; simulator: string };
  /** How long to wait for a result. */
  waitMs: number;
  /** The steps of every deal so far, for all partners. */
  deals: Step[][];
};

/** `waitMs`: 20 seconds when absent. */
export type Place = {
  service: Service;
  connections: Connections;
  simulator: Simulator;
  narrator: Narrator;
  waitMs?: number;
};

const waitLimitMs = 20_000;

/** The setting of the deals with a partner, in the organization that takes no part in the week of usage. */
export const sceneOf = (
  { service, connections, simulator, narrator, waitMs = waitLimitMs }: Place,
  given: Pick<Scene, 'partner' | 'service' | 'deals'>,
): Scene => {
  const organization = connections.organizations[1];
  if (!organization?.owner) throw new Error('the demo has no second organization with an owner');
  const { api, owner, organizationId } = organization;
  const urls = { api: service.apiUrl, auth: connections.authUrl, simulator: service.simulatorUrl };
  return { ...given, organizationId, api, owner, simulator, narrator, urls, waitMs };
};

/** Prints what all deals have shown; returns the findings. */
export const showSteps = (narrator: Narrator, title: string, steps: readonly Step[]): string[] => {
  narrator.chapter(title);
  narrator.table(tableOf(steps));
  const findings = findingsOf(steps);
  for (const finding of findings) narrator.say(`WRONG: ${finding}`);
  narrator.say(`${steps.length} steps, ${findings.length} findings`);
  return findings;
};

/** Records the results of one deal's steps. The first step with an unexpected result ends the deal. */
export type StepRecorder = {
  /** Performs an action once. */
  act(step: string, wanted: string, work: () => Promise<string>): Promise<void>;
  /** Polls until the result is as expected, has failed, or takes too long. */
  wait(step: string, wanted: string, look: () => Promise<string>): Promise<void>;
};

const lookEveryMs = 60;

const told = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const createPen = ({ partner, waitMs }: Scene, deal: string, steps: Step[]): StepRecorder => {
  const note = (step: string, wanted: string, shown: string): void => {
    steps.push({ partner, deal, step, wanted, shown });
    if (shown !== wanted) throw new Error(`${step} showed ${shown}`);
  };
  return {
    act: async (step, wanted, work) => note(step, wanted, await work().catch(told)),
    wait: async (step, wanted, look) => {
      const until = performance.now() + waitMs;
      for (;;) {
        const shown = await look().catch(told);
        if (shown === wanted || /FAILED|answered \d/.test(shown) || performance.now() > until)
          return note(step, wanted, shown);
        await sleep(lookEveryMs);
      }
    },
  };
};

/** Runs one deal and prints its steps. Errors are recorded in the steps and not thrown. */
export const runDeal = async (
  scene: Scene,
  deal: string,
  work: (recorder: StepRecorder) => Promise<void>,
): Promise<void> => {
  const { partner, narrator } = scene;
  const steps: Step[] = [];
  scene.deals.push(steps);
  try {
    await work(createPen(scene, deal, steps));
  } catch (error) {
    const isNoted = steps.some(({ wanted, shown }) => wanted !== shown);
    if (!isNoted) steps.push({ partner, deal, step: 'end', wanted: 'the end of the deal', shown: told(error) });
  }
  narrator.say(`${deal}: ${steps.map(({ step, shown }) => `${step} ${shown}`).join(', ')}`);
};
