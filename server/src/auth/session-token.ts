import { randomInt } from 'node:crypto';
import { hashMachineSecret, machineSecretHashes, type SecretKeys } from './secrets.ts';

/**
 * The prefix lets repository scanners recognize leaked tokens. Without dots, it cannot be an access token of an app.
 */
const prefix = 'moss_';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 190 bits. */
const length = 32;

export const sessionTokenPattern = /^moss_[A-Za-z0-9]{32}$/;

/** A token as its owner sends it. */
export const newSessionToken = (): string => prefix + Array.from({ length }, () => letters[randomInt(62)]).join('');

/** The token in the form that the account library knows. */
export const innerToken = (token: string): string => token.slice(prefix.length);
export const outerToken = (inner: string): string => prefix + inner;

/** The stored form of a token. */
export const hashSessionToken = (keys: SecretKeys, token: string): string =>
  hashMachineSecret(keys, token).toString('base64url');

/** Every stored form that a token may have. */
export const sessionHashes = (keys: SecretKeys, token: string): string[] =>
  machineSecretHashes(keys, token).map((hash) => hash.toString('base64url'));
