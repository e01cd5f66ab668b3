import type { HttpAnswer, HttpRequest } from '../../kit/http.ts';
import { shapeOf } from '../feeds/columns.ts';
import { readFile, type Slice } from '../feeds/file.ts';
import type { FeedObject } from '../feeds/rows.ts';
import type { AwsReader } from '../state.ts';
import { s3Error, s3Headers } from './errors.ts';

/**
 * GetObject and HeadObject (S3 API Reference), with `Range`, `If-Match`, `If-None-Match`, `If-Modified-Since` and
 * `If-Unmodified-Since`. The bytes are composed while they are sent.
 */
export const getObject = (reader: AwsReader, object: FeedObject, request: HttpRequest): HttpAnswer => {
  const headers = { ...s3Headers(), ...objectHeaders(object) };
  if (isNotModified(object, request)) return { status: 304, headers, body: '' };
  const isHead = request.method === 'HEAD';
  const slice = readRange(request.headers.range, object.size);
  const length = slice ? slice.to - slice.from + 1 : object.size;
  return {
    status: slice ? 206 : 200,
    headers: {
      ...headers,
      'content-type': 'text/csv',
      'x-amz-server-side-encryption': 'aws:kms',
      ...(slice ? { 'content-range': `bytes ${slice.from}-${slice.to}/${object.size}` } : {}),
    },
    body: '',
    stream: { length, chunks: isHead ? [] : readFile(reader, shapeOf(object), object, slice ?? undefined) },
  };
};

const objectHeaders = ({ etag, modifiedAt }: FeedObject): Record<string, string> => ({
  etag: `"${etag}"`,
  'last-modified': new Date(modifiedAt).toUTCString(),
  'accept-ranges': 'bytes',
});

const hasTag = (header: string, etag: string): boolean =>
  header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '').replaceAll('"', '') === etag);

const wholeSecond = (time: number): number => Math.floor(time / 1000) * 1000;

// An entity tag is more precise than a time: if both are given, the time is ignored (RFC 9110, 13.2.2).
const isNotModified = ({ etag, modifiedAt }: FeedObject, { headers }: HttpRequest): boolean => {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  const { 'if-unmodified-since': unmodified, 'if-modified-since': modified } = headers;
  const isLater = (time: string | undefined): boolean => wholeSecond(modifiedAt) > Date.parse(time ?? '');
  if (match !== undefined ? !hasTag(match, etag) : isLater(unmodified)) {
    const Condition = match === undefined ? 'If-Unmodified-Since' : 'If-Match';
    throw s3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', { Condition });
  }
  if (noneMatch !== undefined) return hasTag(noneMatch, etag);
  return modified !== undefined && !Number.isNaN(Date.parse(modified)) && !isLater(modified);
};

/** The bytes of a `Range` header; null for the whole object, also if the header is not one range of bytes. */
const readRange = (header: string | undefined, size: number): Slice | null => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return null;
  const from = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  if (from < size && from <= to) return { from, to };
  throw s3Error('InvalidRange', 'The requested range is not satisfiable', {
    RangeRequested: header ?? '',
    ActualObjectSize: String(size),
  });
};
