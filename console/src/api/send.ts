import { keepBusinessTime } from '../lib/clock.ts';
import { noAnswer } from './problem.ts';

/** Statuses whose responses never have a body; a `Response` with one cannot be made. */
const withoutBody: ReadonlySet<number> = new Set([101, 204, 205, 304]);

export const isJson = ({ headers }: Response): boolean => /json/.test(headers.get('content-type') ?? '');

/** Whether the text is what the API answers: JSON that can be read, or the plain text of a document; never a page. */
const isRead = (response: Response, text: string): boolean => {
  if (text === '') return true;
  if (!isJson(response)) return /^text\/(plain|csv)/.test(response.headers.get('content-type') ?? '');
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** A response with its text; throws a ProblemError with the status 0 if there is none, or if it was cut off. */
const reach = async (...request: Parameters<typeof fetch>): Promise<{ response: Response; text: string }> => {
  try {
    const response = await fetch(...request);
    keepBusinessTime(response);
    return { response, text: response.type === 'opaqueredirect' ? '' : await response.text() };
  } catch (error) {
    // The page itself no longer needs the answer.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw noAnswer();
  }
};

/** The same response, of which all is read. What cannot be read has no text. */
const readOf = ({ status, statusText, headers }: Response, text: string | null): Response =>
  new Response(withoutBody.has(status) ? null : text, { status, statusText, headers });

/** Sends a request whose success can be anything, such as a page for buyers or a redirect. Throws as `send` does. */
export const sendAsBuyer: typeof fetch = async (...request) => {
  const { response, text } = await reach(...request);
  return response.type === 'opaqueredirect' ? response : readOf(response, isRead(response, text) ? text : null);
};

/**
 * Sends a request to the API. Throws a ProblemError with the status 0 if there is no whole response, or if it is a success that
 * the service did not send, such as the page of a proxy. A refusal is returned, whatever its body is.
 */
export const send: typeof fetch = async (...request) => {
  const { response, text } = await reach(...request);
  const read = isRead(response, text);
  if (response.ok && !read) throw noAnswer();
  return readOf(response, read ? text : null);
};
