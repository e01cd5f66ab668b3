import type { FastifyReply, FastifyRequest } from 'fastify';
import { isStreamed } from './body.ts';

/** Node closes any connection whose request takes longer than this. */
export const requestTimeoutMs = 3_600_000;
/** A request whose body is not read as it arrives has this long. */
const standardMs = 60_000;
/** A file has longer: 25 MiB over a slow line. Its sender must keep the minimum rate of all bodies. */
const fileMs = 900_000;

/**
 * Requests must arrive in time, whether or not their body is read. Node has one limit for a whole server. Only a body that is read as it
 * arrives may take that long, because its sender waits for us, and only until it is answered: a refused sender must not hold the connection
 * that long.
 */
export const limitRequestTime = (
  request: FastifyRequest,
  { raw: answer }: Pick<FastifyReply, 'raw'>,
  late: () => void,
  ms = request.endpoint?.form ? fileMs : standardMs,
): void => {
  const { raw } = request;
  if (raw.complete) return;
  const begin = (): void => {
    const timer = setTimeout(() => {
      if (!raw.complete) late();
    }, ms).unref();
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  };
  if (isStreamed(request)) answer.once('finish', begin);
  else begin();
};
