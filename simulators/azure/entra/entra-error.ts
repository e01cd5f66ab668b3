import { randomUUID } from 'node:crypto';
import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import type { AzureSimulation } from '../state.ts';

/** An error of Entra: the number is its error code, with which the description begins. */
export const entraError = (
  simulation: AzureSimulation,
  refusal: { status: number; error: string; number: number; message: string },
): HttpAnswer => {
  const trace = randomUUID();
  const correlation = randomUUID();
  const timestamp = new Date(simulation.wall()).toISOString().replace('T', ' ').replace(/\..*/, 'Z');
  return jsonAnswer(refusal.status, {
    error: refusal.error,
    error_description:
      `AADSTS${refusal.number}: ${refusal.message}\r\n` +
      `Trace ID: ${trace}\r\nCorrelation ID: ${correlation}\r\nTimestamp: ${timestamp}`,
    error_codes: [refusal.number],
    timestamp,
    trace_id: trace,
    correlation_id: correlation,
    error_uri: `https://login.microsoftonline.com/error?code=${refusal.number}`,
  });
};
