import { queryOptions, useQuery } from '@tanstack/react-query';
import { sandboxTexts as texts } from '../texts/sandbox.ts';
import { contentOf, people } from './client.ts';
import { ProblemError, problemFrom } from './problem.ts';
import { send } from './send.ts';

/** The sign-in methods, and whether this installation simulates the partners. */
export const entryQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => contentOf(people.GET('/signIn')),
  retry: false,
});

/** Calls the simulated partners through the service. Throws a ProblemError for a refusal. */
export const askSandbox = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
  const response = await send(`/console/sandbox${path}`, {
    method,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new ProblemError(problemFrom(response, answer));
  return answer as T;
};

const clockKey = ['sandbox', 'clock'];

/** The time of the sandbox; undefined until it is known. */
export const useSandboxTime = (): string | undefined =>
  useQuery({
    queryKey: clockKey,
    refetchInterval: 30_000,
    queryFn: async () => (await askSandbox<{ now: string }>('GET', '/clock')).now,
  }).data;

/** The steps by which the clock can be moved. */
export const clockSteps = [
  { step: 'PT1H', title: texts.steps.hour },
  { step: 'P1D', title: texts.steps.day },
  { step: 'P7D', title: texts.steps.week },
  { step: 'P1M', title: texts.steps.month },
] as const;
