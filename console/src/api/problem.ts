import { problemTexts as texts } from '../texts/problem.ts';

/** A fault of one field, as the API names it. */
export type FieldFault = { path: string; code: string; message: string };

/** A refusal of the API (RFC 9457), or a request without a response. */
export type Problem = {
  status: number;
  code: string;
  title: string;
  message: string;
  requestId?: string;
  type?: string;
  faults: FieldFault[];
  /** How long to wait before the request is sent again, if the response says so. */
  retryAfterMs?: number;
  /** Further members of the response; their shape depends on the code. */
  info?: unknown;
};

const isFault = (value: unknown): value is FieldFault =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value;

/** How long a response says to wait: seconds, or a date (RFC 9110, 10.2.3) by the clock of its sender. */
const waitIn = (headers: Headers): number | undefined => {
  const given = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(given)) return Number(given) * 1000;
  if (!given.endsWith('GMT')) return undefined;
  const wait = Date.parse(given) - Date.parse(headers.get('date') ?? new Date().toUTCString());
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
};

export const problemFrom = ({ status, headers }: Response, body: unknown): Problem => {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>;
  return {
    status,
    code: given.code ?? 'Unknown',
    title: given.title ?? texts.refused,
    message: given.message ?? texts.answeredWith(status),
    retryAfterMs: waitIn(headers),
    requestId: given.requestId,
    type: given.type,
    info: given.info,
    faults: Array.isArray(given.info) ? given.info.filter(isFault) : [],
  };
};

/** The error type for React Query. */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The error of a request that the service did not answer. */
export const noAnswer = (): ProblemError =>
  new ProblemError({
    status: 0,
    code: 'Unreachable',
    title: texts.unreachable,
    message: texts.checkConnection,
    faults: [],
  });

/** An error in the console, without a response of the API. */
export const problemHere = (code: string, { title, message }: { title: string; message: string }): ProblemError =>
  new ProblemError({ status: -1, code, title, message, faults: [] });

/** A part of the console that cannot be loaded: a newer console is installed, or the connection was lost. */
const unloaded = /dynamically imported module|module script|preload CSS/i;

/** The problem in an error: a refusal, a request without a response, or a fault of the console itself. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof ProblemError) return error.problem;
  const words = error instanceof Error ? error.message : String(error);
  if (unloaded.test(words)) return { status: -1, code: 'NotLoaded', ...texts.notLoaded, faults: [] };
  return { status: -1, code: 'Broken', title: texts.broken.title, message: texts.broken.message(words), faults: [] };
};

/** Conditions that pass: no response, too many requests, and a service that starts, stops or is overloaded. */
const passing: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

/** Whether the API has judged the request. It has not if nobody answered, or nobody is signed in any more. */
export const isVerdict = ({ status }: Problem): boolean =>
  status >= 400 && status < 500 && status !== 401 && !passing.has(status);

/** Whether a read is sent again. Any other refusal is final. */
export const isRepeated = (count: number, error: unknown): boolean => count < 2 && passing.has(problemOf(error).status);

const longestWaitMs = 10_000;

/** How long to wait before a read is sent again: as long as the response says. */
export const waitBefore = (count: number, error: unknown): number =>
  Math.min(problemOf(error).retryAfterMs ?? 1000 * 2 ** count, longestWaitMs);

/** A wrong password and a missing code are both 401; the response names the second factor if one is required. */
export const wantsCode = (error: unknown): boolean =>
  (problemOf(error).info as { secondFactor?: string } | undefined)?.secondFactor !== undefined;
