import { passkey } from '@better-auth/passkey';
import type { BetterAuthOptions } from 'better-auth';
import { bearer, twoFactor } from 'better-auth/plugins';
import type { SecretKeys } from '../auth/secrets.ts';
import { sessionLifetimeSeconds } from '../auth/session-store.ts';
import type { Statements } from '../auth/store.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { EngineDatabase } from './engine-adapter.ts';
import { hashPassword, passwordMatches } from './password.ts';
import { passwordCharsMax, passwordCharsMin } from './password-strength.ts';
import { recentSeconds } from './recent-seconds.ts';
import { hashRecoveryCodes } from './recovery-codes.ts';

export type EngineOptionParts = {
  ids: Ids;
  log: Log;
  secretKeys: SecretKeys;
  authUrl: string;
  publicUrl: string;
  /** Sends the mail for a forgotten password, in the transaction that creates its link. */
  onReset(system: Statements, reset: { email: string; token: string }): Promise<void>;
  /** Whether a person of the identity provider gets an account, decided in the transaction that would create it. */
  mayCreate(system: Statements, person: { email: string }): Promise<boolean>;
};

const appName = 'Marketplace Operations';
const resetSeconds = 1_800;
const times = { createdAt: 'creation_time', updatedAt: 'last_update_time' } as const;

/**
 * The library that manages passwords, sessions, second factors, passkeys and sign-in with a provider (docs/decisions,
 * "people"). It is called only through `auth.api`, which checks no origin, return URL or rate; our routes do that.
 * Every setting that it could read from the environment is set explicitly.
 */
export const engineOptions = (parts: EngineOptionParts, secret: string, database: EngineDatabase) => {
  const { ids, log, authUrl, publicUrl, secretKeys } = parts;
  return {
    appName,
    baseURL: authUrl,
    basePath: '/inner',
    secrets: [{ version: 1, value: secret }],
    trustedOrigins: [new URL(authUrl).origin, new URL(publicUrl).origin],
    telemetry: { enabled: false, debug: false },
    // Its messages may contain personal data or text from a provider.
    logger: {
      level: 'warn',
      log: (level, sentence) =>
        log[level === 'error' ? 'warn' : 'debug'](
          { sentence: sentence.replaceAll(/(?<!\S)\S+@\S+/g, '…') },
          'account library',
        ),
    },
    rateLimit: { enabled: false },
    database: database.adapter,
    advanced: {
      database: { generateId: () => ids.next() },
      useSecureCookies: authUrl.startsWith('https:'),
      disableOriginCheck: false,
      cookiePrefix: 'mos',
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true },
      // The library does not get addresses; our routes record the network.
      ipAddress: { disableIpTracking: true },
    },
    user: {
      modelName: 'account',
      fields: { ...times, name: 'first_name', emailVerified: 'email_verified' },
      additionalFields: { lastName: { type: 'string', required: false, defaultValue: '', fieldName: 'last_name' } },
      changeEmail: { enabled: false },
    },
    session: {
      modelName: 'account_session',
      fields: {
        ...times,
        userId: 'account_id',
        token: 'token_hash',
        expiresAt: 'expire_time',
        ipAddress: 'network',
        userAgent: 'user_agent',
      },
      // The absolute lifetime; the idle timeout is checked where sessions are looked up.
      expiresIn: sessionLifetimeSeconds,
      disableSessionRefresh: true,
      freshAge: recentSeconds,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'account_login',
      fields: {
        ...times,
        userId: 'account_id',
        providerId: 'provider_id',
        accountId: 'subject',
        password: 'password_hash',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expire_time',
        refreshTokenExpiresAt: 'refresh_token_expire_time',
      },
      updateAccountOnSignIn: false,
      // Accounts are never linked because their addresses match: that would bypass the second factor.
      accountLinking: {
        enabled: true,
        disableImplicitLinking: true,
        requireLocalEmailVerified: true,
        trustedProviders: [],
      },
    },
    verification: {
      modelName: 'account_verification',
      fields: { ...times, expiresAt: 'expire_time' },
      storeIdentifier: 'hashed',
      disableCleanup: true,
    },
    databaseHooks: {
      user: {
        create: {
          before: ({ email }) =>
            database.within((system) => parts.mayCreate(system, { email })).then((may) => (may ? undefined : false)),
        },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      autoSignIn: false,
      minPasswordLength: passwordCharsMin,
      // We check the number of characters beforehand; the library counts UTF-16 units.
      maxPasswordLength: passwordCharsMax * 2,
      requireEmailVerification: true,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: resetSeconds,
      password: { hash: hashPassword, verify: ({ hash, password }) => passwordMatches(hash, password) },
      sendResetPassword: ({ user: { email }, token }) =>
        database.within((system) => parts.onReset(system, { email, token })),
    },
    plugins: [
      bearer({ requireSignature: false }),
      twoFactor({
        issuer: appName,
        allowPasswordless: true,
        twoFactorTable: 'account_second_factor',
        schema: {
          twoFactor: {
            fields: {
              userId: 'account_id',
              secret: 'sealed_secret',
              backupCodes: 'recovery_code_hashes',
              failedVerificationCount: 'failed_count',
              lockedUntil: 'locked_until',
            },
          },
          user: { fields: { twoFactorEnabled: 'second_factor' } },
        },
        backupCodeOptions: {
          storeBackupCodes: {
            encrypt: async (codes) => hashRecoveryCodes(secretKeys, codes),
            decrypt: async (stored) => stored,
          },
        },
      }),
      passkey({
        rpID: new URL(publicUrl).hostname,
        rpName: appName,
        origin: [new URL(publicUrl).origin, new URL(authUrl).origin],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        // The plugin asks the browser to verify the user, but does not check whether it did.
        registration: {
          afterVerification: async ({ verification }) => {
            if (!verification.registrationInfo?.userVerified) throw new Error('the user was not verified');
          },
        },
        authentication: {
          afterVerification: async ({ verification }) => {
            if (!verification.authenticationInfo.userVerified) throw new Error('the user was not verified');
          },
        },
        schema: {
          passkey: {
            modelName: 'account_passkey',
            fields: {
              userId: 'account_id',
              publicKey: 'public_key',
              credentialID: 'credential_id',
              deviceType: 'device_type',
              backedUp: 'backed_up',
              createdAt: 'creation_time',
            },
          },
        },
      }),
    ],
  } satisfies BetterAuthOptions;
};
