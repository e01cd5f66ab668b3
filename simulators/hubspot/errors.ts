import type { HttpAnswer } from '../kit/http.ts';
import { createSeededIds } from '../kit/seeded-ids.ts';
import type { Json } from './state.ts';

/** One error among others: of a property, or of a part of a batch. */
export type ErrorDetail = {
  message: string;
  code?: string;
  context?: Record<string, string[]>;
  [more: string]: unknown;
};

/** A refusal with its reason (HubSpot developer docs, Error handling). */
export type Problem = {
  status: number;
  category: string;
  message: string;
  errors?: ErrorDetail[];
  context?: Record<string, string[]>;
  links?: Record<string, string>;
};

const refusals = new WeakMap<Error, Problem>();
// Request ids are not part of the state.
const correlations = createSeededIds('hubspot-requests');

export const newCorrelation = (): string => correlations.uuid();

export const refusal = (problem: Problem): Error => {
  const error = new Error(problem.message);
  refusals.set(error, problem);
  return error;
};

/** The problem of a thrown refusal; undefined for other errors. */
export const refusedBy = (error: unknown): Problem | undefined =>
  error instanceof Error ? refusals.get(error) : undefined;

export const hubAnswer = (status: number, body?: unknown, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: body === undefined ? headers : { 'content-type': 'application/json;charset=utf-8', ...headers },
  body: body === undefined ? '' : JSON.stringify(body),
});

/** The body of an error. Members without a value are left out. */
export const problemView = ({ status: _, category, message, errors, context, links }: Problem): Json => ({
  status: 'error',
  message,
  correlationId: newCorrelation(),
  ...(context ? { context } : {}),
  category,
  ...(errors ? { errors } : {}),
  ...(links ? { links } : {}),
});

export const problemAnswer = (problem: Problem): HttpAnswer => hubAnswer(problem.status, problemView(problem));

export const invalid = (message: string, errors?: ErrorDetail[]): Error =>
  refusal({ status: 400, category: 'VALIDATION_ERROR', message, ...(errors ? { errors } : {}) });

export const notFound = (message = 'resource not found'): Error =>
  refusal({ status: 404, category: 'OBJECT_NOT_FOUND', message });

/** Too many calls; the policy says which limit (HubSpot developer docs, API usage guidelines). */
export const limitAnswer = (policyName: 'TEN_SECONDLY_ROLLING' | 'SECONDLY' | 'DAILY'): HttpAnswer =>
  hubAnswer(429, {
    status: 'error',
    message: `You have reached your ${policyName.toLowerCase()} limit.`,
    errorType: 'RATE_LIMIT',
    correlationId: newCorrelation(),
    policyName,
  });
