import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../kit/errors.ts';

/** The page runs only its own files and talks only to this origin. Its component library writes style elements. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Where pages live: `/`, `/console` and everything below. */
const base = '/console/';
/** Names of built files contain a hash of their content. */
const hashed = /^assets\//;

const encoders = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) as Promise<Buffer>,
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) as Promise<Buffer>,
};
type Encoding = keyof typeof encoders;

/** A file in memory. Each encoding is made once, on another thread, when a browser first asks for it. */
type File = { type: string; etag: string; isHashed: boolean; bytes(encoding?: Encoding): Promise<Buffer> };

const readFile = (folder: string, name: string): File => {
  const plain = readFileSync(join(folder, name));
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    type: types[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    isHashed: hashed.test(name),
    bytes: async (encoding) => {
      if (encoding === undefined) return plain;
      const encoded = made.get(encoding) ?? encoders[encoding](plain);
      made.set(encoding, encoded);
      return encoded;
    },
  };
};

const encodingFor = ({ headers }: FastifyRequest, { type }: File): Encoding | undefined => {
  if (/^(image\/png|font)/.test(type)) return undefined;
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => (part.split(';')[0] ?? '').trim().toLowerCase());
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
};

const send = async (request: FastifyRequest, reply: FastifyReply, file: File): Promise<FastifyReply> => {
  const encoding = encodingFor(request, file);
  const etag = encoding === undefined ? file.etag : `${file.etag.slice(0, -1)}-${encoding}"`;
  reply
    .header('etag', etag)
    .header('vary', 'accept-encoding')
    .header('cache-control', file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('content-security-policy', policy);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(await file.bytes(encoding));
};

/**
 * Serves the console: its built files below `/console/`, and its page at `/`, at `/console` and at every other address
 * below, which the page itself understands. Without built files there is no console.
 */
export const registerConsole = (server: FastifyInstance, folder: string): void => {
  if (!existsSync(join(folder, 'index.html'))) return;
  const files = new Map(
    globSync('**/*.*', { cwd: folder }).map((name): [string, File] => [name, readFile(folder, name)]),
  );
  const page = files.get('index.html');
  if (!page) return;
  for (const path of ['/', '/console']) server.get(path, (request, reply) => send(request, reply, page));
  server.get<{ Params: { '*': string } }>(`${base}*`, (request, reply) => {
    const name = request.params['*'];
    const file = files.get(name) ?? (hashed.test(name) ? undefined : page);
    if (!file) throw notFound('file');
    return send(request, reply, file);
  });
};
