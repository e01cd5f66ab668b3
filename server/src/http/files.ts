import type { FastifyInstance } from 'fastify';
import type { LocalFiles } from '../adapters/storage/local.ts';
import { attachmentHeader, isFileKey } from '../adapters/storage/port.ts';
import { Refusal, requireFound } from '../kit/errors.ts';

/** Even if a browser displays the file, it can run and load nothing. */
export const downloadPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/**
 * Serves `GET /files/{key}`: files in a folder of this machine, for anyone who holds a link signed here. A wrong
 * signature is 403 whether or not the file exists.
 */
export const registerFiles = (server: FastifyInstance, files: LocalFiles): void => {
  server.get('/files/:key', async (request, reply) => {
    const { key } = request.params as { key: string };
    const query = request.query as Record<string, unknown>;
    const text = (name: string): string => (typeof query[name] === 'string' ? query[name] : '');
    const link = { key, name: text('name'), contentType: text('type'), exp: text('exp'), sig: text('sig') };
    const state = files.check(link);
    if (state === 'WRONG') throw new Refusal('Forbidden', 'The signature of this link is not valid.');
    if (state === 'EXPIRED') throw new Refusal('Forbidden', 'This link has expired; request a new one.');
    const bytes = requireFound(isFileKey(key) ? await files.get(key) : undefined, 'file');
    return reply
      .header('content-disposition', attachmentHeader(link.name))
      .header('content-security-policy', downloadPolicy)
      .header('cache-control', 'private, no-store')
      .type(link.contentType)
      .send(bytes);
  });
};
