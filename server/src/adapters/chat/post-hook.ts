import type { IncomingHttpHeaders } from 'node:http';
import { cutText } from '../../kit/cut-text.ts';
import { notSentCodes } from '../not-sent-codes.ts';
import type { Outgoing, OutgoingAnswer } from '../outgoing/outgoing.ts';
import { type PartnerError, partnerError } from '../partner-error.ts';
import { retryAfterOf } from '../retry-after.ts';
import type { ChatPlatform } from './port.ts';

/** The partner's own code and message; undefined: the answer is not the partner's. */
export type HookRefusal = { code: string; message: string } | undefined;

type HookRules = {
  platform: ChatPlatform;
  /** `Slack`, as people read it. */
  name: string;
  readRefusal(answer: OutgoingAnswer): HookRefusal;
  /** Whether an answer with a status below 300 says that the message was taken. */
  isTaken(answer: OutgoingAnswer): boolean;
  /** The header that identifies the request, for the partner's support. */
  requestIdHeader: string;
};

const messageMax = 500;
const answerBytes = 64 * 1024;
const retryableStatuses = new Set([408, 425, 429]);

/** The address of a channel grants access: no part of it but the host may reach an error or a log. */
const withoutAddress = (text: string, url: string): string => {
  const { pathname, search, host } = new URL(url);
  const secrets = [url, `${pathname}${search}`, pathname, search.slice(1), ...pathname.split('/')];
  return secrets
    .filter((part) => part.length >= 8 && part !== host)
    .reduce((rest, part) => rest.replaceAll(part, '(address)'), text);
};

const requestIdIn = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const id = headers[name];
  return typeof id === 'string' ? id.slice(0, 200) : undefined;
};

/** Posts a JSON document to the secret address of a channel, once. */
export const createHook = (outgoing: Outgoing, rules: HookRules) => {
  const { platform, name } = rules;
  const endpoint = 'webhook';

  const failed = (url: string, thrown: unknown): PartnerError => {
    const { code = 'Error', message = '' } = thrown as { code?: string; message?: string };
    const isUnsent = notSentCodes.has(code);
    const sentence = isUnsent ? `${name} could not be reached` : `${name} did not answer`;
    // Without a cause: errors of the platform may carry the address.
    return partnerError(cutText(withoutAddress(`${sentence}: ${message}`, url), messageMax), {
      ...{ partner: platform, endpoint, partnerCode: code, httpStatus: undefined, requestId: undefined },
      outcome: isUnsent ? 'NOT_SENT' : 'UNKNOWN',
      retryable: code !== 'ADDRESS_REFUSED',
    });
  };

  const refused = (url: string, answer: OutgoingAnswer): PartnerError => {
    const { status, headers } = answer;
    const said = rules.readRefusal(answer);
    const isRefusal = said !== undefined && status >= 400 && status < 500 && status !== 408;
    const message = said ? `${name} refused the message: ${said.message}` : `${name} answered with ${status}`;
    return partnerError(cutText(withoutAddress(message, url), messageMax), {
      ...{ partner: platform, endpoint, httpStatus: status },
      partnerCode: withoutAddress(said?.code ?? `HTTP ${status}`, url),
      requestId: requestIdIn(headers, rules.requestIdHeader),
      outcome: isRefusal ? 'REFUSED' : 'UNKNOWN',
      retryable: !isRefusal || retryableStatuses.has(status),
      ...retryAfterOf(headers),
    });
  };

  return async (url: string, document: object, signal?: AbortSignal): Promise<void> => {
    const reason = outgoing.refused(url);
    if (reason !== null)
      throw partnerError(`The address of the channel ${reason}.`, {
        ...{ partner: platform, endpoint, httpStatus: undefined, requestId: undefined },
        ...{ outcome: 'NOT_SENT', partnerCode: 'ADDRESS_REFUSED', retryable: false },
      });
    const body = JSON.stringify(document);
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const answer = await outgoing
      .request({ method: 'POST', url, headers, body, answerBytes, ...(signal ? { signal } : {}) })
      .catch((error: unknown) => {
        signal?.throwIfAborted();
        throw failed(url, error);
      });
    if (answer.status < 200 || answer.status >= 300 || !rules.isTaken(answer)) throw refused(url, answer);
  };
};
