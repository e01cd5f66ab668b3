import type { ActCall } from '../contract/call.ts';
import type { EventName } from '../contract/events.ts';
import type { WorkflowInputs, WorkflowName } from '../contract/workflow-inputs.ts';
import type { OrgDb } from '../db/org-db.ts';
import type { Failure } from './operation-store.ts';

/**
 * How often a step is tried, and the pauses between: `firstDelayMs`, multiplied by `factor` each time, at most
 * `maxDelayMs`.
 */
export type Retry = { maxAttempts: number; firstDelayMs: number; factor: number; maxDelayMs: number };

/**
 * About four minutes in total: long enough to survive a partner's deployment, short enough for a user who is waiting.
 */
export const defaultRetry: Retry = { maxAttempts: 8, firstDelayMs: 500, factor: 2, maxDelayMs: 60_000 };

/** What a step that calls a partner receives. */
export type PartnerStep = {
  /**
   * The partner's idempotency key, generated before the first call and equal in every attempt, restart and takeover.
   */
  key: string;
  /** The key as a UUID, for partners that require one. */
  keyUuid: string;
  /** 1 for the first attempt, counted across restarts. */
  attempt: number;
  /** Aborted when the step's time limit is reached. */
  signal: AbortSignal;
  /** Reads of the organization, on autocommit. */
  db: OrgDb;
  /** Business time at the start of the attempt. */
  now: Date;
  /** Adds attributes to the attempt's history event, such as the partner's request ID or the change set's ID. */
  note(attributes: Record<string, string | number | boolean | null>): void;
  /** The partner throttled us; `askedMs`: for how long, if it stated that. The account's next calls wait. */
  slowDown(askedMs?: number): void;
  /**
   * Runs an act in a separate transaction, to store what is too large for the step's output. At least once, as an
   * attempt may be repeated: the act must be repeatable. No partner may be called in it. Once the attempt was aborted or
   * the run has ended, nothing is stored any more.
   */
  record<T>(emits: readonly EventName[], act: (call: ActCall) => Promise<T>): Promise<T>;
};

/** A record written in addition to a step, in its own transaction. */
export type Aside = { emits: readonly EventName[]; act: (call: ActCall) => Promise<unknown> };

export type PartnerOptions = {
  retry?: Partial<Retry>;
  timeoutMs?: number;
  /** After this instant the call is of no use: calls with a nearer one go first. */
  dueBy?: Date;
  /**
   * Called after each attempt, including those that are retried; returns what to record about it. `error` is the
   * failure, or null on success. The record is not part of the run: if writing it fails, the run continues.
   */
  after?: (error: unknown) => Aside | null;
};

export type PollOptions = PartnerOptions & {
  /** Pauses between two looks: `firstDelayMs`, multiplied by `factor` each time, at most `maxDelayMs`. */
  firstDelayMs?: number;
  factor?: number;
  maxDelayMs?: number;
  /** Wall time from the first look on. After it, the run ends as TIMED_OUT. */
  giveUpAfterMs: number;
  /** Business time to wait until instead, for things that take a partner weeks. It must be the same after a restart. */
  giveUpAt?: Date;
  /** The operation's message while it waits. */
  waiting?: string;
};

export type ChangeOptions = {
  /** Ends the run as COMPLETED with this message in the same transaction. For the last step; saves a transaction. */
  completes?: string;
};

/**
 * What a workflow's code receives. Steps are recorded by name, so that another process that takes over the run
 * continues after the last finished step. Between steps a workflow only makes decisions; every effect belongs in a
 * step. Outputs of steps are JSON and hold no secrets.
 */
export type WorkflowRun = {
  readonly orgId: string;
  /** The operation's UUID. */
  readonly operationId: string;
  /** TypeID of the entity the run is about. */
  readonly entityId: string;
  readonly partnerName: string | null;
  /** Business time at which the run was started. */
  readonly startTime: Date;
  /**
   * Runs an act in one transaction of the organization, on the path that every change takes, with audit row and events.
   * Done exactly once: its output is recorded in the same transaction. A refusal is final and is not retried.
   */
  change<T>(
    step: string,
    emits: readonly EventName[],
    act: (call: ActCall) => Promise<T>,
    options?: ChangeOptions,
  ): Promise<T>;
  /**
   * Records in one transaction that the run has failed, and returns the failure to be thrown. It is the run's undo: `onFailure`
   * does not run after it, because a client that sees the failure may begin again at once, which a second record would undo.
   */
  fail(failed: StepFailed, emits: readonly EventName[], act: (call: ActCall) => Promise<unknown>): Promise<StepFailed>;
  /** Calls a partner outside any transaction, with retries; done at least once, always with the same key. */
  partner<T>(step: string, options: PartnerOptions, call: (step: PartnerStep) => Promise<T>): Promise<T>;
  /** Queries a partner repeatedly until the result is not `undefined`. */
  poll<T>(step: string, options: PollOptions, look: (step: PartnerStep) => Promise<T | undefined>): Promise<T>;
};

type Definition<Input> = {
  /** If it returns a string, that is the message of the completed operation. */
  run: (run: WorkflowRun, input: Input) => Promise<unknown>;
  /** Undoes once what the run had begun, before the operation ends as FAILED or TIMED_OUT. */
  onFailure?: {
    emits: readonly EventName[];
    act: (call: ActCall, input: Input, failure: Failure) => Promise<void>;
  };
};

/** A durable process: its name in `contract/workflow-inputs.ts` and its steps as code. */
export type Workflow<Name extends WorkflowName = WorkflowName> = { name: Name } & Definition<WorkflowInputs[Name]>;

/** A workflow with its input type erased, as the registry and the engine handle it. */
export type AnyWorkflow = { name: string } & Definition<never>;

/** Thrown by a step for a definite failure: it is not retried, and the run fails with it unless it is caught. */
export type StepFailed = Error & { failure: Failure; timedOut?: true };

export const stepFailed = (code: string, message: string, info?: unknown): StepFailed =>
  Object.assign(new Error(message), { failure: { code, message, ...(info === undefined ? {} : { info }) } });

export const isStepFailed = (error: unknown): error is StepFailed => error instanceof Error && 'failure' in error;
