import { lookup as lookUp } from 'node:dns/promises';
import {
  type ClientRequestArgs,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { refuseInsideTransaction } from '../../db/database.ts';
import { userAgent } from '../user-agent.ts';
import { refusedAddress, refusedBase, refusedHost } from './address-rule.ts';
import { type AllowedHost, allowOrigin, findAllowed } from './allowed-hosts.ts';
import { type AnswerGate, createAnswerGate, createByteGate } from './answer-gate.ts';
import { isPublicAddress } from './public-address.ts';

export type Resolved = { address: string; family: number };

export type OutgoingRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  signal?: AbortSignal;
  /** The largest answer, for calls that may have a larger one than others. */
  answerBytes?: number;
};

export type OutgoingAnswer = { status: number; headers: IncomingHttpHeaders; body: string };

export type OutgoingFile = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/** An answer that is read as it arrives: whoever reads slowly makes its sender wait. Its body is read, or it is left. */
export type OutgoingStream = {
  status: number;
  headers: IncomingHttpHeaders;
  body: AsyncIterable<Uint8Array>;
  leave(): void;
};

/** Limits of an answer's size and time. */
type Limits = { bytes: number; ms: number };

export type Agents = { httpAgent: HttpAgent; httpsAgent: HttpsAgent };

/** The only way to call an address that a caller gave. Refusals are thrown with the code `ADDRESS_REFUSED`. */
export type Outgoing = {
  /** Why an address is refused by its text alone; null: it may be tried. */
  refused(text: string, schemes?: readonly string[]): string | null;
  /** The same for the base address of a partner's API. */
  refusedBase(text: string, schemes?: readonly string[]): string | null;
  /** The addresses of a host, every one of them public unless the host is allowed. */
  resolve(host: string, port?: number): Promise<Resolved[]>;
  /** Connections to `base`, for clients that need their own: to checked addresses only. Throws if it is refused. */
  agents(base: string): Agents;
  /** One request and its whole answer. A redirect is an answer like any other; time and size are limited. */
  request(request: OutgoingRequest): Promise<OutgoingAnswer>;
  /** The same for a file, with the caller's limits of size and time. */
  download(url: string, limits: Limits & { signal?: AbortSignal }): Promise<OutgoingFile>;
  /** The same for a file of any size; it fails if nothing arrives for `silenceMs`, or too little over minutes. */
  open(
    url: string,
    options: { headers: Readonly<Record<string, string>>; silenceMs: number; signal?: AbortSignal },
  ): Promise<OutgoingStream>;
};

export type OutgoingOptions = {
  /** Hosts outside the public internet that may be called: the operator's, and the service's own simulators. */
  allowed?: readonly AllowedHost[];
  /** The same by exact origins, with everything below them; for tests. */
  allowedOrigins?: readonly string[];
  /** Resolves a host by DNS; tests replace it. */
  resolve?: (host: string) => Promise<Resolved[]>;
  answerMs?: number;
  answerBytes?: number;
  /** How long a file that is read as it arrives may be waited for in total before it must keep up `filePace`. */
  fileWaitMs?: number;
};

/** Bytes a second. A file that arrives more slowly would keep a run of its lane for as long as its sender likes. */
const filePace = 1024;

const connectionsMax = 64;

const codedError = (code: 'ADDRESS_REFUSED' | 'ETIMEDOUT', message: string): Error =>
  Object.assign(new Error(message), { code });

/** A name that does not exist leads nowhere. */
const known = async (asking: Promise<Resolved[]>): Promise<Resolved[]> => {
  try {
    return await asking;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTFOUND') return [];
    throw error;
  }
};

export const createOutgoing = ({
  allowed: allowedHosts = [],
  allowedOrigins = [],
  resolve: ask = (host) => lookUp(host, { all: true }),
  answerMs = 10_000,
  answerBytes = 1024 * 1024,
  fileWaitMs = 5 * 60_000,
}: OutgoingOptions = {}): Outgoing => {
  const allowed = [...allowedHosts, ...allowedOrigins.map((origin) => allowOrigin(origin))];
  const refused: Outgoing['refused'] = (text, schemes = ['https:']) => refusedAddress(text, { schemes, allowed });
  const refusedAsBase: Outgoing['refusedBase'] = (text, schemes = ['https:']) =>
    refusedBase(text, { schemes, allowed });

  const resolve: Outgoing['resolve'] = async (host, port) => {
    const isAllowed = port !== undefined && findAllowed(allowed, { scheme: '', host, port }) !== undefined;
    const reason = isAllowed ? null : refusedHost(host);
    if (reason !== null) throw codedError('ADDRESS_REFUSED', `The address ${reason}.`);
    const found = isIP(host) === 0 ? await known(ask(host)) : [{ address: host, family: isIP(host) }];
    if (isAllowed && found.length > 0) return found;
    // The same message whether or not the name exists: names of an inner network must not be disclosed.
    if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
      throw codedError('ADDRESS_REFUSED', `${host} does not resolve to the public internet.`);
    return found;
  };

  /** Called once by the socket that is about to connect, which then knows only the checked addresses. */
  const checkedLookup: LookupFunction = (host, options, done) => {
    resolve(host).then(
      (found) => {
        const first = found[0] as Resolved;
        if (options.all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };

  const guard = <A extends HttpAgent>(agent: A, scheme: 'http:' | 'https:'): A => {
    const connect = agent.createConnection.bind(agent);
    const checked = (
      options: ClientRequestArgs,
      done?: (error: Error | null, socket: Duplex) => void,
    ): Duplex | null | undefined => {
      const host = options.host ?? '';
      const port = Number(options.port ?? (scheme === 'http:' ? 80 : 443));
      if (findAllowed(allowed, { scheme, host, port })) return connect(options, done);
      // A literal address is connected without a lookup.
      const reason = scheme === 'http:' ? 'must begin with https://' : refusedHost(host);
      if (reason === null) return connect({ ...options, lookup: checkedLookup }, done);
      const error = codedError('ADDRESS_REFUSED', `The address ${reason}.`);
      process.nextTick(() => done?.(error, undefined as never));
      return undefined;
    };
    return Object.assign(agent, { createConnection: checked });
  };

  const agents = (base: string): Agents => {
    const reason = refused(base);
    if (reason !== null) throw codedError('ADDRESS_REFUSED', `The address ${reason}.`);
    const options = { keepAlive: true, maxSockets: connectionsMax };
    return {
      httpAgent: guard(new HttpAgent(options), 'http:'),
      httpsAgent: guard(new HttpsAgent(options), 'https:'),
    };
  };

  const exchange = async (
    { method, url, headers = {}, body, signal }: OutgoingRequest,
    { gate, ms }: { gate: AnswerGate; ms: number },
  ): Promise<OutgoingFile> => {
    refuseInsideTransaction(`a request to ${new URL(url).host}`);
    const target = new URL(url);
    const late = AbortSignal.timeout(ms);
    const { httpAgent, httpsAgent } = agents(url);
    const isPlain = target.protocol === 'http:';
    const options = {
      method,
      headers: {
        'user-agent': userAgent,
        ...headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
      agent: isPlain ? httpAgent : httpsAgent,
      signal: signal ? AbortSignal.any([signal, late]) : late,
    };
    try {
      return await new Promise<OutgoingFile>((resolveAnswer, reject) => {
        const sent = (isPlain ? httpRequest : httpsRequest)(target, options, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => {
            try {
              gate.push(chunk);
              chunks.push(chunk);
            } catch (error) {
              answer.destroy(error as Error);
            }
          });
          answer.on('error', reject);
          answer.on('end', () =>
            resolveAnswer({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
          );
        });
        sent.on('error', reject);
        sent.end(body);
      });
    } catch (error) {
      throw late.aborted ? codedError('ETIMEDOUT', `no whole answer within ${ms / 1000} s`) : error;
    } finally {
      httpAgent.destroy();
      httpsAgent.destroy();
    }
  };

  const request = async (asked: OutgoingRequest): Promise<OutgoingAnswer> => {
    const { bytes, ...answer } = await exchange(asked, {
      gate: createAnswerGate(asked.answerBytes ?? answerBytes),
      ms: answerMs,
    });
    return { ...answer, body: bytes.toString('utf8') };
  };

  const download: Outgoing['download'] = (url, { signal, bytes, ms }) =>
    exchange({ method: 'GET', url, ...(signal ? { signal } : {}) }, { gate: createByteGate(bytes), ms });

  const open: Outgoing['open'] = async (url, { headers, silenceMs, signal }) => {
    refuseInsideTransaction(`a request to ${new URL(url).host}`);
    const target = new URL(url);
    const { httpAgent, httpsAgent } = agents(url);
    const isPlain = target.protocol === 'http:';
    const options = {
      headers: { 'user-agent': userAgent, ...headers },
      agent: isPlain ? httpAgent : httpsAgent,
      timeout: silenceMs,
      ...(signal ? { signal } : {}),
    };
    const close = (): void => {
      httpAgent.destroy();
      httpsAgent.destroy();
    };
    try {
      const answer = await new Promise<IncomingMessage>((resolveAnswer, reject) => {
        let arrived: IncomingMessage | undefined;
        const sent = (isPlain ? httpRequest : httpsRequest)(target, options, (first) => {
          arrived = first;
          resolveAnswer(first);
        });
        sent.on('timeout', () => {
          (arrived ?? sent).destroy(codedError('ETIMEDOUT', `nothing arrived for ${silenceMs / 1000} s`));
        });
        sent.on('error', reject);
        sent.end();
      });
      const leave = (): void => {
        answer.destroy();
        close();
      };
      const body = async function* (): AsyncGenerator<Uint8Array> {
        let [bytes, waitedMs, askedAt] = [0, 0, performance.now()];
        try {
          for await (const piece of answer as AsyncIterable<Buffer>) {
            // The time that the reader takes for a piece does not count.
            waitedMs += performance.now() - askedAt;
            bytes += piece.length;
            if (waitedMs > fileWaitMs && bytes * 1000 < filePace * waitedMs)
              throw codedError('ETIMEDOUT', `only ${bytes} bytes arrived in ${Math.round(waitedMs / 1000)} s`);
            yield piece;
            askedAt = performance.now();
          }
        } finally {
          leave();
        }
      };
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: body(), leave };
    } catch (error) {
      close();
      throw error;
    }
  };

  return { refused, refusedBase: refusedAsBase, resolve, agents, request, download, open };
};
