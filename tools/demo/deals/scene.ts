import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, Simulator } from '../client.ts';
import type { Narrator } from '../narrate.ts';
import type { Step } from './book.ts';

/** The setting of the deals with one partner: one organization, a program of it, and its owner. */
export type Scene = {
  partner: string;
  organizationId: string;
  api: ApiClient;
  owner: ApiClient;
  simulator: Simulator;
  narrator: Narrator;
  urls: { api: string; auth: string; simulator: string };
  /** The steps of every deal so far, for all partners. */
  deals: Step[][];
};

/** Records the results of one deal's steps. The first step with an unexpected result ends the deal. */
export type Pen = {
  /** Performs an action once. */
  act(step: string, wanted: string, work: () => Promise<string>): Promise<void>;
  /** Polls until the result is as expected, has failed, or takes too long. */
  wait(step: string, wanted: string, look: () => Promise<string>): Promise<void>;
};

const waitLimitMs = 20_000;
const lookEveryMs = 60;

const told = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const createPen = (partner: string, deal: string, steps: Step[]): Pen => {
  const note = (step: string, wanted: string, shown: string): void => {
    steps.push({ partner, deal, step, wanted, shown });
    if (shown !== wanted) throw new Error(`${step} showed ${shown}`);
  };
  return {
    act: async (step, wanted, work) => note(step, wanted, await work().catch(told)),
    wait: async (step, wanted, look) => {
      const until = performance.now() + waitLimitMs;
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
export const liveDeal = async (scene: Scene, deal: string, work: (pen: Pen) => Promise<void>): Promise<void> => {
  const { partner, narrator } = scene;
  const steps: Step[] = [];
  scene.deals.push(steps);
  try {
    await work(createPen(partner, deal, steps));
  } catch (error) {
    const isNoted = steps.some(({ wanted, shown }) => wanted !== shown);
    if (!isNoted) steps.push({ partner, deal, step: 'end', wanted: 'the end of the deal', shown: told(error) });
  }
  narrator.say(`${deal}: ${steps.map(({ step, shown }) => `${step} ${shown}`).join(', ')}`);
};
