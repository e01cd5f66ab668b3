import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, Refusal } from '../kit/errors.ts';
import { findForbidden, parseJson } from '../kit/json.ts';

export const maxBodyBytes = 5 * 1024 * 1024;

const messages: Record<string, string> = {
  nul_character: 'text with U+0000 cannot be stored',
  lone_surrogate: 'text with half a surrogate pair cannot be stored',
  too_deep: 'JSON may be nested at most 32 levels deep',
  number_out_of_range: 'a number is too large or too small',
};

/** Far beyond a batch of 1000; a body of nothing but small values would hold up everybody while it is parsed. */
const maxValues = 250_000;
const comma = 0x2c;

const hasTooManyValues = (body: Buffer): boolean => {
  if (body.length <= maxValues) return false;
  let commas = 0;
  for (let at = body.indexOf(comma); at >= 0 && commas <= maxValues; at = body.indexOf(comma, at + 1)) commas += 1;
  return commas > maxValues;
};

/** JSON without loss of digits; undefined for an empty body. Throws 400. */
export const readJson = (body: Buffer): unknown => {
  if (body.length === 0) return undefined;
  if (hasTooManyValues(body)) {
    throw badRequest([{ path: '', code: 'too_many_values', message: `the body holds more than ${maxValues} values` }]);
  }
  if (!isUtf8(body)) throw badRequest([{ path: '', code: 'encoding', message: 'the body is not UTF-8' }]);
  let value: unknown;
  try {
    value = parseJson(body.toString('utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it cannot be read';
    throw badRequest([{ path: '', code: 'json', message: `the body is not JSON: ${reason.slice(0, 200)}` }]);
  }
  const forbidden = findForbidden(value);
  if (forbidden) {
    throw badRequest([
      { path: forbidden.path, code: forbidden.code, message: messages[forbidden.code] ?? forbidden.code },
    ]);
  }
  return value;
};

/** JSON in, without loss of digits; everything else is 415. An empty body is no body, whatever its media type. */
export const registerBodyParsers = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if ((body as Buffer).length === 0) done(null, undefined);
    else done(new Refusal('UnsupportedMediaType', 'Send the body as application/json.'));
  });
};

/** Compressed bodies are refused: a small one could unpack to any size. */
export const refuseEncodedBody = (encoding: string | string[] | undefined): void => {
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity') {
    throw new Refusal('UnsupportedMediaType', 'Compressed request bodies are not served.');
  }
};

/** A body that is small is not counted: their sum is bounded by the connections. */
const smallBodyBytes = 16 * 1024;
/** What a body of unknown length counts as. */
const assumedBytes = 1024 * 1024;

const bytesOf = ({ headers }: FastifyRequest): number => {
  if (headers['transfer-encoding'] !== undefined) return assumedBytes;
  const bytes = Number(headers['content-length'] ?? 0);
  // A larger one is refused before it is read.
  return bytes > smallBodyBytes && bytes <= maxBodyBytes ? bytes : 0;
};

/** Reserves room for the bodies of all requests that were let in; slow senders of large ones would take all memory. */
export const createBodyBudget = (maxBytes: number): ((request: FastifyRequest, reply: FastifyReply) => void) => {
  let reserved = 0;
  return (request, reply) => {
    const bytes = bytesOf(request);
    if (bytes === 0) return;
    if (reserved + bytes > maxBytes) {
      throw new Refusal('TooManyRequests', 'Too many large requests at once; try again.', undefined, {
        'retry-after': '1',
      });
    }
    reserved += bytes;
    reply.raw.once('close', () => {
      reserved -= bytes;
    });
  };
};
