import { type CsvRecord, withoutApostrophe } from '../../../kit/csv.ts';
import { badRequest, type Fault } from '../../../kit/errors.ts';

/** A line of the upload: the group that it reports, or why it reports none. */
export type UploadLine = { line: number; cells: readonly string[] } & (
  | { raw: Record<string, unknown>; reason?: undefined }
  | { raw?: undefined; reason: string }
);

const single = ['id', 'entitlementID', 'timestamp', 'dimension', 'quantity'] as const;
/** The columns that rejected lines come back with. They may be sent again with them. */
const notes = ['line', 'reason'] as const;
const maxColumns = 205;
const recordPrefix = 'records.';
const shownNames = 20;

const headerFaults = (names: readonly string[]): Fault[] => {
  const fault = (code: string, message: string): Fault => ({ path: 'header', code, message });
  const isKnown = (name: string): boolean =>
    (single as readonly string[]).includes(name) || (name.startsWith(recordPrefix) && name !== recordPrefix);
  const columns = [...single, `${recordPrefix}KEY`].join(', ');
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  const unknown = names.filter((name) => !isKnown(name));
  const has = (name: string): boolean => names.includes(name);
  return [
    ...(names.length > maxColumns ? [fault('too_many', `has more than ${maxColumns} columns`)] : []),
    ...unknown
      .slice(0, shownNames)
      .map((name) => fault('unknown', `${name.slice(0, 100)} is not a column; the columns are ${columns}`)),
    ...repeated.slice(0, shownNames).map((name) => fault('repeated', `names ${name.slice(0, 100)} twice`)),
    ...['id', 'entitlementID'].filter((name) => !has(name)).map((name) => fault('required', `has no column ${name}`)),
    ...(has('dimension') === has('quantity') ? [] : [fault('required', 'dimension and quantity need each other')]),
    ...(has('dimension') || names.some((name) => name.startsWith(recordPrefix))
      ? []
      : [fault('required', `has no quantities: add dimension and quantity, or ${recordPrefix}KEY`)]),
  ];
};

const numberPattern = /^-?\d{1,40}(\.\d{1,40})?$/;

/** A JSON number without loss of digits. */
const numberOf = (text: string): unknown => JSON.rawJSON(text.replace(/^(-?)0+(?=\d)/, '$1'));

/** What is wrong with the quantities of a line: a spreadsheet may write them for people, or round them (1.2E+12). */
const quantityFault = (quantities: readonly [string, string][]): string | undefined =>
  quantities
    .filter(([, text]) => !numberPattern.test(text))
    .map(([key, text]) => {
      const found = text === '' ? 'is empty' : `is ${JSON.stringify(text.slice(0, 40))}`;
      return `${recordPrefix}${key.slice(0, 100)}: ${found}; write digits and at most one point, such as 1000.5`;
    })
    .slice(0, shownNames)
    .join('; ') || undefined;

const lineOf = (names: readonly string[], record: CsvRecord): UploadLine => {
  const { line } = record;
  if (record.fault !== undefined) return { line, cells: [], reason: record.fault };
  const { cells } = record;
  if (cells.length !== names.length)
    return { line, cells, reason: `has ${cells.length} cells, but the header has ${names.length}` };
  const by = new Map(names.map((name, index) => [name, cells[index] as string]));
  const quantities = names.flatMap((name): [string, string][] => {
    const cell = by.get(name) as string;
    return name.startsWith(recordPrefix) && cell !== '' ? [[name.slice(recordPrefix.length), cell]] : [];
  });
  const dimension = by.get('dimension') ?? '';
  const quantity = by.get('quantity') ?? '';
  if (dimension !== '' && quantities.some(([key]) => key === dimension))
    return { line, cells, reason: `has two quantities of ${dimension}` };
  if (dimension !== '' || quantity !== '') quantities.push([dimension, quantity]);
  const id = by.get('id');
  if (id === '') return { line, cells, reason: 'id: is required, so that the same line is never counted twice' };
  const reason = quantityFault(quantities);
  if (reason !== undefined) return { line, cells, reason };
  const raw = {
    id,
    entitlementID: by.get('entitlementID'),
    ...(by.get('timestamp') ? { timestamp: by.get('timestamp') } : {}),
    records: Object.fromEntries(quantities.map(([key, text]) => [key, numberOf(text)])),
  };
  return { line, cells, raw };
};

/** The header and then the lines, one at a time. Throws 400 for a header that cannot be used. */
export const readUpload = async (
  source: Iterable<CsvRecord> | AsyncIterable<CsvRecord>,
): Promise<{ names: readonly string[]; lines: AsyncGenerator<UploadLine> }> => {
  const records = (async function* () {
    yield* source;
  })();
  const first = await records.next();
  if (first.done) throw badRequest([{ path: 'header', code: 'required', message: 'is missing: the text is empty' }]);
  if (first.value.fault !== undefined) throw badRequest([{ path: 'header', code: 'csv', message: first.value.fault }]);
  const header = first.value.cells;
  // Lines that were rejected, sent again as they came back: an id must be the one that the first file has.
  const skip = notes.every((name, index) => header[index] === name) ? notes.length : 0;
  const own = (cells: readonly string[]): string[] => cells.slice(skip).map(withoutApostrophe);
  const names = header.slice(skip);
  const faults = headerFaults(names);
  if (faults.length > 0) throw badRequest(faults);
  const lines = async function* (): AsyncGenerator<UploadLine> {
    for await (const record of records)
      yield lineOf(names, skip === 0 || record.fault !== undefined ? record : { ...record, cells: own(record.cells) });
  };
  return { names, lines: lines() };
};
