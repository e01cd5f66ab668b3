import type { Outgoing, OutgoingFile } from '../outgoing/outgoing.ts';
import { type DocumentSource, documentError } from './port.ts';

const redirectsMax = 3;
const answerMs = 20_000;
const redirects = new Set([301, 302, 303, 307, 308]);
/** RFC 9110: statuses that may be different next time. */
const passing = new Set([408, 425, 429]);

type Limits = { bytes: number; signal?: AbortSignal };

type Failure = Error & { code?: string };

const failures: Readonly<Record<string, string>> = {
  ADDRESS_REFUSED: 'ADDRESS_REFUSED',
  ANSWER_TOO_LARGE: 'TOO_LARGE',
};

const downloaded = async (
  outgoing: Outgoing,
  source: DocumentSource,
  url: string,
  { bytes, signal }: Limits,
): Promise<OutgoingFile> => {
  try {
    return await outgoing.download(url, { bytes, ms: answerMs, ...(signal ? { signal } : {}) });
  } catch (error) {
    const { code = '', message } = error as Failure;
    const known = failures[code];
    const text = known === 'TOO_LARGE' ? `The document is larger than ${bytes} bytes.` : message;
    throw documentError(known ?? 'UNREACHABLE', `${source.path}: ${text}`, {
      source,
      retryable: known === undefined,
      cause: error,
    });
  }
};

const refused = (source: DocumentSource, status: number) =>
  documentError(
    status === 404 || status === 410 ? 'NOT_FOUND' : 'REFUSED',
    `${source.path}: the address answered with the status ${status}.`,
    { source, retryable: status >= 500 || passing.has(status) },
  );

/** A PDF begins with these bytes; some have a few bytes before them (ISO 32000 tolerates it, and so do all readers). */
const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 1024).includes('%PDF-');

/**
 * Fetches a PDF from an address that a caller gave. Each redirect is checked like the first address. The bytes must be
 * those of a PDF, whatever the server calls them.
 */
export const fetchPdf = async (outgoing: Outgoing, source: DocumentSource, limits: Limits): Promise<Buffer> => {
  let url = source.url;
  for (let step = 0; ; step += 1) {
    const { status, headers, bytes } = await downloaded(outgoing, source, url, limits);
    const location = headers.location;
    if (redirects.has(status) && location !== undefined && URL.canParse(location, url)) {
      if (step === redirectsMax)
        throw documentError('REFUSED', `${source.path}: the address redirects more than ${redirectsMax} times.`, {
          source,
        });
      url = new URL(location, url).href;
      continue;
    }
    if (status !== 200) throw refused(source, status);
    if (!isPdf(bytes))
      throw documentError('NOT_A_PDF', `${source.path}: the file at the address is not a PDF.`, { source });
    return bytes;
  }
};
