import type { Account, AwsSimulation, Json } from './state.ts';

/** One signed call of an operation: the caller, its region and the input. */
export type AwsCall = { simulation: AwsSimulation; account: Account; region: string; input: Json };

/** Returns the output of the operation's model, or throws an AWS error. */
export type Operation = (call: AwsCall) => Record<string, unknown>;
export type Operations = Record<string, Operation>;
