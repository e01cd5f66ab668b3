import { big } from '../../kit/decimal.ts';
import { isRawNumber } from '../../kit/json.ts';
import type { Block, Column } from './written.ts';

const grouped = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0');

/** A number with its thousands apart: `12 500.00`. All its digits are kept, and at least `digits` fraction digits shown. */
export const say = (value: unknown, digits = 0): string => {
  if (value === undefined || value === null || value === '') return '';
  const number = big(isRawNumber(value) ? value.rawJSON : (value as string | number));
  const [whole = '', fraction = ''] = number.abs().toFixed().split('.');
  const shown = fraction.padEnd(digits, '0');
  return `${number.lt(0) ? '−' : ''}${grouped(whole)}${shown === '' ? '' : `.${shown}`}`;
};

export const sayTime = (time: Date | null, otherwise: string): string =>
  time === null ? otherwise : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const facts = (...list: [name: string, value: string | null | undefined][]): Block => ({
  is: 'facts',
  facts: list.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
});

/** A heading with what follows it, unless that is empty. */
export const section = (heading: string, ...blocks: Block[]): Block[] => {
  const filled = blocks.filter((block) =>
    block.is === 'table' ? block.rows.length > 0 : block.is === 'facts' ? block.facts.length > 0 : block.text !== '',
  );
  return filled.length === 0 ? [] : [{ is: 'heading', text: heading }, ...filled];
};

export const table = (columns: readonly Column[], rows: readonly string[][]): Block => ({ is: 'table', columns, rows });
export const text = (value: string | undefined): Block => ({ is: 'text', text: value ?? '' });
