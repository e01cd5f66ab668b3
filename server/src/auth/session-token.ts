import { randomInt } from 'node:crypto';
import { hashMachineSecret, machineSecretHashes, type SecretKeys } from './secrets.ts';

/** The prefix lets scanners of repositories recognize a token that leaked; without dots it is no access token of an app. */
const prefix = 'moss_';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 190 bits. */
const length = 32;

export const sessionTokenPattern = /^moss_[A-Za-z0-9]{32}$/;

/** A token as its owner sends it. */
export const newSessionToken = (): string => prefix + Array.from({ length }, () => letters[randomInt(62)]).join('');

/** As the library knows it. */
export const innerToken = (token: string): string => token.slice(prefix.length);
export const outerToken = (inner: string): string => prefix + inner;

/** What the database keeps of a token. */
export const hashSessionToken = (keys: SecretKeys, token: string): string =>
  hashMachineSecret(keys, token).toString('base64url');

/** All that a token may be kept as. */
export const sessionHashes = (keys: SecretKeys, token: string): string[] =>
  machineSecretHashes(keys, token).map((hash) => hash.toString('base64url'));
