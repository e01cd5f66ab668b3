import { badRequest, type Refusal } from '../kit/errors.ts';

/** One part of a form (RFC 7578): `fileName` is undefined if it is a plain field. */
export type FormPart = { name: string; fileName: string | undefined; bytes: Buffer };

/** What a form may contain besides the bytes of its parts. */
export const formOverheadBytes = 64 * 1024;

const partsMax = 32;
const headBytesMax = 8 * 1024;
const [newline, emptyLine] = [Buffer.from('\r\n'), Buffer.from('\r\n\r\n')];

const malformed = (message: string): Refusal => badRequest([{ path: '', code: 'malformed', message }]);

/** The boundary that a Content-Type names (RFC 2046, 5.1.1); undefined if it names none that is allowed. */
const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? '';
  return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary) ? boundary : undefined;
};

/** A parameter of Content-Disposition. Browsers write `"` as %22; programs put a backslash before it. */
const parameterOf = (disposition: string, name: string): string | undefined => {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(disposition) ?? [];
  return quoted === undefined
    ? plain
    : quoted
        .replaceAll(/\\(["\\])/g, '$1')
        .replaceAll('%22', '"')
        .replaceAll('%0D', '\r')
        .replaceAll('%0A', '\n');
};

/**
 * A name in the encoding of RFC 8187, as .NET writes one that is not ASCII: after a `filename` in an encoding of mails, or alone.
 * Undefined if there is none, or none that can be read.
 */
const encodedFileName = (disposition: string): string | undefined => {
  const [, bytes] = /;\s*filename\*="?utf-8'[^']*'([^\s;"]*)/i.exec(disposition) ?? [];
  try {
    return bytes === undefined ? undefined : decodeURIComponent(bytes);
  } catch {
    return undefined;
  }
};

const readPart = (part: Buffer): FormPart => {
  const end = part.subarray(0, headBytesMax + emptyLine.length).indexOf(emptyLine);
  if (end < 0) throw malformed(`a part of the form must begin with headers of at most ${headBytesMax} bytes`);
  const head = part.toString('utf8', 0, end);
  const [, disposition = ''] = /^content-disposition:([^\r\n]*)$/im.exec(head) ?? [];
  const name = parameterOf(disposition, 'name');
  if (!/^\s*form-data\s*;/i.test(disposition) || name === undefined)
    throw malformed('each part of the form must have a Content-Disposition of form-data with a name');
  const fileName = encodedFileName(disposition) ?? parameterOf(disposition, 'filename');
  return { name, fileName, bytes: part.subarray(end + emptyLine.length) };
};

/**
 * The parts of a form, as views of the body. Throws 400 for a body that is no complete form, or has more than 32 parts.
 */
export const readParts = (body: Buffer, contentType: string): FormPart[] => {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) throw malformed('the Content-Type must name the boundary of the form');
  const first = Buffer.from(`--${boundary}`);
  const next = Buffer.from(`\r\n--${boundary}`);
  let at = body.subarray(0, first.length).equals(first) ? 0 : body.indexOf(next) + newline.length;
  if (at < newline.length && at !== 0)
    throw malformed('the body does not contain the boundary that its Content-Type names');
  const parts: FormPart[] = [];
  for (at += first.length; ; ) {
    // RFC 2046 allows blanks after a boundary.
    const lineEnd = body.indexOf(newline, at);
    const rest = body.toString('latin1', at, lineEnd < 0 ? Math.min(body.length, at + 64) : lineEnd);
    if (rest.startsWith('--')) return parts;
    if (lineEnd < 0 || rest.trim() !== '') throw malformed('the form ends before its last boundary');
    const start = lineEnd + newline.length;
    const end = body.indexOf(next, start);
    if (end < 0) throw malformed('the form ends before its last boundary');
    if (parts.length === partsMax) throw malformed(`a form may have at most ${partsMax} parts`);
    parts.push(readPart(body.subarray(start, end)));
    at = end + next.length;
  }
};
