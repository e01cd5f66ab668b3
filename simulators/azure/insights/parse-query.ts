import type { Dataset } from './dataset.ts';
import { findDataset } from './datasets.ts';
import { insightsRefusal } from './envelope.ts';

export type Operator = '=' | '!=' | '>' | '<' | '>=' | '<=' | 'LIKE' | 'NOT LIKE' | 'IN' | 'NOT IN';
export type Condition = { column: string; operator: Operator; values: string[] };

/** A query of "Custom query specification", with the names of the dataset as it writes them. */
export type Query = {
  dataset: Dataset;
  columns: string[];
  distinct: boolean;
  where: Condition[];
  orderBy: { column: string; isDescending: boolean }[];
  limit: number | null;
  timespan: string | null;
};

/** The time spans of the specification. */
export const timespans: readonly string[] = [
  ...['TODAY', 'YESTERDAY', 'LAST_7_DAYS', 'LAST_14_DAYS', 'LAST_30_DAYS', 'LAST_90_DAYS', 'LAST_180_DAYS'],
  ...['LAST_365_DAYS', 'LAST_MONTH', 'LAST_3_MONTHS', 'LAST_6_MONTHS', 'LAST_1_YEAR', 'LIFETIME'],
];

type Token = { kind: 'text' | 'sign' | 'word' | 'number'; value: string };

const tokenPattern = /\s*(?:'((?:[^']|'')*)'|(>=|<=|!=|[=><(),])|([A-Za-z_]\w*)|(-?\d+(?:\.\d+)?))/y;

const refused = (message: string): Error => insightsRefusal(400, `Invalid query: ${message}`);

const readTokens = (text: string): Token[] => {
  const tokens: Token[] = [];
  // Samples of the documentation have typographic quotes.
  const plain = text.replace(/[\u2018\u2019]/g, "'").trimEnd();
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < plain.length) {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(plain);
    if (!match) throw refused(`unexpected text at position ${at}.`);
    const [, quoted, sign, word, number = ''] = match;
    if (quoted !== undefined) tokens.push({ kind: 'text', value: quoted.replaceAll("''", "'") });
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign });
    else if (word !== undefined) tokens.push({ kind: 'word', value: word });
    else tokens.push({ kind: 'number', value: number });
  }
  return tokens;
};

/** Parses a query; keywords and names are case insensitive. Refuses what the specification or the dataset lacks. */
export const parseQuery = (text: string): Query => {
  const tokens = readTokens(text);
  let at = 0;
  const isNext = (...words: string[]): boolean =>
    words.every((word, index) => {
      const token = tokens[at + index];
      return (token?.kind === 'word' || token?.kind === 'sign') && token.value.toUpperCase() === word;
    });
  const take = (...words: string[]): boolean => {
    if (!isNext(...words)) return false;
    at += words.length;
    return true;
  };
  const need = (word: string): void => {
    if (!take(word)) throw refused(`${word} is expected instead of '${tokens[at]?.value ?? ''}'.`);
  };
  const word = (): string => {
    const token = tokens[at];
    at += 1;
    if (token?.kind !== 'word') throw refused(`a name is expected instead of '${token?.value ?? ''}'.`);
    return token.value;
  };
  const list = <T>(item: () => T): T[] => {
    const items = [item()];
    while (take(',')) items.push(item());
    return items;
  };
  const value = (): string => {
    const token = tokens[at];
    at += 1;
    if (token?.kind !== 'text' && token?.kind !== 'number')
      throw refused(`a number or a text in quotes is expected instead of '${token?.value ?? ''}'.`);
    return token.value;
  };

  need('SELECT');
  const distinct = take('DISTINCT');
  const selected = list(word);
  need('FROM');
  const named = word();
  const dataset = findDataset(named);
  if (!dataset) throw refused(`there is no dataset '${named}'.`);
  const column = (name: string): string => {
    const found = dataset.columns.find((one) => one.toLowerCase() === name.toLowerCase());
    if (!found) throw refused(`the dataset ${dataset.name} has no column '${name}'.`);
    return found;
  };

  const condition = (): Condition => {
    const left = column(word());
    const operator = readOperator();
    if (operator !== 'IN' && operator !== 'NOT IN') return { column: left, operator, values: [value()] };
    need('(');
    const values = list(value);
    need(')');
    return { column: left, operator, values };
  };
  const readOperator = (): Operator => {
    for (const sign of ['>=', '<=', '!=', '=', '>', '<', 'LIKE', 'IN'] as const) if (take(sign)) return sign;
    if (take('NOT', 'LIKE')) return 'NOT LIKE';
    if (take('NOT', 'IN')) return 'NOT IN';
    throw refused(`an operator is expected instead of '${tokens[at]?.value ?? ''}'.`);
  };
  const where: Condition[] = [];
  if (take('WHERE')) {
    do where.push(condition());
    while (take('AND'));
  }
  const order = (): Query['orderBy'][number] => {
    const name = column(word());
    const isAscending = take('ASC');
    if (!isAscending) take('DESC');
    return { column: name, isDescending: !isAscending };
  };
  const orderBy = take('ORDER', 'BY') ? list(order) : [];
  const limit = take('LIMIT') ? Number(value()) : null;
  if (limit !== null && !(Number.isInteger(limit) && limit > 0)) throw refused('LIMIT takes a positive whole number.');
  const timespan = take('TIMESPAN') ? word().toUpperCase() : null;
  if (timespan !== null && !timespans.includes(timespan)) throw refused(`there is no time span '${timespan}'.`);
  if (at < tokens.length) throw refused(`'${tokens[at]?.value}' is not expected.`);
  return { dataset, columns: selected.map(column), distinct, where, orderBy, limit, timespan };
};
