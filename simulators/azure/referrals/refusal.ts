import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import { refuse } from '../api/refusal.ts';
import type { Json } from '../state.ts';

/** Error codes with their HTTP statuses ("Partner API REST error codes"). */
const statuses = {
  accessDenied: 403,
  conflict: 409,
  generalException: 500,
  invalidRequest: 400,
  itemNotFound: 404,
  preconditionFailed: 412,
  serviceNotAvailable: 429,
  unauthenticated: 401,
} as const;

type Code = keyof typeof statuses;

/** The longest message ("Partner API REST error codes": Error resource type). */
const messageMax = 1024;

const bodyOf = (code: Code, message: string, innerCode?: string): Json => {
  const inner = innerCode === undefined ? {} : { innerError: { code: innerCode, message } };
  // The page lists no code for a conflict of states; only the HTTP status shows it.
  const shown = code === 'conflict' ? 'invalidRequest' : code;
  return { error: { code: shown, message: message.slice(0, messageMax), target: 'referral', ...inner } };
};

/** A refusal of the referrals API. */
export const referralRefusal = (code: Code, message: string, innerCode?: string): Error =>
  refuse(statuses[code], bodyOf(code, message, innerCode));

/** Too many requests; the code in the body is not documented. */
export const referralsThrottled = (): HttpAnswer => {
  const answer = jsonAnswer(429, bodyOf('serviceNotAvailable', 'Too many requests. Try again after a delay.'));
  return { ...answer, headers: { ...answer.headers, 'retry-after': '1' } };
};

export const referralsFailed = (): HttpAnswer =>
  jsonAnswer(500, bodyOf('generalException', 'An unspecified error has occurred.'));
