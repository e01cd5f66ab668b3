import { createHash } from 'node:crypto';
import type { HttpAnswer, HttpRequest } from './http.ts';

/** The MD5 of a file in base64, as object stores show it. */
export const md5Of = (content: Buffer): string => createHash('md5').update(content).digest('base64');

/**
 * Responds to a download of a file, or of the part that the `Range` header requests (RFC 9110: 206, or 416 if the file does
 * not reach it). A range of another unit, or of several parts, is ignored.
 */
export const fileAnswer = (request: HttpRequest, content: Buffer, headers: Record<string, string>): HttpAnswer => {
  const all = { 'accept-ranges': 'bytes', ...headers };
  const range = readRange(request.headers.range, content.length);
  if (range === null) return { status: 200, headers: all, body: content.toString('utf8'), bytes: content };
  if (range === 'beyond') return { status: 416, headers: { 'content-range': `bytes */${content.length}` }, body: '' };
  const part = content.subarray(range.from, range.to + 1);
  return {
    status: 206,
    headers: { ...all, 'content-range': `bytes ${range.from}-${range.to}/${content.length}` },
    body: part.toString('utf8'),
    bytes: part,
  };
};

const readRange = (header: string | undefined, size: number): { from: number; to: number } | 'beyond' | null => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'beyond' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (from >= size) return 'beyond';
  return to < from ? null : { from, to };
};
