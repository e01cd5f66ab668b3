import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import { refuse } from '../api/refusal.ts';
import type { Json } from '../state.ts';

/**
 * How a page of the documentation writes the members of an answer: all in camel case, all in Pascal case, or the outer
 * ones in Pascal case and those of `Value` in camel case ("Create report API").
 */
export type Case = 'camel' | 'pascal' | 'mixed';

const pascal = (value: Json): Json =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]) => [`${name[0]?.toUpperCase()}${name.slice(1)}`, member]),
  );

/** The response envelope of the analytics API. */
export const envelope = (value: Json[], message: string, style: Case): HttpAnswer => {
  const whole = {
    value: style === 'pascal' ? value.map(pascal) : value,
    totalCount: value.length,
    message,
    statusCode: 200,
  };
  return jsonAnswer(200, style === 'camel' ? whole : pascal(whole));
};

/** A refusal. The documentation names the statuses, and no body: the envelope is not confirmed. */
export const insightsRefusal = (status: number, message: string): Error =>
  refuse(status, { value: [], totalCount: 0, message, statusCode: status });
