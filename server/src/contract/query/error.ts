import type { Fault } from '../../kit/errors.ts';

/** An error in `q`, `s` or a paging parameter; the HTTP layer responds with 400 and `faults` as `info`. */
export type QueryError = Error & {
  readonly code: 'query';
  /** The parameter at fault: `q`, `s`, `page_token`, `page_size`, … */
  readonly path: string;
  /** 1-based position of the faulty character (code point). */
  readonly position: number;
  /** This fault, or all of them if several parameters are faulty. */
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

/** Creates the error for a fault at a UTF-16 index of the text; the message gives the position in characters. */
export const queryError = (path: string, text: string, index: number, what: string): QueryError => {
  const position = Array.from(text.slice(0, index)).length + 1;
  const message = `at character ${position}: ${what}`;
  return build(path, position, [{ path, code: 'query', message }]);
};

/** Creates the error for a faulty parameter as a whole. */
export const parameterError = (path: string, message: string): QueryError =>
  build(path, 1, [{ path, code: 'query', message }]);

/** Joins several errors into one that lists all faults; `path` and `position` are the first one's. */
export const joinQueryErrors = (first: QueryError, others: readonly QueryError[]): QueryError =>
  build(
    first.path,
    first.position,
    [first, ...others].flatMap((error) => error.faults),
  );

export const isQueryError = (error: unknown): error is QueryError =>
  error instanceof Error && error.name === 'QueryError' && 'faults' in error;
