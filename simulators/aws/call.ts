import type { Account, AwsSimulation, Json } from './state.ts';

/** One signed call of an operation: who calls, from which region, with which input. */
export type AwsCall = { simulation: AwsSimulation; account: Account; region: string; input: Json };

/** An operation answers the output of its model, or throws an AWS error. */
export type Operation = (call: AwsCall) => Record<string, unknown>;
export type Operations = Record<string, Operation>;
