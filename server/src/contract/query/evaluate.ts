import { Big } from '../../kit/decimal.ts';
import { foldCase } from '../../kit/fold-case.ts';
import { type DecodeId, type Field, type Fields, fieldOf } from '../fields.ts';
import type { QueryNode } from '../query-language.ts';
import type { Literal } from './literal.ts';
import { parseTime } from './time.ts';

/** A row by field names: numbers as decimal text, times in RFC 3339, IDs as UUID text. */
export type QueryRow = Readonly<Record<string, string | boolean | null | undefined>>;

/**
 * Whether a row matches a query: the language's semantics in plain code, against which the SQL is tested. Text is
 * compared by code points (collation "C"), and case is folded with `foldCase`.
 */
export const evaluateQuery = (node: QueryNode, fields: Fields, row: QueryRow, decodeId: DecodeId): boolean => {
  switch (node.op) {
    case 'and':
      return node.nodes.every((each) => evaluateQuery(each, fields, row, decodeId));
    case 'or':
      return node.nodes.some((each) => evaluateQuery(each, fields, row, decodeId));
    case 'not':
      return !evaluateQuery(node.node, fields, row, decodeId);
    default:
      return evaluateOnColumn(node, fieldOf(fields, node.field), row[node.field] ?? null, decodeId);
  }
};

type ColumnNode = Extract<QueryNode, { field: string }>;

const evaluateOnColumn = (
  node: ColumnNode,
  field: Field,
  stored: string | boolean | null,
  decodeId: DecodeId,
): boolean => {
  const compared = (literal: Literal): number | null => compareWith(field, stored, literal, decodeId);
  const isTrue = (literal: Literal, test: (order: number) => boolean): boolean => {
    const order = compared(literal);
    return order !== null && test(order);
  };
  switch (node.op) {
    case 'is_null':
      return stored === null;
    case 'like':
      return stored !== null && matchesLike(Array.from(String(stored)), Array.from(node.pattern));
    case 'ilike':
      return stored !== null && matchesLike(Array.from(foldCase(String(stored))), Array.from(foldCase(node.pattern)));
    case 'in':
      return node.values.some((value) => compared(value) === 0);
    case 'not_in':
      return !node.values.some((value) => compared(value) === 0);
    case '!=':
      return compared(node.value) !== 0;
    case '=':
      return compared(node.value) === 0;
    case '>':
      return isTrue(node.value, (order) => order > 0);
    case '>=':
      return isTrue(node.value, (order) => order >= 0);
    case '<':
      return isTrue(node.value, (order) => order < 0);
    case '<=':
      return isTrue(node.value, (order) => order <= 0);
  }
};

/** Negative, 0 or positive; null if the values cannot be compared (an empty column, or text that is not an ID). */
const compareWith = (
  field: Field,
  stored: string | boolean | null,
  literal: Literal,
  decodeId: DecodeId,
): number | null => {
  if (stored === null) return null;
  if (literal.type === 'boolean') return Number(stored) - Number(literal.value);
  const text = String(stored);
  switch (field.type) {
    case 'number':
    case 'integer':
      return new Big(text).cmp(new Big(literal.text));
    case 'time': {
      const [left, right] = [parseTime(text), parseTime(literal.text)];
      return left && right ? Number(left.micros - right.micros) : null;
    }
    case 'id': {
      const uuid = decodeId(field.prefix, literal.text);
      return uuid === null ? null : compareText(text.toLowerCase(), uuid.toLowerCase());
    }
    default:
      return compareText(text, literal.text);
  }
};

/** Compares by code points, which is the order of the UTF-8 bytes; `<` on strings would compare UTF-16 units. */
const compareText = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

/** SQL `like`, in time bounded by the product of the lengths: after a failure only the last `%` is extended. */
const matchesLike = (text: readonly string[], pattern: readonly string[]): boolean => {
  let at = 0;
  let inPattern = 0;
  let widened: { at: number; inPattern: number } | null = null;
  while (at < text.length) {
    const wanted = pattern[inPattern];
    if (wanted === '%') {
      inPattern += 1;
      widened = { at, inPattern };
    } else if (wanted === '\\' && pattern[inPattern + 1] === text[at]) {
      at += 1;
      inPattern += 2;
    } else if (wanted !== undefined && wanted !== '\\' && (wanted === '_' || wanted === text[at])) {
      at += 1;
      inPattern += 1;
    } else if (widened) {
      widened = { at: widened.at + 1, inPattern: widened.inPattern };
      ({ at, inPattern } = widened);
    } else return false;
  }
  return pattern.slice(inPattern).every((each) => each === '%');
};
