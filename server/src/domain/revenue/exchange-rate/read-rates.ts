import { readItem } from '../../../contract/read-input.ts';
import { columnPlace, readCsv } from '../../../kit/csv.ts';
import { type Decimal, decimalFromJson } from '../../../kit/decimal.ts';
import { badRequest, type Fault, faultsMax, isRefusal } from '../../../kit/errors.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import { mustBeOneOf } from '../../../kit/one-of.ts';
import type { DayRate } from './exchange-rate.ts';
import { ExchangeRateIn, ratesMax } from './schema.ts';

/** A rate as it is written, and where: `rates.3` of JSON, `line.5` of CSV. */
type Written = { at: string; date: string; currency: string; rate: Decimal };

const columns = ['date', 'currency', 'rate'] as const;

const isDay = (text: string): boolean => {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text) && text < '9999';
};

/** Where each column is; throws 400 unless the header names each of them once and nothing else. */
const readHeader = (line: number, names: readonly string[]): Record<(typeof columns)[number], number> => {
  const faults: Fault[] = [];
  for (const [index, name] of names.entries()) {
    const isKnown = (columns as readonly string[]).includes(name);
    if (!isKnown)
      faults.push({ path: columnPlace(line, name), code: 'column', message: mustBeOneOf('the columns', columns) });
    else if (names.indexOf(name) < index)
      faults.push({ path: columnPlace(line, name), code: 'repeated', message: 'is a column twice' });
  }
  for (const name of columns)
    if (!names.includes(name))
      faults.push({ path: columnPlace(line, name), code: 'required', message: 'the header must have this column' });
  if (faults.length > 0) throw badRequest(faults);
  return { date: names.indexOf('date'), currency: names.indexOf('currency'), rate: names.indexOf('rate') };
};

/** How many rates are read before other work may be done. */
const pieceOfRates = 100;

/** The rates of a CSV text. Nothing is trimmed or guessed: a line that is not one rate is a fault. */
const readingCsvRates = function* (text: string, faults: Fault[]): Generator<void, Written[]> {
  const written: Written[] = [];
  let header: ReturnType<typeof readHeader> | undefined;
  for (const record of readCsv(text, columns.length + 1)) {
    if (record.line % pieceOfRates === 0) yield;
    const at = `line.${record.line}`;
    if (record.fault !== undefined) {
      const { fault } = record;
      if (header === undefined) throw badRequest([{ path: at, code: 'csv', message: fault }]);
      faults.push({ path: at, code: 'csv', message: fault });
    } else if (header === undefined) header = readHeader(record.line, record.cells);
    else if (record.cells.length !== columns.length)
      faults.push({ path: at, code: 'cells', message: `must have ${columns.length} cells` });
    else {
      const [date = '', currency = '', number = ''] = [header.date, header.currency, header.rate].map(
        (n) => record.cells[n],
      );
      const before = faults.length;
      if (!isDay(date)) faults.push({ path: `${at}.date`, code: 'invalid', message: 'must be a day, YYYY-MM-DD' });
      if (!/^[A-Z]{3}$/.test(currency)) {
        const message = 'must be a currency code of ISO 4217, three capital letters';
        faults.push({ path: `${at}.currency`, code: 'invalid', message });
      }
      const isNumber = /^\d{1,18}(\.\d{1,9})?$/.test(number);
      const rate = isNumber
        ? decimalFromJson(JSON.rawJSON(number.replace(/^0+(?=\d)/, '')) as unknown as JsonNumber)
        : null;
      if (rate === null) {
        const message = 'must be a number such as 1.0842, with at most 18 integer and 9 fraction digits';
        faults.push({ path: `${at}.rate`, code: 'decimal', message });
      }
      if (faults.length === before && rate !== null) written.push({ at, date, currency, rate });
    }
    if (faults.length >= faultsMax) break;
    if (written.length > ratesMax) break;
  }
  if (header === undefined) readHeader(1, []);
  return written;
};

/** One rate of JSON; undefined if it is none, which is then among the faults. */
const readJsonRate = (item: unknown, at: string, faults: Fault[]): Written | undefined => {
  try {
    const { date, currency, rate } = readItem(ExchangeRateIn, item);
    return { at, date, currency, rate: decimalFromJson(rate) ?? '0' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    for (const fault of error.info as readonly Fault[])
      faults.push({ ...fault, path: fault.path === '' ? at : `${at}.${fault.path}` });
    return undefined;
  }
};

/** The rates of a list of JSON values, up to the last fault that is shown. */
const readingJsonRates = function* (items: readonly unknown[], faults: Fault[]): Generator<void, Written[]> {
  const written: Written[] = [];
  for (const [index, item] of items.entries()) {
    if (index % pieceOfRates === 0) yield;
    const one = readJsonRate(item, `rates.${index}`, faults);
    if (one) written.push(one);
    if (faults.length >= faultsMax) break;
  }
  return written;
};

/** What a request holds: a CSV text, or a list of values that are to be rates. */
export type GivenRates = string | { rates: readonly unknown[] };

/**
 * The rates of a table in `currency`, in the order of day and currency, however they are written; to be done in turns.
 * Throws 400 that names every fault.
 */
export const readingDayRates = function* (given: GivenRates, currency: string): Generator<void, DayRate[]> {
  const faults: Fault[] = [];
  const written =
    typeof given === 'string' ? yield* readingCsvRates(given, faults) : yield* readingJsonRates(given.rates, faults);
  if (faults.length > 0 && typeof given !== 'string') throw badRequest(faults);
  if (written.length > ratesMax)
    faults.push({ path: '', code: 'too_many', message: `a table has at most ${ratesMax} rates` });
  const rates = new Map<string, DayRate>();
  for (const [index, { at, date: day, currency: of, rate }] of written.entries()) {
    if (index % pieceOfRates === 0) yield;
    const key = `${day} ${of}`;
    if (rates.has(key)) faults.push({ path: at, code: 'repeated', message: `${of} has a rate of ${day} already` });
    if (of === currency)
      faults.push({ path: `${at}.currency`, code: 'same', message: `must not be ${of}, the currency of the table` });
    if (!/[1-9]/.test(rate) || rate.startsWith('-'))
      faults.push({ path: `${at}.rate`, code: 'positive', message: 'must be above 0' });
    rates.set(key, { currency: of, day, rate });
    if (faults.length >= faultsMax) break;
  }
  if (faults.length > 0) throw badRequest(faults);
  yield;
  const keys = [...rates.keys()].sort();
  yield;
  return keys.flatMap((key) => rates.get(key) ?? []);
};
