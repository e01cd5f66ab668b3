import { change } from '../../kit/simulation.ts';
import type { AzureChange, AzureSimulation, PartnerUser, Publisher, RefreshToken } from '../state.ts';

/** How long a refresh token is valid, in milliseconds ("Refresh tokens in the Microsoft identity platform": 90 days). */
const lifetimeMs = 90 * 86_400_000;
/** How many refresh tokens a person keeps; older ones are forgotten. */
const keptMax = 50;

/** Signs a person in to the publisher's application: creates a refresh token. */
export const signIn = (transaction: AzureChange, { id, publisherId }: PartnerUser): RefreshToken => {
  const kept = tokensOf(transaction, id);
  for (const old of kept.slice(0, Math.max(0, kept.length - keptMax + 1))) transaction.remove('refreshTokens', old.id);
  const token: RefreshToken = {
    id: `1.${transaction.ids.text(48)}`,
    publisherId,
    userId: id,
    issuedAt: transaction.wall,
  };
  transaction.put('refreshTokens', token);
  return token;
};

/** Ends all sign-ins of a person, as a changed password does. */
export const revokeTokens = (transaction: AzureChange, userId: string): void => {
  for (const token of tokensOf(transaction, userId)) transaction.remove('refreshTokens', token.id);
};

const tokensOf = (transaction: AzureChange, userId: string): RefreshToken[] =>
  transaction.list('refreshTokens').filter((token) => token.userId === userId);

/** A person with a new refresh token, or Entra's refusal of the old one. */
export type Refreshed = { user: PartnerUser; refreshToken: string } | { number: number; message: string };

/**
 * Exchanges a refresh token for a new one. The old one remains valid until it expires ("Refresh tokens in the Microsoft
 * identity platform": a new one is given at every use, old ones are not revoked).
 */
export const refreshUser = (simulation: AzureSimulation, publisher: Publisher, given: string): Refreshed => {
  const { store } = simulation;
  const known = store.get('refreshTokens', given);
  const user = known?.publisherId === publisher.id ? store.get('users', known.userId) : undefined;
  if (!known || !user)
    return {
      number: 50173,
      message:
        'The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have changed or reset their password.',
    };
  if (simulation.wall() >= known.issuedAt + lifetimeMs) {
    const issued = new Date(known.issuedAt).toISOString();
    return {
      number: 700082,
      message: `The refresh token has expired due to inactivity. The token was issued on ${issued} and was inactive for 90.00:00:00.`,
    };
  }
  return change(simulation, (transaction) => ({ user, refreshToken: signIn(transaction, user).id }));
};
