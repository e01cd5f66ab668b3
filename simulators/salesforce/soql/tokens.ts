import { refusal } from '../errors.ts';

export type TokenKind = 'word' | 'text' | 'number' | 'date' | 'datetime' | 'sign' | 'end';

/** One token of a query; `at` is its place in the text, counted from 0. */
export type Token = { kind: TokenKind; text: string; at: number };

const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['text', /'(?:[^'\\]|\\[\s\S])*'/y],
  ['datetime', /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})/iy],
  ['date', /\d{4}-\d{2}-\d{2}(?![\dT])/y],
  ['number', /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy],
  ['word', /[A-Za-z]\w*(?:\.[A-Za-z]\w*)*(?::\d+)?/y],
  ['sign', /<=|>=|!=|<>|[=<>(),:]/y],
];
const space = /\s*/y;
const shown = 40;

/** A refusal that shows the place in the query, as Salesforce does: the text around it, a mark, row and column. */
export const errorAt = (soql: string, at: number, errorCode: string, message: string): Error => {
  const start = Math.max(0, at - shown);
  const line = soql.slice(start, at + shown).replaceAll(/\s/g, ' ');
  const before = soql.slice(0, at);
  const row = before.split('\n').length;
  const column = at - (before.lastIndexOf('\n') + 1) + 1;
  const place = `\n${line}\n${' '.repeat(at - start)}^\nERROR at Row:${row}:Column:${column}\n`;
  return refusal(400, { errorCode, message: `${place}${message}` });
};

/** A query that is not SOQL. */
export const unexpected = (soql: string, { text, at, kind }: Token): Error =>
  errorAt(soql, at, 'MALFORMED_QUERY', `unexpected token: '${kind === 'end' ? '<EOF>' : text}'`);

/** Splits a query into tokens; the last is of the kind `end`. */
export const readTokens = (soql: string): Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    space.lastIndex = at;
    at += space.exec(soql)?.[0].length ?? 0;
    if (at >= soql.length) return [...tokens, { kind: 'end', text: '', at }];
    const token = tokenAt(soql, at);
    tokens.push(token);
    at += token.text.length;
  }
};

const tokenAt = (soql: string, at: number): Token => {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const text = pattern.exec(soql)?.[0];
    if (text !== undefined) return { kind, text, at };
  }
  const sign = soql.charAt(at);
  const message = sign === "'" ? "line 1:0 mismatched character '<EOF>' expecting '''" : `unexpected token: '${sign}'`;
  throw errorAt(soql, at, 'MALFORMED_QUERY', message);
};
