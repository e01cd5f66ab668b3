import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { cutText } from '../../kit/cut-text.ts';
import { parseJson } from '../../kit/json.ts';
import { notSentCodes } from '../not-sent-codes.ts';
import type { Outgoing, OutgoingStream } from '../outgoing/outgoing.ts';
import { isPartnerError, type PartnerError, partnerError } from '../partner-error.ts';
import { readAnswer } from '../read-answer.ts';
import { retryAfterOf } from '../retry-after.ts';
import { cleanError, hideSecrets, hideSecretsIn, secretsSent } from '../without-secrets.ts';

/** One call of a partner's JSON API. `what` names the operation in errors: `privateOffers.create`. */
export type RestCall = {
  what: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** A JSON body, or the fields of a form. */
  json?: unknown;
  form?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** The largest answer, for calls that may have a larger one than others. */
  answerBytes?: number;
  /** Numbers that a binary float would change are kept as `RawNumber` (`kit/json.ts`). */
  exact?: true;
};

export type RestAnswer<T> = {
  answer: T;
  status: number;
  headers: IncomingHttpHeaders;
  requestId: string | undefined;
};

/** The partner's code for a refusal, and what it says about it. */
export type Said = { code?: string | undefined; message?: string | undefined; details?: unknown };

export type RestOptions = {
  partner: string;
  outgoing: Outgoing;
  /** Reads the body of a refusal. Without a code it is not the partner's own error document. */
  readError(body: unknown, status: number): Said;
  /** Headers of answers that identify the request, for the partner's support. */
  requestIdHeaders: readonly string[];
  /** Codes of refusals that the same call may overcome later, in addition to 408, 423, 425 and 429. */
  retryableCodes?: readonly string[];
  /** The same by status. */
  retryableStatuses?: readonly number[];
};

export type Rest = {
  /** Sends one call and validates the answer like input: an answer that does not fit the schema counts as no answer. */
  send<Shape extends z.ZodType>(call: RestCall, shape: Shape): Promise<RestAnswer<z.output<Shape>>>;
  /** Opens a file of any size, which is read as it arrives. It fails like `send`, also later if nothing arrives for `silenceMs`. */
  open(call: RestFileCall, silenceMs: number): Promise<OutgoingStream>;
};

export type RestFileCall = Pick<RestCall, 'what' | 'url' | 'headers' | 'signal'>;

const messageMax = 1000;
/** More than any error document has. */
const errorBytesMax = 64 * 1024;
const retryableStatuses = new Set([408, 423, 425, 429]);

const parse = (text: string, read: (text: string) => unknown = JSON.parse): unknown => {
  if (text === '') return undefined;
  try {
    return read(text);
  } catch {
    return undefined;
  }
};

const bodyOf = ({ json, form }: RestCall): { type: string; body: string } | undefined => {
  if (form) return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString() };
  return json === undefined ? undefined : { type: 'application/json', body: JSON.stringify(json) };
};

type Refused = { status: number; headers: IncomingHttpHeaders; body: string };

/** Partners give the type of an error document; intermediaries answer with pages. */
const isJson = ({ headers }: Pick<Refused, 'headers'>): boolean =>
  /^application\/([\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '');

const readStart = async ({ body }: Pick<OutgoingStream, 'body'>): Promise<string> => {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= errorBytesMax) break;
  }
  return Buffer.concat(pieces).toString('utf8');
};

/** A client of a partner's JSON API over guarded connections. A call is sent once: workflow steps repeat it. */
export const createRest = (options: RestOptions): Rest => {
  const { partner, outgoing } = options;

  /** A token that was issued for the call is known only here; everyone who handles the error knows the credentials. */
  const clean = <Failure>(error: Failure, call: Pick<RestCall, 'headers' | 'form'>): Failure =>
    cleanError(error, secretsSent(call)) as Failure;

  const failed = (what: string, thrown: unknown): PartnerError => {
    if (isPartnerError(thrown)) return thrown;
    const { code = 'Error', message = '' } = thrown as { code?: string; message?: string };
    const isUnsent = notSentCodes.has(code);
    const sentence = isUnsent ? `${partner} could not be reached for ${what}` : `${partner} did not answer ${what}`;
    return partnerError(cutText(`${sentence}: ${message}`, messageMax), {
      partner,
      endpoint: what,
      outcome: isUnsent ? 'NOT_SENT' : 'UNKNOWN',
      partnerCode: code,
      httpStatus: undefined,
      requestId: undefined,
      retryable: code !== 'ADDRESS_REFUSED',
      cause: thrown,
    });
  };

  const refused = (
    { what, ...sent }: Pick<RestCall, 'what' | 'headers' | 'form'>,
    raw: Refused,
    requestId: string | undefined,
  ): PartnerError => {
    const { status } = raw;
    // Before the message is cut, which could leave the beginning of a secret.
    const said = hideSecretsIn(
      isJson(raw) ? options.readError(parse(raw.body), status) : {},
      secretsSent(sent),
    ) as Said;
    const { code = `HTTP ${status}`, message = '', details } = said;
    const isRefusal = said.code !== undefined && status >= 300 && status < 500 && status !== 408;
    const isRetryable =
      retryableStatuses.has(status) ||
      (options.retryableStatuses ?? []).includes(status) ||
      (options.retryableCodes ?? []).includes(code);
    return partnerError(cutText(message || `${partner} answered ${what} with ${status}`, messageMax), {
      partner,
      endpoint: what,
      outcome: isRefusal ? 'REFUSED' : 'UNKNOWN',
      partnerCode: code,
      httpStatus: status,
      requestId,
      retryable: !isRefusal || isRetryable,
      ...retryAfterOf(raw.headers),
      ...(details === undefined ? {} : { details }),
    });
  };

  const requestIdIn = (headers: IncomingHttpHeaders): string | undefined => {
    const name = options.requestIdHeaders.find((header) => typeof headers[header] === 'string');
    return name === undefined ? undefined : String(headers[name]).slice(0, 200);
  };

  /** A caller that aborts gets its own reason. */
  const unlessStopped = async <T>({ what, signal, headers = {} }: RestFileCall, doing: Promise<T>): Promise<T> => {
    try {
      return await doing;
    } catch (error) {
      signal?.throwIfAborted();
      throw clean(failed(what, error), { headers });
    }
  };

  const piecesOf = async function* (call: RestFileCall, body: OutgoingStream['body']): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      call.signal?.throwIfAborted();
      throw failed(call.what, error);
    }
  };

  return {
    open: async (call, silenceMs) => {
      const { url, headers = {}, signal } = call;
      const opening = outgoing.open(url, { headers, silenceMs, ...(signal ? { signal } : {}) });
      const stream = await unlessStopped(call, opening);
      if (stream.status === 200) return { ...stream, body: piecesOf(call, stream.body) };
      const body = await unlessStopped(call, readStart(stream));
      throw refused(call, { status: stream.status, headers: stream.headers, body }, requestIdIn(stream.headers));
    },
    send: async (call, shape) => {
      const { what, method, url, headers = {}, signal, answerBytes, exact } = call;
      const sent = bodyOf(call);
      const raw = await outgoing
        .request({
          method,
          url,
          headers: { accept: 'application/json', ...(sent ? { 'content-type': sent.type } : {}), ...headers },
          ...(sent ? { body: sent.body } : {}),
          ...(signal ? { signal } : {}),
          ...(answerBytes === undefined ? {} : { answerBytes }),
        })
        .catch((error: unknown) => {
          throw clean(failed(what, error), call);
        });
      const requestId = requestIdIn(raw.headers);
      if (raw.status < 200 || raw.status >= 300) throw refused(call, raw, requestId);
      const read = readAnswer(shape, parse(raw.body, exact ? parseJson : undefined));
      if ('answer' in read) return { answer: read.answer, status: raw.status, headers: raw.headers, requestId };
      const said = hideSecrets(read.why, secretsSent(call));
      throw partnerError(cutText(`${partner} answered ${what} with an unreadable response: ${said}`, messageMax), {
        partner,
        endpoint: what,
        outcome: 'UNKNOWN',
        partnerCode: 'UnreadableAnswer',
        httpStatus: raw.status,
        requestId,
        retryable: true,
      });
    },
  };
};
