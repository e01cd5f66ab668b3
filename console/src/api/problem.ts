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
  /** Further members of the response; their shape depends on the code. */
  info?: unknown;
};

const isFault = (value: unknown): value is FieldFault =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value;

export const problemFrom = (status: number, body: unknown): Problem => {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>;
  return {
    status,
    code: given.code ?? 'Unknown',
    title: given.title ?? texts.refused,
    message: given.message ?? texts.answeredWith(status),
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

/** An error in the console, without a response of the API. */
export const problemHere = (code: string, { title, message }: { title: string; message: string }): ProblemError =>
  new ProblemError({ status: 0, code, title, message, faults: [] });

export const problemOf = (error: unknown): Problem =>
  error instanceof ProblemError
    ? error.problem
    : {
        status: 0,
        code: 'Unreachable',
        title: texts.unreachable,
        message: texts.checkConnection,
        faults: [],
      };

/** A wrong password and a missing code are both 401; the response names the second factor if one is required. */
export const wantsCode = (error: unknown): boolean =>
  (problemOf(error).info as { secondFactor?: string } | undefined)?.secondFactor !== undefined;
