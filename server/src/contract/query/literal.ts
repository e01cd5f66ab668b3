import type { Field } from '../fields.ts';
import { parseTime } from './time.ts';
import type { Token } from './tokens.ts';

/** A number keeps its source text, so that no digit is lost. */
export type Literal =
  | { readonly type: 'string' | 'number'; readonly text: string }
  | { readonly type: 'boolean'; readonly value: boolean };

const jsonNumber = /^-?(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/** The literal for a token, or null if the token is not a literal. */
export const literalOf = (token: Extract<Token, { text: string }>): Literal | null => {
  if (token.type === 'string') return { type: 'string', text: token.text };
  if (token.text === 'true' || token.text === 'false') return { type: 'boolean', value: token.text === 'true' };
  return jsonNumber.test(token.text) ? { type: 'number', text: token.text } : null;
};

/** What the field accepts instead, or null if the literal fits. */
export const misfit = (field: Field, literal: Literal): string | null => {
  switch (field.type) {
    case 'text':
      return literal.type === 'string' ? null : 'a string';
    case 'enum':
      if (literal.type !== 'string') return 'a string';
      return !field.values || field.values.includes(literal.text) ? null : `one of ${field.values.join(', ')}`;
    case 'id':
      return literal.type === 'string' ? null : 'an id as a string';
    case 'boolean':
      return literal.type === 'boolean' ? null : 'true or false';
    case 'time':
      return literal.type === 'string' && parseTime(literal.text)
        ? null
        : 'an RFC 3339 time as a string, such as "2026-01-31T09:30:00Z"';
    case 'integer':
      return literal.type === 'number' && /^-?\d{1,18}$/.test(literal.text)
        ? null
        : 'a whole number of at most 18 digits';
    case 'number':
      return literal.type === 'number' && fitsDecimal(literal.text)
        ? null
        : 'a number with at most 18 digits before and 9 after the decimal point';
  }
};

/** Whether the number, written without exponent, has at most 18 integer and 9 fraction digits. */
const fitsDecimal = (text: string): boolean => {
  const [, whole = '', fraction = '', exponent = '0'] = jsonNumber.exec(text) ?? [];
  const digits = `${whole}${fraction}`;
  const significant = digits.replace(/^0+/, '');
  if (significant === '') return true;
  const pointAt = whole.length + Number(exponent);
  const first = digits.length - significant.length;
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return pointAt - first <= 18 && end - pointAt <= 9;
};
