import type { FastifyInstance } from 'fastify';
import type { LocalFiles } from '../adapters/storage/local.ts';
import { attachmentHeader, isFileKey } from '../adapters/storage/port.ts';
import { Refusal, requireFound } from '../kit/errors.ts';

/** A file runs nothing and loads nothing, should a browser show it all the same. */
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/**
 * `GET /files/{key}`: files that lie in a folder of this machine, for whoever holds a link that was signed here. A wrong
 * signature is 403 whether there is such a file or not.
 */
export const registerFiles = (server: FastifyInstance, files: LocalFiles): void => {
  server.get('/files/:key', async (request, reply) => {
    const { key } = request.params as { key: string };
    const query = request.query as Record<string, unknown>;
    const text = (name: string): string => (typeof query[name] === 'string' ? query[name] : '');
    const link = { key, name: text('name'), contentType: text('type'), exp: text('exp'), sig: text('sig') };
    const state = files.check(link);
    if (state === 'WRONG') throw new Refusal('Forbidden', 'This link is not one that was signed here.');
    if (state === 'EXPIRED') throw new Refusal('Forbidden', 'This link has run out; ask for a new one.');
    const bytes = requireFound(isFileKey(key) ? await files.get(key) : undefined, 'file');
    return reply
      .header('content-disposition', attachmentHeader(link.name))
      .header('content-security-policy', policy)
      .header('cache-control', 'private, no-store')
      .type(link.contentType)
      .send(bytes);
  });
};
