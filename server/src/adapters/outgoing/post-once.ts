import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { refuseInsideTransaction } from '../../db/database.ts';
import type { Outgoing } from './outgoing.ts';

export type Posted = { url: string; headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal };

/** `bytes`: the beginning of the answer. */
export type BriefAnswer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/** Reads an answer up to a number of bytes; the rest is left. */
const readBeginning = (answer: IncomingMessage, most: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (): void => resolve(Buffer.concat(chunks).subarray(0, most));
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size < most) return;
      finish();
      answer.destroy();
    });
    answer.on('error', reject);
    answer.on('end', finish);
  });

/**
 * Posts a body to an address that a caller gave, and reads only the beginning of the answer. A redirect is an answer like any other.
 * Throws `ADDRESS_REFUSED`, `ETIMEDOUT` if the whole exchange takes longer than `ms`, or the error of the connection.
 */
export const postOnce = async (
  { agents }: Pick<Outgoing, 'agents'>,
  { url, headers, body, signal }: Posted,
  { ms, answerBytes }: { ms: number; answerBytes: number },
): Promise<BriefAnswer> => {
  refuseInsideTransaction(`a request to ${url}`);
  const target = new URL(url);
  const { httpAgent, httpsAgent } = agents(url);
  const isPlain = target.protocol === 'http:';
  const late = AbortSignal.timeout(ms);
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    agent: isPlain ? httpAgent : httpsAgent,
    signal: AbortSignal.any([signal, late]),
  };
  try {
    return await new Promise<BriefAnswer>((resolve, reject) => {
      const sent = (isPlain ? httpRequest : httpsRequest)(target, options, (answer) => {
        readBeginning(answer, answerBytes).then(
          (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes }),
          reject,
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  } catch (error) {
    throw late.aborted
      ? Object.assign(new Error(`no whole answer within ${ms / 1000} s`), { code: 'ETIMEDOUT' })
      : error;
  } finally {
    httpAgent.destroy();
    httpsAgent.destroy();
  }
};
