import type { FeedObject } from '../feeds/rows.ts';
import { s3Error, xmlDocument } from './errors.ts';
import { element, s3Namespace } from './xml.ts';

const pageMax = 1000;

/** An entry of a list: an object, or the objects below a common prefix as one. */
type Entry = { name: string; object: FeedObject | null };

/**
 * ListObjectsV2 (S3 API Reference): objects in the order of their keys, at most 1000 a page. The continuation token names
 * the last entry, so that objects written between two pages neither shift nor repeat others.
 */
export const listObjects = (bucket: string, objects: readonly FeedObject[], query: URLSearchParams): string => {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const startAfter = query.get('start-after') ?? '';
  const token = query.get('continuation-token');
  const after = token === null ? startAfter : readToken(token);
  const size = readPageSize(query.get('max-keys'));
  const encoding = query.get('encoding-type');
  if (encoding !== null && encoding !== 'url') throw invalidArgument('encoding-type', encoding);
  const encode = (text: string): string =>
    encoding === 'url' ? encodeURIComponent(text).replaceAll('%2F', '/') : text;

  const entries = entriesOf(objects, prefix, delimiter).filter(({ name }) => name > after);
  const page = entries.slice(0, size);
  const isTruncated = size > 0 && entries.length > size;
  return xmlDocument(
    element(
      'ListBucketResult',
      [
        element('Name', bucket),
        element('Prefix', encode(prefix)),
        ...(startAfter === '' ? [] : [element('StartAfter', encode(startAfter))]),
        ...(token === null ? [] : [element('ContinuationToken', token)]),
        ...(isTruncated ? [element('NextContinuationToken', writeToken(page.at(-1)?.name ?? ''))] : []),
        element('KeyCount', String(page.length)),
        element('MaxKeys', String(size)),
        ...(delimiter === '' ? [] : [element('Delimiter', encode(delimiter))]),
        ...(encoding === null ? [] : [element('EncodingType', encoding)]),
        element('IsTruncated', String(isTruncated)),
        ...page.flatMap(({ object }) => (object ? [contentsOf(object, encode)] : [])),
        ...page.flatMap(({ name, object }) =>
          object ? [] : [element('CommonPrefixes', [element('Prefix', encode(name))])],
        ),
      ],
      s3Namespace,
    ),
  );
};

const contentsOf = ({ key, modifiedAt, etag, size }: FeedObject, encode: (text: string) => string): string =>
  element('Contents', [
    element('Key', encode(key)),
    element('LastModified', `${new Date(modifiedAt).toISOString().slice(0, 19)}.000Z`),
    element('ETag', `"${etag}"`),
    element('Size', String(size)),
    element('StorageClass', 'STANDARD'),
  ]);

const entriesOf = (objects: readonly FeedObject[], prefix: string, delimiter: string): Entry[] => {
  const entries = new Map<string, Entry>();
  for (const object of objects) {
    if (!object.key.startsWith(prefix)) continue;
    const end = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
    const name = end === -1 ? object.key : object.key.slice(0, end + delimiter.length);
    entries.set(name, { name, object: end === -1 ? object : null });
  }
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
};

const invalidArgument = (name: string, value: string): Error =>
  s3Error('InvalidArgument', `The value of ${name} is not valid.`, { ArgumentName: name, ArgumentValue: value });

const readPageSize = (text: string | null): number => {
  if (text === null) return pageMax;
  if (!/^\d{1,10}$/.test(text)) throw invalidArgument('max-keys', text);
  return Math.min(Number(text), pageMax);
};

const writeToken = (name: string): string => Buffer.from(`1:${name}`).toString('base64');

const readToken = (token: string): string => {
  const match = /^1:(.+)$/s.exec(Buffer.from(token, 'base64').toString('utf8'));
  if (!match || writeToken(match[1] ?? '') !== token) {
    const fields = { ArgumentName: 'continuation-token', ArgumentValue: token };
    throw s3Error('InvalidArgument', 'The continuation token provided is incorrect', fields);
  }
  return match[1] ?? '';
};
