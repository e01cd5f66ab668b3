import { namesOfFields } from './field-names.ts';
import { type Field, type Fields, type FieldType, findField } from './fields.ts';
import { queryError } from './query/error.ts';
import { type Literal, literalOf, misfit } from './query/literal.ts';
import { readTokens, type Token } from './query/tokens.ts';

export type Comparison = '=' | '!=' | '>' | '>=' | '<' | '<=';

/**
 * A parsed query, checked against the resource's fields: every name is known and every literal fits its field. The
 * logic is two-valued, as people expect: a comparison with an empty (null) column is false, so `!=`, `not_in` and `not`
 * are true for rows where the column is empty. An ID that is not one of that kind equals nothing.
 */
export type QueryNode =
  | { readonly op: 'and' | 'or'; readonly nodes: readonly QueryNode[] }
  | { readonly op: 'not'; readonly node: QueryNode }
  | { readonly op: Comparison; readonly field: string; readonly value: Literal }
  | { readonly op: 'in' | 'not_in'; readonly field: string; readonly values: readonly Literal[] }
  | { readonly op: 'like' | 'ilike'; readonly field: string; readonly pattern: string }
  | { readonly op: 'is_null'; readonly field: string };

const maxBytes = 8192;
const maxDepth = 16;
/** Each node is an expression; the size of the text bounds the values of a list. */
const maxNodes = 200;

/**
 * Parses `q`, one prefix expression: `(and (= status "ACTIVE") (in partner ("AWS" "GCP")))`. Throws a QueryError that
 * gives the position of the first fault, and no other error.
 */
export const parseQuery = (text: string, fields: Fields): QueryNode => {
  refuseOversize(text);
  const reader: Reader = { text, fields, tokens: readTokens(text), next: 0, nodes: 0 };
  const node = readExpression(reader, 1);
  const rest = take(reader);
  if (rest.type !== 'end') throw fail(reader, rest, 'the expression ends before this; nothing may follow it');
  return node;
};

/** Writes a query in its unique canonical form: `parseQuery(printQuery(node), fields)` equals `node`. */
export const printQuery = (node: QueryNode): string => {
  switch (node.op) {
    case 'and':
    case 'or':
      return `(${node.op} ${node.nodes.map(printQuery).join(' ')})`;
    case 'not':
      return `(not ${printQuery(node.node)})`;
    case 'in':
    case 'not_in':
      return `(${node.op} ${node.field} (${node.values.map(printLiteral).join(' ')}))`;
    case 'like':
    case 'ilike':
      return `(${node.op} ${node.field} ${printString(node.pattern)})`;
    case 'is_null':
      return `(is_null ${node.field})`;
    default:
      return `(${node.op} ${node.field} ${printLiteral(node.value)})`;
  }
};

const printString = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const printLiteral = (literal: Literal): string => {
  if (literal.type === 'boolean') return String(literal.value);
  return literal.type === 'number' ? literal.text : printString(literal.text);
};

type Reader = {
  readonly text: string;
  readonly fields: Fields;
  readonly tokens: readonly Token[];
  next: number;
  nodes: number;
};

const fail = (reader: Reader, token: Token, what: string): Error => queryError('q', reader.text, token.index, what);

const refuseOversize = (text: string): void => {
  if (text.length <= maxBytes && Buffer.byteLength(text) <= maxBytes) return;
  let index = 0;
  for (let bytes = 0; index < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    index += character.length;
  }
  throw queryError('q', text, index, 'a query has at most 8 KiB');
};

const take = (reader: Reader): Token => {
  const token = reader.tokens[reader.next] ?? { type: 'end', index: reader.text.length };
  reader.next += 1;
  return token;
};

const peek = (reader: Reader): Token => reader.tokens[reader.next] ?? { type: 'end', index: reader.text.length };

/** A word or string of the caller, shortened for use in a message. */
const show = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

const takeOpen = (reader: Reader, wanted: string): Token => {
  const token = take(reader);
  if (token.type === 'end') throw fail(reader, token, `the text ends where ${wanted} is expected`);
  if (token.type !== 'open') throw fail(reader, token, `"(" is expected here, to begin ${wanted}`);
  return token;
};

const takeClose = (reader: Reader, operator: string): void => {
  const token = take(reader);
  if (token.type === 'end') throw fail(reader, token, `")" is missing: the text ends inside "${operator}"`);
  if (token.type !== 'close')
    throw fail(reader, token, `"${operator}" accepts no further operand: ")" is expected here`);
};

type ReadOperands = (reader: Reader, operator: Token, depth: number) => QueryNode;

const readExpression = (reader: Reader, depth: number): QueryNode => {
  const open = takeOpen(reader, 'an expression');
  if (depth > maxDepth) throw fail(reader, open, `expressions are nested at most ${maxDepth} deep`);
  reader.nodes += 1;
  if (reader.nodes > maxNodes) throw fail(reader, open, `a query has at most ${maxNodes} expressions`);
  const operator = take(reader);
  if (operator.type === 'close') throw fail(reader, open, 'an empty list is not an expression');
  if (operator.type === 'end') throw fail(reader, operator, 'the text ends where an operator is expected');
  const read = operator.type === 'word' ? operators.get(operator.text) : undefined;
  if (operator.type !== 'word' || !read) {
    const known = [...operators.keys()].join(' ');
    const found = operator.type === 'open' ? '' : `, ${show(operator.text)} is none`;
    throw fail(reader, operator, `an operator is expected here${found}; the operators are ${known}`);
  }
  if (peek(reader).type === 'close') throw fail(reader, operator, `"${operator.text}" has no operands`);
  const node = read(reader, operator, depth);
  takeClose(reader, operator.text);
  return node;
};

const readJunction =
  (op: 'and' | 'or'): ReadOperands =>
  (reader, _operator, depth) => {
    const nodes = [readExpression(reader, depth + 1)];
    while (peek(reader).type === 'open') nodes.push(readExpression(reader, depth + 1));
    const token = peek(reader);
    if (token.type === 'word' || token.type === 'string') throw fail(reader, token, `"${op}" takes expressions only`);
    return { op, nodes };
  };

const readNot: ReadOperands = (reader, _operator, depth) => ({ op: 'not', node: readExpression(reader, depth + 1) });

const orderable: readonly FieldType[] = ['text', 'enum', 'number', 'integer', 'time', 'id'];

const readComparison =
  (op: Comparison): ReadOperands =>
  (reader, operator) => {
    const equality = op === '=' || op === '!=';
    const { name, field } = readField(reader, operator, op, equality ? [...orderable, 'boolean'] : orderable);
    return { op, field: name, value: readLiteral(reader, name, field) };
  };

const readMembership =
  (op: 'in' | 'not_in'): ReadOperands =>
  (reader, operator) => {
    const { name, field } = readField(reader, operator, op, orderable);
    const open = takeOpen(reader, 'a list of values');
    if (peek(reader).type === 'close') throw fail(reader, open, `the list of "${op}" is empty`);
    const values: Literal[] = [];
    while (peek(reader).type !== 'close') values.push(readLiteral(reader, name, field));
    take(reader);
    return { op, field: name, values };
  };

const readPattern =
  (op: 'like' | 'ilike'): ReadOperands =>
  (reader, operator) => {
    const { name, field } = readField(reader, operator, op, ['text', 'enum']);
    const token = peek(reader);
    // A pattern may be any text, even for a field with a closed list of words.
    const literal = readLiteral(reader, name, { type: 'text', column: field.column });
    const pattern = literal.type === 'string' ? literal.text : '';
    const backslashes = /(?<!\\)\\*$/.exec(pattern)?.[0].length ?? 0;
    if (backslashes % 2 === 1) {
      throw fail(reader, token, 'the pattern ends with a lone backslash, which escapes the character after it');
    }
    return { op, field: name, pattern };
  };

const readIsNull: ReadOperands = (reader, operator) => {
  const everyType: readonly FieldType[] = [...orderable, 'boolean'];
  return { op: 'is_null', field: readField(reader, operator, 'is_null', everyType).name };
};

const operators = new Map<string, ReadOperands>([
  ...(['=', '!=', '>', '>=', '<', '<='] as const).map((op) => [op, readComparison(op)] as const),
  ['in', readMembership('in')],
  ['not_in', readMembership('not_in')],
  ['like', readPattern('like')],
  ['ilike', readPattern('ilike')],
  ['is_null', readIsNull],
  ['and', readJunction('and')],
  ['or', readJunction('or')],
  ['not', readNot],
]);

const readField = (
  reader: Reader,
  operator: Token,
  op: string,
  allowed: readonly FieldType[],
): { name: string; field: Field } => {
  const token = take(reader);
  if (token.type === 'end') throw fail(reader, token, 'the text ends where a column is expected');
  if (token.type !== 'word') throw fail(reader, token, `"${op}" needs a column name first`);
  const field = findField(reader.fields, token.text);
  if (!field) {
    throw fail(
      reader,
      token,
      `unknown column ${show(token.text)}; there are ${namesOfFields(reader.fields).join(', ')}`,
    );
  }
  if (!allowed.includes(field.type)) {
    throw fail(reader, operator, `"${op}" does not apply to "${token.text}", which is of type ${field.type}`);
  }
  return { name: token.text, field };
};

const readLiteral = (reader: Reader, name: string, field: Field): Literal => {
  const token = take(reader);
  if (token.type === 'end') throw fail(reader, token, 'the text ends where a value is expected');
  if (token.type === 'open') throw fail(reader, token, 'one value is expected here, not a list');
  if (token.type === 'close') throw fail(reader, token, `a value for "${name}" is missing`);
  if (token.type === 'word' && token.text === 'null') {
    throw fail(reader, token, `null cannot be compared: write (is_null ${name}) or (not (is_null ${name}))`);
  }
  const literal = literalOf(token);
  if (!literal) {
    const hint = `${show(token.text)} is not a value; strings are written in double quotes`;
    throw fail(reader, token, hint);
  }
  const problem = misfit(field, literal);
  if (problem) throw fail(reader, token, `"${name}" takes ${problem}`);
  return literal;
};
