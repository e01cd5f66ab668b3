import type { Where } from '@better-auth/core/db/adapter';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { openSecret, type SecretKeys, sealSecret } from '../auth/secrets.ts';
import { hashSessionToken, outerToken, sessionHashes } from '../auth/session-token.ts';

/** A row under the library's names. */
export type Row = Record<string, unknown>;

/** Conversion between a row of the library and one of ours. */
export type RowRules = {
  /** `accountOf` finds the account of a changed row if the library does not give it. */
  toStored?(row: Row, accountOf: () => Promise<string>): Promise<Row> | Row;
  fromStored?(row: Row): Promise<Row> | Row;
};

/** Tokens received with a call, by hash, so that only a caller that sent a token gets it back. */
export type KnownTokens = Map<string, string>;

const providerTokens = new Set([
  'accessToken',
  'refreshToken',
  'idToken',
  'accessTokenExpiresAt',
  'refreshTokenExpiresAt',
]);

type SecretConfig = { keys: Map<number, string>; currentVersion: number };

/** Replaces the library's encryption with ours, which is bound to the account and uses a key that can be rotated. */
const secondFactorRules = (keys: SecretKeys, secret: string): RowRules => {
  const key: SecretConfig = { keys: new Map([[1, secret]]), currentVersion: 1 };
  return {
    toStored: async (row, accountOf) => {
      if (typeof row.secret !== 'string') return row;
      const plain = await symmetricDecrypt({ key, data: row.secret });
      return { ...row, secret: sealSecret(keys, 'person', await accountOf(), plain) };
    },
    fromStored: async (row) => {
      if (typeof row.secret !== 'string') return row;
      const data = openSecret(keys, 'person', String(row.userId), row.secret);
      return { ...row, secret: await symmetricEncrypt({ key, data }) };
    },
  };
};

const sessionRules = (keys: SecretKeys, known: KnownTokens): RowRules => ({
  toStored: (row) => {
    if (typeof row.token !== 'string') return row;
    const hash = hashSessionToken(keys, outerToken(row.token));
    known.set(hash, row.token);
    return { ...row, token: hash };
  },
  fromStored: (row) => ({ ...row, token: known.get(String(row.token)) ?? row.token }),
});

/** Stores none of the provider's tokens: the service never acts at the provider for the person. */
const loginRules: RowRules = {
  toStored: (row) => Object.fromEntries(Object.entries(row).filter(([name]) => !providerTokens.has(name))),
};

export const rowRules = (
  model: string,
  { secretKeys, secret, known }: { secretKeys: SecretKeys; secret: string; known: KnownTokens },
): RowRules => {
  if (model === 'session') return sessionRules(secretKeys, known);
  if (model === 'twoFactor') return secondFactorRules(secretKeys, secret);
  return model === 'account' ? loginRules : {};
};

/** Sessions are looked up by the stored form of their tokens. */
export const hashTokensIn = (where: readonly Where[], keys: SecretKeys, known: KnownTokens): Where[] =>
  where.map((condition) => {
    if (condition.field !== 'token') return condition;
    const hashes = [condition.value].flat().flatMap((token) => {
      const own = sessionHashes(keys, outerToken(String(token)));
      for (const hash of own) known.set(hash, String(token));
      return own;
    });
    return { ...condition, operator: 'in', value: hashes };
  });
