import { cutText } from '../../../kit/cut-text.ts';
import { notSentCodes } from '../../not-sent-codes.ts';
import type { Outgoing, OutgoingStream } from '../../outgoing/outgoing.ts';
import { isPartnerError, type PartnerError, partnerError } from '../../partner-error.ts';
import { retryAfterOf } from '../../retry-after.ts';

const what = 'GetBlob';
const messageMax = 500;

type Said = Pick<PartnerError, 'outcome' | 'partnerCode' | 'httpStatus' | 'retryable'> & { cause?: unknown };

const failed = (message: string, said: Said): PartnerError =>
  partnerError(cutText(message, messageMax), { partner: 'AZURE', endpoint: what, requestId: undefined, ...said });

const noAnswer = (thrown: unknown): PartnerError => {
  if (isPartnerError(thrown)) return thrown;
  const { code } = thrown as { code?: unknown };
  const partnerCode = typeof code === 'string' && code !== '' ? code : 'NoAnswer';
  const isUnsent = notSentCodes.has(partnerCode);
  return failed(isUnsent ? 'The file of the report could not be reached.' : 'The file of the report did not arrive.', {
    outcome: isUnsent ? 'NOT_SENT' : 'UNKNOWN',
    partnerCode,
    httpStatus: undefined,
    retryable: partnerCode !== 'ADDRESS_REFUSED',
    cause: thrown,
  });
};

/** Blob storage names its errors in a header, such as AuthenticationFailed for a link that has expired. */
const refusalOf = ({ status, headers }: OutgoingStream): PartnerError => {
  const code = headers['x-ms-error-code'];
  const isRefusal = typeof code === 'string' && status >= 400 && status < 500 && status !== 408;
  const partnerCode = typeof code === 'string' ? code : `HTTP ${status}`;
  return Object.assign(
    failed(`Microsoft answered the download of a report with ${status}: ${partnerCode}`, {
      outcome: isRefusal ? 'REFUSED' : 'UNKNOWN',
      partnerCode,
      httpStatus: status,
      retryable: !isRefusal || status === 429,
    }),
    retryAfterOf(headers),
  );
};

const isPage = ({ headers }: OutgoingStream): boolean => /\b(?:html|xml)\b/i.test(headers['content-type'] ?? '');

/**
 * The bytes of a file behind a signed link, as they arrive. The link is all that is needed to read it: nothing of the
 * account is sent, and errors do not repeat it.
 */
export const download = async function* (
  open: Outgoing['open'],
  link: string,
  { signal, silenceMs }: { signal: AbortSignal; silenceMs: number },
): AsyncGenerator<Uint8Array> {
  let answer: OutgoingStream;
  try {
    answer = await open(link, { headers: { accept: '*/*' }, silenceMs, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw noAnswer(error);
  }
  if (answer.status !== 200) {
    answer.leave();
    throw refusalOf(answer);
  }
  if (isPage(answer)) {
    answer.leave();
    throw failed('Microsoft answered the download of a report with a page.', {
      outcome: 'UNKNOWN',
      partnerCode: 'UnreadableAnswer',
      httpStatus: answer.status,
      retryable: true,
    });
  }
  try {
    yield* answer.body;
  } catch (error) {
    signal.throwIfAborted();
    throw noAnswer(error);
  }
};
