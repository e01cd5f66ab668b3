import type { Row } from '../api/list.ts';

/** One attempt of a step. `begin` is absent where only the end of a step is recorded. */
export type Attempt = {
  number: number;
  begin?: string;
  end?: string;
  outcome: 'RUNNING' | 'COMPLETED' | 'FAILED';
  /** Why it failed. */
  message?: string;
  /** What the step noted, such as the partner's ID of the request. */
  notes: [name: string, value: string][];
  /** It failed, and no further attempt follows. */
  isFinal: boolean;
};

export type Step = { name: string; attempts: Attempt[] };

/** What happened to the operation itself: it started, and how it ended. */
export type Milestone = { event: string; time: string; message?: string };

export type History = { begin?: Milestone; steps: Step[]; end?: Milestone };

/** Attributes that are not shown as notes. */
const own = ['step', 'attempt', 'code', 'message', 'info', 'final', 'timedOut'];

const notesOf = (attributes: Row): Attempt['notes'] =>
  Object.entries(attributes)
    .filter(([name, value]) => !own.includes(name) && value !== null && typeof value !== 'object')
    .map(([name, value]) => [name, String(value)]);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** `ActivityTaskCompleted` → COMPLETED. Any other end counts as a failure of the attempt. */
const outcomeOf = (type: string): Attempt['outcome'] => {
  if (/(Started|Scheduled)$/.test(type)) return 'RUNNING';
  return /Completed$/.test(type) ? 'COMPLETED' : 'FAILED';
};

const milestoneOf = (type: string, time: string, attributes: Row): Milestone => ({
  event: type
    .replace('WorkflowExecution', '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase(),
  time,
  message: textOf(attributes.message),
});

/** The history of an operation by its steps, in the order in which they began, each with its attempts. */
export const historyOf = (events: readonly Row[]): History => {
  const steps = new Map<string, Step>();
  const history: History = { steps: [] };
  for (const { eventType, eventTime, attributes } of events) {
    const type = String(eventType);
    const time = String(eventTime);
    const about = (attributes ?? {}) as Row;
    const name = textOf(about.step);
    if (name === undefined) {
      const milestone = milestoneOf(type, time, about);
      if (outcomeOf(type) === 'RUNNING') history.begin ??= milestone;
      else history.end = milestone;
      continue;
    }
    const step = steps.get(name) ?? { name, attempts: [] };
    steps.set(name, step);
    const number = Number(about.attempt ?? 1);
    let attempt = step.attempts.find((one) => one.number === number);
    if (!attempt) {
      attempt = { number, outcome: 'RUNNING', notes: [], isFinal: false };
      step.attempts.push(attempt);
    }
    attempt.outcome = outcomeOf(type);
    if (attempt.outcome === 'RUNNING') attempt.begin = time;
    else attempt.end = time;
    attempt.message = attempt.outcome === 'FAILED' ? textOf(about.message) : undefined;
    attempt.notes = notesOf(about);
    attempt.isFinal = about.final === true;
  }
  history.steps = [...steps.values()];
  return history;
};
