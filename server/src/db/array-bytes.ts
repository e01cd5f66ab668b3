const headerBytes = 20;
const noDimensionBytes = 12;
const lengthBytes = 4;
const isNull = -1;

/** How the values of a type are written in PostgreSQL's binary format: its number, and at most how many bytes one takes. */
type Element<T> = { type: number; most: (item: T) => number; write: (array: Buffer, item: T, at: number) => number };

const fixed =
  <T>(bytes: number, write: (array: Buffer, item: T, at: number) => unknown) =>
  (type: number): Element<T> => ({
    type,
    most: () => bytes,
    write: (array, item, at) => {
      write(array, item, at);
      return bytes;
    },
  });

/** The first byte says the version of the format. */
const jsonbVersion = 1;
const jsonbDocuments = (type: number): Element<string> => ({
  type,
  most: (item) => item.length * 3 + 1,
  write: (array, item, at) => 1 + array.write(item, array.writeInt8(jsonbVersion, at)),
});

const characters = (type: number): Element<string> => ({
  type,
  most: (item) => item.length * 3,
  write: (array, item, at) => array.write(item, at),
});

const dayMs = 86_400_000;
/** Times and days are counted from here, in microseconds and in days. */
const beginMs = Date.UTC(2000, 0, 1);

/** Milliseconds of which the microseconds are a multiple of 2^32. */
const step = 2 ** 29;
const upperOfStep = 125;

/** In two halves: a BigInt for each of thousands of times creates garbage and is slower. No product in this computation exceeds 2^53. */
const writeMicroseconds = (array: Buffer, time: Date, at: number): void => {
  const ms = time.getTime() - beginMs;
  const steps = Math.floor(ms / step);
  const microseconds = (ms - steps * step) * 1000;
  const upper = Math.floor(microseconds / 2 ** 32);
  array.writeInt32BE(steps * upperOfStep + upper, at);
  array.writeUInt32BE(microseconds - upper * 2 ** 32, at + 4);
};

const elements = {
  text: characters(25),
  json: characters(114),
  jsonb: jsonbDocuments(3802),
  bytea: { type: 17, most: (item) => item.length / 2, write: (array, item, at) => array.write(item, at, 'hex') },
  uuid: fixed<string>(16, (array, item, at) => array.write(item.replaceAll('-', ''), at, 'hex'))(2950),
  boolean: fixed<boolean>(1, (array, item, at) => array.writeInt8(item ? 1 : 0, at))(16),
  int: fixed<number>(4, (array, item, at) => array.writeInt32BE(item, at))(23),
  timestamptz: fixed<Date>(8, writeMicroseconds)(1184),
  date: fixed<Date>(4, (array, item, at) => array.writeInt32BE(Math.floor((item.getTime() - beginMs) / dayMs), at))(
    1082,
  ),
} satisfies { bytea: Element<string>; [type: string]: Element<never> };

/**
 * A list in PostgreSQL's binary format (`array_recv` in its source), for lists of thousands: what needs no quotes costs
 * half as much, and leaves no garbage. The statement must cast it to that type.
 */
const arrayOf =
  <T>({ type, most, write }: Element<T>) =>
  (items: readonly (T | null)[]): Buffer => {
    let bytes = headerBytes;
    for (const item of items) bytes += lengthBytes + (item === null ? 0 : most(item));
    const array = Buffer.allocUnsafe(bytes);
    // One dimension, counted from 1.
    let at = array.writeInt32BE(items.length === 0 ? 0 : 1, 0);
    at = array.writeInt32BE(1, at);
    at = array.writeInt32BE(type, at);
    at = array.writeInt32BE(items.length, at);
    at = array.writeInt32BE(1, at);
    for (const item of items) {
      const length = item === null ? isNull : write(array, item, at + lengthBytes);
      at = array.writeInt32BE(length, at) + Math.max(length, 0);
    }
    return array.subarray(0, items.length === 0 ? noDimensionBytes : at);
  };

export const textArray = arrayOf<string>(elements.text);
/** A `json[]` of JSON texts. */
export const jsonArray = arrayOf<string>(elements.json);
/** A `jsonb[]` of JSON texts. */
export const jsonbArray = arrayOf<string>(elements.jsonb);
/** A `bytea[]` of bytes in hexadecimal. */
export const bytesArray = arrayOf<string>(elements.bytea);
export const uuidArray = arrayOf<string>(elements.uuid);
export const booleanArray = arrayOf<boolean>(elements.boolean);
export const intArray = arrayOf<number>(elements.int);
/** A `timestamptz[]`, exact to the millisecond. */
export const timeArray = arrayOf<Date>(elements.timestamptz);
/** A `date[]` of the days in UTC on which these times are. */
export const dayArray = arrayOf<Date>(elements.date);

/** A list that has the value at each of these places of another list, counted from 1: what is there often is written once and copied. */
export const pickedArray = (values: Buffer, places: readonly number[]): Buffer => {
  /** Where each value begins; the last one ends where the list does. */
  const begins = [headerBytes];
  for (let at = headerBytes; at < values.length; begins.push(at))
    at += lengthBytes + Math.max(values.readInt32BE(at), 0);
  let bytes = places.length === 0 ? noDimensionBytes : headerBytes;
  for (const place of places) bytes += (begins[place] as number) - (begins[place - 1] as number);
  const array = Buffer.allocUnsafe(bytes);
  values.copy(array, 0, 0, headerBytes);
  if (places.length === 0) array.writeInt32BE(0, 0);
  else array.writeInt32BE(places.length, noDimensionBytes);
  let at = headerBytes;
  for (const place of places) {
    const begin = begins[place - 1] as number;
    const end = begins[place] as number;
    // Calling `copy` costs more than copying a few bytes.
    for (let from = begin; from < end; from += 1) array[at++] = values[from] as number;
  }
  return array;
};
