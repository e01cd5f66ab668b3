import type { Fault } from '../../kit/errors.ts';

/** What is wrong with `q`, `s` or a paging parameter; the HTTP layer answers 400 with `faults` as `info`. */
export type QueryError = Error & {
  readonly code: 'query';
  /** The parameter at fault: `q`, `s`, `page_token`, `page_size`, … */
  readonly path: string;
  /** 1-based character (code point) where the fault stands. */
  readonly position: number;
  /** This fault, or all of them when several parameters are at fault. */
  readonly faults: Fault[];
};

const build = (path: string, position: number, faults: Fault[]): QueryError =>
  Object.assign(new Error(faults.map((fault) => fault.message).join('; ')), {
    name: 'QueryError',
    code: 'query' as const,
    path,
    position,
    faults,
  });

/** The error for one fault at a UTF-16 index of the text; the message names the position in characters. */
export const queryError = (path: string, text: string, index: number, what: string): QueryError => {
  const position = Array.from(text.slice(0, index)).length + 1;
  const message = `at character ${position}: ${what}`;
  return build(path, position, [{ path, code: 'query', message }]);
};

/** The error for a fault of a parameter as a whole. */
export const parameterError = (path: string, message: string): QueryError =>
  build(path, 1, [{ path, code: 'query', message }]);

/** One error that lists the faults of several; `path` and `position` are those of the first. */
export const joinQueryErrors = (first: QueryError, others: readonly QueryError[]): QueryError =>
  build(
    first.path,
    first.position,
    [first, ...others].flatMap((error) => error.faults),
  );

export const isQueryError = (error: unknown): error is QueryError =>
  error instanceof Error && error.name === 'QueryError' && 'faults' in error;
