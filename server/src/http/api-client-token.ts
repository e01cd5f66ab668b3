import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiClientCredentials, ApiClientToken } from '../auth/api-key-token.ts';
import { parseInput } from '../contract/read-input.ts';
import { text } from '../contract/shapes.ts';
import { Refusal } from '../kit/errors.ts';
import { refuseEncodedBody } from './body.ts';

export type ApiClientTokenOptions = {
  issue: (credentials: ApiClientCredentials, address: string) => Promise<ApiClientToken>;
  /** False while the service starts or stops. */
  isServing: () => boolean;
};

const bodyBytesMax = 16 * 1024;

const Credentials = z.object({ organizationID: text(64, 1), id: text(64, 1), secret: text(512, 1) });

/** The token endpoint of API clients, at the URL that existing client programs expect. */
export const registerApiClientToken = (server: FastifyInstance, { issue, isServing }: ApiClientTokenOptions): void => {
  server.route({
    method: 'POST',
    url: '/public/apiClient/accessToken',
    bodyLimit: bodyBytesMax,
    onRequest: async (request) => {
      if (!isServing()) {
        throw new Refusal('ServiceUnavailable', 'The service is starting or stopping.', undefined, {
          'retry-after': '1',
        });
      }
      refuseEncodedBody(request.headers['content-encoding']);
    },
    handler: async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const { body } = parseInput({ kind: 'read', query: null, body: Credentials }, query, request.body);
      const token = await issue(body as ApiClientCredentials, request.ip);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(token));
    },
  });
};
