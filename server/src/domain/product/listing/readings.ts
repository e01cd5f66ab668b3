import type { ListingContact, ListingWrite } from '../../../adapters/marketplace/changes.ts';
import type { Fault } from '../../../kit/errors.ts';

/** The value read from one place of a document; undefined if there is none. `at` is its path in faults. */
export type Reading<T> = (value: unknown, at: string) => { value?: T; faults: Fault[] };

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** The value at a dotted path. An array along the path stands for its first element. */
export const valueAt = (document: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => memberOf(Array.isArray(value) ? value[0] : value, name), document);

export const textOf =
  (max: number): Reading<string> =>
  (value, at) => {
    if (isNothing(value)) return { faults: [] };
    if (typeof value !== 'string') return { faults: [fault(at, 'type', 'must be text')] };
    return {
      value,
      faults: [...value].length > max ? [fault(at, 'length', `must have at most ${max} characters`)] : [],
    };
  };

export const urlOf: Reading<string> = (value, at) => {
  const { value: text, faults } = textOf(2048)(value, at);
  if (text === undefined || URL.parse(text)?.protocol === 'https:') return { ...(text && { value: text }), faults };
  return { value: text, faults: [fault(at, 'https', 'must be an https address')] };
};

/** Reads a member of an object. */
export const inside =
  <T>(name: string, reading: Reading<T>): Reading<T> =>
  (value, at) =>
    reading(memberOf(value, name), `${at}.${name}`);

export const listOf =
  <T>(item: Reading<T>, { max, unique = false }: { max: number; unique?: boolean }): Reading<T[]> =>
  (value, at) => {
    if (isNothing(value)) return { faults: [] };
    if (!Array.isArray(value)) return { faults: [fault(at, 'type', 'must be a list')] };
    const read = value.slice(0, max + 1).map((one, index) => item(one, `${at}.${index}`));
    const values = read.flatMap(({ value: one }) => (one === undefined ? [] : [one]));
    return {
      value: values,
      faults: [
        ...read.flatMap(({ faults }) => faults),
        ...(value.length > max ? [fault(at, 'count', `must contain at most ${max}`)] : []),
        ...(unique && new Set(values).size < values.length ? [fault(at, 'duplicate', 'names one twice')] : []),
      ],
    };
  };

/** A link with its text, whatever the partner calls the two members. */
export const linkOf =
  (words: { text: string; url: string }, maxText: number): Reading<{ text: string; url: string }> =>
  (value, at) => {
    const text = inside(words.text, textOf(maxText))(value, at);
    const url = inside(words.url, urlOf)(value, at);
    const missing =
      text.value === undefined || url.value === undefined
        ? [fault(at, 'required', `must contain ${words.text} and ${words.url}`)]
        : [];
    return {
      ...(missing.length === 0 ? { value: { text: text.value ?? '', url: url.value ?? '' } } : {}),
      faults: [...text.faults, ...url.faults, ...missing],
    };
  };

export const contactOf: Reading<ListingContact> = (value, at) => {
  if (isNothing(value)) return { faults: [] };
  const [name, email, phone] = ['name', 'email', 'phone'].map((member) => inside(member, textOf(256))(value, at));
  return {
    value: { name: name?.value ?? '', email: email?.value ?? '', phone: phone?.value ?? '' },
    faults: [
      ...[name, email, phone].flatMap((each) => each?.faults ?? []),
      ...(name?.value && email?.value ? [] : [fault(at, 'required', 'must contain name and email')]),
    ],
  };
};

/** A field of a listing: its path in the partner's document, the partner's rules for it, and whether it is required. */
export type ListingField = {
  name: keyof ListingWrite;
  path: string;
  reading: Reading<unknown>;
  required?: true;
};

export type ReadListing = {
  listing: ListingWrite;
  /** Faults by field; required fields without a value are in `missing`. */
  faults: Partial<Record<keyof ListingWrite, Fault[]>>;
  missing: Fault[];
};

/** Reads a listing from the partner's own document. `root` is the member of `info` that holds the document. */
export const readListing = (fields: readonly ListingField[], root: string, document: unknown): ReadListing => {
  const listing: Partial<Record<keyof ListingWrite, unknown>> = {};
  const faults: ReadListing['faults'] = {};
  const missing: Fault[] = [];
  for (const { name, path, reading, required } of fields) {
    const at = `info.${root}.${path}`;
    const read = reading(valueAt(document, path), at);
    if (read.value !== undefined) listing[name] = read.value;
    else if (required && read.faults.length === 0) missing.push(fault(at, 'required', 'must be given'));
    if (read.faults.length > 0) faults[name] = read.faults;
  }
  return { listing: listing as ListingWrite, faults, missing };
};
