import type { QueryNode } from '../query-language.ts';
import type { Literal } from './literal.ts';

/**
 * Whether a query asks for this value of a field by name: lists hide deleted resources unless it does. A value under an
 * odd number of `not` does not count.
 */
export const asksFor = (node: QueryNode | null, field: string, value: string): boolean =>
  search(node, field, value, true);

const search = (node: QueryNode | null, field: string, value: string, wanted: boolean): boolean => {
  switch (node?.op) {
    case 'and':
    case 'or':
      return node.nodes.some((each) => search(each, field, value, wanted));
    case 'not':
      return search(node.node, field, value, !wanted);
    case '=':
      return wanted && node.field === field && isText(node.value, value);
    case '!=':
      return !wanted && node.field === field && isText(node.value, value);
    case 'in':
      return wanted && node.field === field && node.values.some((each) => isText(each, value));
    case 'not_in':
      return !wanted && node.field === field && node.values.some((each) => isText(each, value));
    default:
      return false;
  }
};

const isText = (literal: Literal, text: string): boolean => literal.type === 'string' && literal.text === text;
