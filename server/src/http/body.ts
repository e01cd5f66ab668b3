import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BodyLimits, standardLimits } from '../contract/limits.ts';
import { badRequest, Refusal } from '../kit/errors.ts';
import type { FileForm } from '../kit/form-file.ts';
import {
  createJsonScan,
  type JsonExcess,
  type JsonScan,
  longNumbersMax,
  numberCharactersMax,
} from '../kit/json-scan.ts';
import { createJsonThread } from '../kit/json-thread.ts';
import { type JsonRead, readJson } from '../kit/read-json.ts';
import { createSlots } from '../kit/slots.ts';
import { type FormPart, formOverheadBytes, readParts } from './multipart.ts';
import { receiveBody, tooLarge } from './receive-body.ts';
import { streamText } from './stream-text.ts';
import { uploadsOf } from './uploads.ts';

const excessOf = (code: JsonExcess, limits: BodyLimits): Refusal => {
  const messages: Record<JsonExcess, string> = {
    too_many_values: `the body contains more than ${limits.values} values; lists, objects and their items each count as one`,
    too_deep: `JSON may be nested at most ${limits.depth} levels deep`,
    number_too_long: `a number in the body has more than ${numberCharactersMax} characters`,
    too_many_long_numbers: `the body contains more than ${longNumbersMax} numbers of more than 15 characters`,
    too_many_names: `an object in the body has more than ${limits.names} names`,
    key_too_long: `a name in the body is longer than ${limits.keyBytes} bytes`,
  };
  return badRequest([{ path: '', code, message: messages[code] }]);
};

/** The value read; throws 400 for a fault. */
const valueIn = (read: JsonRead): unknown => {
  if ('fault' in read) throw badRequest([read.fault]);
  return read.value;
};

const parseScanned = (body: Buffer, scan: JsonScan): unknown =>
  body.length === 0 ? undefined : valueIn(readJson(body, scan.longNumbers));

/** Parses JSON without loss of digits; undefined for an empty body. Throws 400. */
export const parseBody = (body: Buffer, limits: BodyLimits): unknown => {
  const scan = createJsonScan(limits);
  const excess = scan.push(body);
  if (excess !== null) throw excessOf(excess, limits);
  return parseScanned(body, scan);
};

/** A body of text; undefined if it is empty. Throws 400 for text that cannot be stored. */
const textIn = (body: Buffer): string | undefined => {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw badRequest([{ path: '', code: 'utf8', message: 'must be UTF-8' }]);
  const text = body.toString('utf8');
  if (text.includes('\u0000')) throw badRequest([{ path: '', code: 'nul', message: 'must not contain U+0000' }]);
  return text;
};

/** The file of a form. Fields that come with it are ignored, as browsers and clients add their own. */
const fileFormIn = (parts: readonly FormPart[], maxBytes: number): FileForm => {
  const refuse = (code: string, message: string): Refusal => badRequest([{ path: 'file', code, message }]);
  const [file, ...others] = parts.filter(({ name, fileName }) => name === 'file' && fileName !== undefined);
  if (file === undefined) throw refuse('required', 'is required: the form must have a file in the field file');
  if (others.length > 0) throw refuse('too_many', 'must be one file; send the others in separate requests');
  if (file.bytes.length === 0) throw refuse('too_small', 'must not be empty');
  if (file.bytes.length > maxBytes) throw tooLarge(maxBytes);
  return { file: { name: file.fileName ?? '', bytes: file.bytes } };
};

/** An endpoint of the API has its own limits; any other route sets at most a number of bytes. */
const limitsOf = ({ endpoint, routeOptions }: FastifyRequest): BodyLimits =>
  endpoint?.bodyLimits ?? {
    ...standardLimits,
    bytes: Math.min(standardLimits.bytes, routeOptions.bodyLimit ?? standardLimits.bytes),
  };

/** Whether a body of text may be too large to be held: it is read as it arrives. */
export const isStreamed = ({ endpoint, headers }: Pick<FastifyRequest, 'endpoint' | 'headers'>): boolean => {
  if (endpoint?.streamBytes === undefined || !/^\s*text\/csv\s*(;|$)/i.test(headers['content-type'] ?? ''))
    return false;
  const announced = Number(headers['content-length'] ?? Number.NaN);
  const most = endpoint.bodyLimits?.bytes ?? standardLimits.bytes;
  return Number.isNaN(announced) || (announced > most && announced <= endpoint.streamBytes);
};

/** Above this size, parsing takes milliseconds. */
const largeBodyBytes = 128 * 1024;
/** Above this size, parsing takes tens of milliseconds, and the transfer to another thread costs less. */
const hugeBodyBytes = 1024 * 1024;

/**
 * Parses JSON without loss of digits, also without a Content-Type, and text/csv for endpoints that take it; any other type is 415. An empty body counts as
 * absent, whatever its type.
 */
export const registerBodyParsers = (server: FastifyInstance): void => {
  const uploads = uploadsOf(server);
  const turns = createSlots(1);
  const thread = createJsonThread();
  server.addHook('onClose', async () => thread.close());
  server.removeAllContentTypeParsers();
  const refuseType = async ({ endpoint }: FastifyRequest, payload: IncomingMessage): Promise<undefined> => {
    const type = endpoint?.form ? 'multipart/form-data' : 'application/json';
    const look = (): Refusal => new Refusal('UnsupportedMediaType', `Send the body as ${type}.`);
    await receiveBody(payload, uploads, { maxBytes: standardLimits.bytes, look });
    return undefined;
  };
  const readBody = async (request: FastifyRequest, payload: IncomingMessage): Promise<unknown> => {
    const limits = limitsOf(request);
    const scan = createJsonScan(limits);
    const look = (bytes: Buffer): Refusal | null => {
      const excess = scan.push(bytes);
      return excess === null ? null : excessOf(excess, limits);
    };
    const body = await receiveBody(payload, uploads, { maxBytes: limits.bytes, room: request.bodyRoom, look });
    if (body.length <= largeBodyBytes) return parseScanned(body, scan);
    if (body.length > hugeBodyBytes) return valueIn(await thread.read(body, scan.longNumbers));
    // One at a time, with other events handled in between: many large bodies must not block the event loop.
    return turns.use(async () => {
      await setImmediate();
      return parseScanned(body, scan);
    });
  };
  server.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) =>
    request.endpoint?.form ? refuseType(request, payload) : readBody(request, payload),
  );
  server.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (!request.endpoint?.form) return refuseType(request, payload);
    const { bytes: maxBytes } = limitsOf(request);
    const room = request.bodyRoom;
    const body = await receiveBody(payload, uploads, { maxBytes: maxBytes + formOverheadBytes, room });
    return fileFormIn(readParts(body, request.headers['content-type'] ?? ''), maxBytes);
  });
  server.addContentTypeParser('text/csv', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (!request.endpoint?.csv) return refuseType(request, payload);
    const { bytes: maxBytes } = limitsOf(request);
    if (isStreamed(request)) return streamText(payload, uploads, request.endpoint.streamBytes ?? maxBytes);
    return textIn(await receiveBody(payload, uploads, { maxBytes, room: request.bodyRoom }));
  });
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    // RFC 9110, 8.3: a body without a Content-Type may be examined. Only JSON is accepted here.
    return request.headers['content-type'] || request.endpoint?.form
      ? refuseType(request, payload)
      : readBody(request, payload);
  });
};

/** Compressed bodies are refused: a small one could unpack to any size. */
export const refuseEncodedBody = (encoding: string | string[] | undefined): void => {
  if (encoding !== undefined && !/^(identity)?$/i.test(String(encoding))) {
    throw new Refusal(
      'UnsupportedMediaType',
      'Compressed request bodies are not supported; send the body as it is, without Content-Encoding.',
    );
  }
};
