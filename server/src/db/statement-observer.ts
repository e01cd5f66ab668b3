/** The hook by which the test run records every statement (`tools/statements`). Off unless a test process sets it. */
let observe: ((text: string) => void) | undefined;

export const setStatementObserver = (next: ((text: string) => void) | undefined): void => {
  observe = next;
};

export const observeStatement = (text: string): void => observe?.(text);
