import { createHash } from 'node:crypto';
import type { AwsTransaction, Json } from '../state.ts';
import { conflict } from './refusals.ts';

/**
 * Runs a call once for its ClientToken, and returns its result; a repetition returns the first result. The same token
 * with another request is refused (model: "Conflicting client token submitted for a new request body").
 */
export const runOnce = (
  transaction: AwsTransaction,
  call: { operation: string; accountId: string; input: { Catalog: string; ClientToken: string } },
  run: () => Json,
): Json => {
  const { operation, accountId, input } = call;
  const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const id = `${operation}/${accountId}/${input.Catalog}/${input.ClientToken}`;
  const earlier = transaction.get('clientTokens', id);
  if (earlier && earlier.fingerprint !== fingerprint) {
    throw conflict('Conflicting client token submitted for a new request body.');
  }
  if (earlier) return JSON.parse(earlier.result) as Json;
  const result = run();
  transaction.put('clientTokens', { id, fingerprint, result: JSON.stringify(result) });
  return result;
};
