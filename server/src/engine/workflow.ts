import type { ActCall } from '../contract/call.ts';
import type { EventName } from '../contract/events.ts';
import type { WorkflowInputs, WorkflowName } from '../contract/workflow-inputs.ts';
import type { OrgDb } from '../db/org-db.ts';
import type { Failure } from './operation-store.ts';

/** How often a step is tried, and how long the pauses are: `firstDelayMs`, then times `factor`, at most `maxDelayMs`. */
export type Retry = { maxAttempts: number; firstDelayMs: number; factor: number; maxDelayMs: number };

/** About four minutes in all: long enough for a partner's deployment, short enough for somebody who waits. */
export const defaultRetry: Retry = { maxAttempts: 8, firstDelayMs: 500, factor: 2, maxDelayMs: 60_000 };

/** What a step that calls a partner is given. */
export type PartnerStep = {
  /** Made before the first call, equal in every attempt, restart and takeover: the partner's idempotency key. */
  key: string;
  /** The same as a UUID, for partners that want one. */
  keyUuid: string;
  /** 1 for the first attempt, counted over restarts. */
  attempt: number;
  /** Aborted when the step's time is over. */
  signal: AbortSignal;
  /** Reads of the organization, on autocommit. */
  db: OrgDb;
  /** Business time at the start of the attempt. */
  now: Date;
  /** Adds to the attempt's history event: the partner's request id, the change set's id. */
  note(attributes: Record<string, string | number | boolean | null>): void;
};

/** What is written down beside a step, in a transaction of its own. */
export type Aside = { emits: readonly EventName[]; act: (call: ActCall) => Promise<unknown> };

export type PartnerOptions = {
  retry?: Partial<Retry>;
  timeoutMs?: number;
  /**
   * Asked after each attempt, also one that is tried again: what to write down of it. `error`: how it failed; null: it did not. Not
   * a part of the run: when that fails, the run goes on.
   */
  after?: (error: unknown) => Aside | null;
};

export type PollOptions = PartnerOptions & {
  /** Pauses between two looks: `firstDelayMs`, then times `factor`, at most `maxDelayMs`. */
  firstDelayMs?: number;
  factor?: number;
  maxDelayMs?: number;
  /** Wall time from the first look on; over: the run ends as TIMED_OUT. */
  giveUpAfterMs: number;
  /** Business time until which is waited instead, for what takes the partner weeks. It must not differ after a restart. */
  giveUpAt?: Date;
  /** What the operation says while it waits. */
  waiting?: string;
};

export type ChangeOptions = {
  /** Ends the run as COMPLETED with this sentence, in the same transaction: for the last step, saves one transaction. */
  completes?: string;
};

/**
 * What a workflow's code is given. Its steps are recorded under their names, so that a run that is taken up again by
 * another process goes on behind the last finished step. Between two steps a workflow only decides; whatever it does, it
 * does in a step. Outputs of steps are JSON and hold no secrets.
 */
export type WorkflowRun = {
  readonly orgId: string;
  /** The operation's uuid. */
  readonly operationId: string;
  /** TypeID of the thing the run is about. */
  readonly entityId: string;
  readonly partnerName: string | null;
  /** Business time at which the run was started. */
  readonly startTime: Date;
  /**
   * An act in one transaction of the organization, on the one path for every change: with audit row and events. Done
   * exactly once: its output is recorded in the same transaction. A refusal is definite and is not tried again.
   */
  change<T>(
    step: string,
    emits: readonly EventName[],
    act: (call: ActCall) => Promise<T>,
    options?: ChangeOptions,
  ): Promise<T>;
  /** A call of a partner, outside any transaction, tried again by its policy; done at least once, with the same key. */
  partner<T>(step: string, options: PartnerOptions, call: (step: PartnerStep) => Promise<T>): Promise<T>;
  /** Looks at a partner again and again until the answer is not `undefined`. */
  poll<T>(step: string, options: PollOptions, look: (step: PartnerStep) => Promise<T | undefined>): Promise<T>;
};

type Definition<Input> = {
  /** A text that it answers is what the operation shows when it is completed. */
  run: (run: WorkflowRun, input: Input) => Promise<unknown>;
  /** Puts back what the run had begun, once, before the operation ends as FAILED or TIMED_OUT. */
  onFailure?: {
    emits: readonly EventName[];
    act: (call: ActCall, input: Input, failure: Failure) => Promise<void>;
  };
};

/** A durable process: its name in `contract/workflow-inputs.ts` and its steps as code. */
export type Workflow<Name extends WorkflowName = WorkflowName> = { name: Name } & Definition<WorkflowInputs[Name]>;

/** A workflow whose input type is forgotten: what the registry and the engine handle. */
export type AnyWorkflow = { name: string } & Definition<never>;

/** What a step throws when the answer is definite: it is not tried again, and the run fails with it unless it is caught. */
export type StepFailed = Error & { failure: Failure; timedOut?: true };

export const stepFailed = (code: string, message: string, info?: unknown): StepFailed =>
  Object.assign(new Error(message), { failure: { code, message, ...(info === undefined ? {} : { info }) } });

export const isStepFailed = (error: unknown): error is StepFailed => error instanceof Error && 'failure' in error;
