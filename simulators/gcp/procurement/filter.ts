import { refusal } from '../errors.ts';

/** A condition on rows whose attributes are strings, or lists of strings for `:`. */
export type Matches = (attributes: Record<string, string | string[]>) => boolean;

const faulty = (): Error => refusal('INVALID_ARGUMENT', 'The filter is invalid.');
const tokenPattern = /\s*(?:([()])|(!=|=|:)|"((?:[^"\\]|\\.)*)"|([\w./-]+))/y;

type Token = { sign: string } | { text: string; isQuoted: boolean };

/**
 * Parses a filter of Partner Procurement: `state=active AND (account=E-1 OR NOT plan=pro)`. `AND` may be omitted.
 * `attributes` lists the allowed names.
 */
export const readFilter = (text: string, attributes: ReadonlySet<string>): Matches => {
  const tokens = tokenize(text);
  let at = 0;
  const isWord = (word: string): boolean => {
    const token = tokens[at];
    return token !== undefined && 'text' in token && !token.isQuoted && token.text === word;
  };
  const isSign = (sign: string): boolean => {
    const token = tokens[at];
    return token !== undefined && 'sign' in token && token.sign === sign;
  };

  const either = (): Matches => {
    const parts = [both()];
    while (isWord('OR')) {
      at += 1;
      parts.push(both());
    }
    return (row) => parts.some((part) => part(row));
  };

  const both = (): Matches => {
    const parts = [one()];
    while (at < tokens.length && !isWord('OR') && !isSign(')')) {
      if (isWord('AND')) at += 1;
      parts.push(one());
    }
    return (row) => parts.every((part) => part(row));
  };

  const one = (): Matches => {
    if (isWord('NOT')) {
      at += 1;
      const inner = one();
      return (row) => !inner(row);
    }
    if (!isSign('(')) return comparison();
    at += 1;
    const inner = either();
    if (!isSign(')')) throw faulty();
    at += 1;
    return inner;
  };

  const comparison = (): Matches => {
    const [name, operator, value] = tokens.slice(at, at + 3);
    at += 3;
    if (!name || !operator || !value || !('text' in name) || !('sign' in operator) || !('text' in value))
      throw faulty();
    if (!attributes.has(name.text) || !['=', '!=', ':'].includes(operator.sign)) throw faulty();
    const wanted = value.text.toLowerCase();
    return (row) => {
      const found = [row[name.text] ?? []].flat().some((item) => item.toLowerCase() === wanted);
      return operator.sign === '!=' ? !found : found;
    };
  };

  if (tokens.length === 0) return () => true;
  const matches = either();
  if (at < tokens.length) throw faulty();
  return matches;
};

const tokenize = (text: string): Token[] => {
  const tokens: Token[] = [];
  const rest = text.trimEnd();
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < rest.length) {
    const match = tokenPattern.exec(rest);
    if (!match) throw faulty();
    const [, bracket, operator, quoted, word] = match;
    const sign = bracket ?? operator;
    if (sign !== undefined) tokens.push({ sign });
    else tokens.push({ text: quoted?.replace(/\\(.)/g, '$1') ?? word ?? '', isQuoted: quoted !== undefined });
  }
  return tokens;
};
