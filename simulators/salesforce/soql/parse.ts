import { refusal } from '../errors.ts';
import { errorAt, readTokens, type Token, unexpected } from './tokens.ts';

/** A field as written: its path, such as `['Account', 'Name']`, and its place in the query. */
export type Path = { names: string[]; at: number };

export type Literal =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  | { kind: 'date' | 'datetime'; value: string }
  /** A date literal such as `TODAY` or `LAST_N_DAYS:7`, in capitals. */
  | { kind: 'named'; value: string };

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'LIKE';

export type Condition =
  | { kind: 'and'; parts: Condition[] }
  | { kind: 'or'; parts: Condition[] }
  | { kind: 'not'; part: Condition }
  | { kind: 'compare'; path: Path; operator: Comparison; value: Literal }
  | { kind: 'in'; path: Path; isNegated: boolean; values: Literal[] | Query }
  | { kind: 'includes'; path: Path; isNegated: boolean; values: Literal[] };

export type Selected = { kind: 'field'; path: Path } | { kind: 'children'; query: Query };

export type Order = { path: Path; isDescending: boolean; nullsLast: boolean };

export type Query = {
  /** Empty for `COUNT()`. */
  selected: Selected[];
  isCount: boolean;
  from: { name: string; at: number };
  alias: string | null;
  where: Condition | null;
  orders: Order[];
  limit: number | null;
  offset: number;
};

const keywords: ReadonlySet<string> = new Set(
  'SELECT FROM WHERE AND OR NOT IN LIKE ORDER BY LIMIT OFFSET ASC DESC NULLS FIRST LAST INCLUDES EXCLUDES GROUP HAVING USING WITH FOR'.split(
    ' ',
  ),
);

const namedDates =
  /^(YESTERDAY|TODAY|TOMORROW|(LAST|THIS|NEXT)_(WEEK|MONTH|QUARTER|YEAR)|(LAST|NEXT)_90_DAYS|(LAST|NEXT)_N_(DAYS|WEEKS|MONTHS|QUARTERS|YEARS):\d+|N_(DAYS|WEEKS|MONTHS|QUARTERS|YEARS)_AGO:\d+)$/;

const signs: Readonly<Record<string, Comparison>> = {
  '=': '=',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/** The maximum number of rows that a query may skip (SOQL reference, OFFSET). */
const offsetMax = 2000;

/** Parses a query (SOQL and SOSL Reference, SOQL SELECT Syntax), or refuses it as Salesforce does. */
export const parseSoql = (soql: string): Query => {
  const parser = createParser(soql);
  const query = parser.query(0);
  parser.end();
  return query;
};

const createParser = (soql: string) => {
  const tokens = readTokens(soql);
  let next = 0;

  const peek = (ahead = 0): Token => tokens[Math.min(next + ahead, tokens.length - 1)] as Token;
  const isWord = (word: string, ahead = 0): boolean =>
    peek(ahead).kind === 'word' && peek(ahead).text.toUpperCase() === word;
  const isSign = (sign: string, ahead = 0): boolean => peek(ahead).kind === 'sign' && peek(ahead).text === sign;
  const take = (): Token => {
    const token = peek();
    next += 1;
    return token;
  };
  const takeIf = (fits: boolean): boolean => {
    if (fits) next += 1;
    return fits;
  };
  const need = (fits: boolean): Token => {
    if (!fits) throw unexpected(soql, peek());
    return take();
  };
  const words = (...wanted: string[]): void => {
    for (const word of wanted) need(isWord(word));
  };

  const name = (): Token => need(peek().kind === 'word' && !keywords.has(peek().text.toUpperCase()));
  const path = (): Path => {
    const { text, at } = name();
    return { names: text.split('.'), at };
  };

  const query = (depth: number): Query => {
    words('SELECT');
    const isCount = isWord('COUNT') && isSign('(', 1) && isSign(')', 2);
    if (isCount) next += 3;
    const selected = isCount ? [] : list(() => select(depth));
    words('FROM');
    const from = name();
    const alias = peek().kind === 'word' && !keywords.has(peek().text.toUpperCase()) ? take().text : null;
    const where = takeIf(isWord('WHERE')) ? condition(depth) : null;
    const isOrdered = isWord('ORDER');
    if (isOrdered) words('ORDER', 'BY');
    const orders = isOrdered ? list(order) : [];
    const limit = takeIf(isWord('LIMIT')) ? wholeNumber() : null;
    const offset = takeIf(isWord('OFFSET')) ? wholeNumber() : 0;
    if (offset > offsetMax) {
      const message = `Maximum SOQL offset allowed is ${offsetMax}`;
      throw refusal(400, { errorCode: 'NUMBER_OUTSIDE_VALID_RANGE', message });
    }
    return { selected, isCount, from: { name: from.text, at: from.at }, alias, where, orders, limit, offset };
  };

  const list = <T>(one: () => T): T[] => {
    const all = [one()];
    while (takeIf(isSign(','))) all.push(one());
    return all;
  };

  const select = (depth: number): Selected => {
    if (depth > 0 || !isSign('(')) return { kind: 'field', path: path() };
    take();
    const children = query(depth + 1);
    need(isSign(')'));
    return { kind: 'children', query: children };
  };

  const order = (): Order => {
    const by = path();
    const isDescending = isWord('DESC');
    takeIf(isDescending || isWord('ASC'));
    // By default nulls are first, in either direction.
    if (!takeIf(isWord('NULLS'))) return { path: by, isDescending, nullsLast: false };
    const nullsLast = isWord('LAST');
    need(nullsLast || isWord('FIRST'));
    return { path: by, isDescending, nullsLast };
  };

  const wholeNumber = (): number => Number(need(peek().kind === 'number' && /^\d+$/.test(peek().text)).text);

  /** AND and OR may be mixed only with parentheses. */
  const condition = (depth: number): Condition => {
    const parts = [simple(depth)];
    const joint = isWord('AND') ? 'AND' : isWord('OR') ? 'OR' : null;
    if (joint === null) return parts[0] as Condition;
    while (takeIf(isWord(joint))) parts.push(simple(depth));
    if (isWord('AND') || isWord('OR')) throw unexpected(soql, peek());
    return { kind: joint === 'AND' ? 'and' : 'or', parts };
  };

  const simple = (depth: number): Condition => {
    if (takeIf(isWord('NOT'))) return { kind: 'not', part: simple(depth) };
    if (!takeIf(isSign('('))) return comparison(depth);
    const inner = condition(depth);
    need(isSign(')'));
    return inner;
  };

  const comparison = (depth: number): Condition => {
    const left = path();
    if (takeIf(isWord('LIKE'))) return { kind: 'compare', path: left, operator: 'LIKE', value: literal() };
    const isNegated = isWord('NOT') && isWord('IN', 1);
    if (isNegated) take();
    if (takeIf(isWord('IN'))) return { kind: 'in', path: left, isNegated, values: choices(depth) };
    const isExcludes = isWord('EXCLUDES');
    if (takeIf(isExcludes || isWord('INCLUDES'))) {
      return { kind: 'includes', path: left, isNegated: isExcludes, values: literals() };
    }
    const operator = signs[need(peek().kind === 'sign' && peek().text in signs).text] as Comparison;
    return { kind: 'compare', path: left, operator, value: literal() };
  };

  const choices = (depth: number): Literal[] | Query => {
    if (depth > 0 || !isWord('SELECT', 1)) return literals();
    need(isSign('('));
    const inner = query(depth + 1);
    need(isSign(')'));
    return inner;
  };

  const literals = (): Literal[] => {
    need(isSign('('));
    const all = list(literal);
    need(isSign(')'));
    return all;
  };

  const literal = (): Literal => {
    const token = take();
    const { kind, text } = token;
    if (kind === 'text') return { kind, value: unescapeText(soql, token) };
    if (kind === 'number') return { kind, value: Number(text) };
    if (kind === 'date' || kind === 'datetime') return { kind, value: text };
    const word = kind === 'word' ? text.toUpperCase() : '';
    if (word === 'NULL') return { kind: 'null' };
    if (word === 'TRUE' || word === 'FALSE') return { kind: 'boolean', value: word === 'TRUE' };
    if (namedDates.test(word)) return { kind: 'named', value: word };
    throw unexpected(soql, token);
  };

  const end = (): void => {
    if (peek().kind !== 'end') throw unexpected(soql, peek());
  };

  return { query, end };
};

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
};

/**
 * The text of a string literal (SOQL reference, Quoted String Escape Sequences). `\_` and `\%` stay escaped: they matter
 * to LIKE, which removes them.
 */
const unescapeText = (soql: string, { text, at }: Token): string =>
  text.slice(1, -1).replaceAll(/\\(u[0-9A-Fa-f]{4}|[\s\S])/g, (whole, sign: string) => {
    if (sign.length > 1) return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
    if (sign === '_' || sign === '%') return whole;
    const meant = escapes[sign.toLowerCase()];
    if (meant === undefined)
      throw errorAt(soql, at, 'MALFORMED_QUERY', `Illegal character sequence '\\${sign}' in string literal`);
    return meant;
  });
