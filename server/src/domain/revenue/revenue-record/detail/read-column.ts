import { Big, decimalToJson } from '../../../../kit/decimal.ts';
import type { JsonNumber } from '../../../../kit/json.ts';
import type { Member } from './members.ts';

type Columns = Readonly<Record<string, string | null>>;

/** As Go clients write a time that is absent. */
const noTime = { time: '0001-01-01T00:00:00Z', valid: false };

const isoDate = /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.\d{1,9})?)?)?(?:Z|[+-]00:?00| UTC)?$/;
const americanDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}):(\d\d):(\d\d)(?: ([AP])M)?)?$/;

const realTime = (text: string, day: string): string | null => {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || time.getUTCDate() !== Number(day)) return null;
  // Microsoft writes the earliest possible date for none.
  return time.getUTCFullYear() <= 1 ? null : time.toISOString();
};

/** The time in a column, to the second, in UTC; a month is its first day. Null if there is none that can be read. */
const timeIn = (text: string): string | null => {
  const [, year, month = '', day = '01', time = '00:00:00'] = isoDate.exec(text) ?? [];
  if (year !== undefined) return realTime(`${year}-${month}-${day}T${time}Z`, day);
  const [, m = '', d = '', y, h = '0', min = '00', s = '00', half] = americanDate.exec(text) ?? [];
  if (y === undefined) return null;
  const hour = half === undefined ? Number(h) : (Number(h) % 12) + (half === 'P' ? 12 : 0);
  const two = (number: string | number): string => String(number).padStart(2, '0');
  return realTime(`${y}-${two(m)}-${two(d)}T${two(hour)}:${min}:${s}Z`, d);
};

const numberShape = /^[+-]?\d{1,24}(?:\.\d{1,24})?(?:[eE][+-]?\d{1,2})?$/;

const numberIn = (text: string): JsonNumber | null =>
  numberShape.test(text) ? decimalToJson(new Big(text.replace(/^\+/, ''))) : null;

/** Columns are found whatever the case of their letters, and with or without blanks and underscores. */
const plain = (name: string): string => name.replaceAll(/[\s_-]/g, '').toLowerCase();

/**
 * The members of a row that has them. A number is exact; one that cannot be read is left out, as it is in the columns. A
 * time that is absent or cannot be read is marked so.
 */
export const readMembers = (members: readonly Member[], columns: Columns): Record<string, unknown> => {
  const texts = new Map(
    Object.entries(columns).flatMap(([name, text]) =>
      text === null || text.trim() === '' ? [] : [[plain(name), text.trim()]],
    ),
  );
  return Object.fromEntries(
    members.flatMap(([name, type, ...names]): [string, unknown][] => {
      const text = names.map((column) => texts.get(plain(column))).find((found) => found !== undefined);
      if (type === 'TIME') {
        const time = text === undefined ? null : timeIn(text);
        return [[name, time === null ? noTime : { time, valid: true }]];
      }
      if (text === undefined) return [];
      if (type === 'TEXT') return [[name, text]];
      if (type === 'INTEGER') return /^-?\d{1,15}$/.test(text) ? [[name, Number(text)]] : [];
      const number = numberIn(text);
      return number === null ? [] : [[name, number]];
    }),
  );
};
