import { betterAuth } from 'better-auth';
import type { Database } from '../db/database.ts';
import { createEngineDatabase } from './engine-adapter.ts';
import { oidcId } from './engine-names.ts';
import { askFactorAfterProvider, type OidcProvider, oidcPlugin } from './engine-oidc.ts';
import { type EngineOptionParts, engineOptions } from './engine-options.ts';
import { oidcAddress } from './oidc-address.ts';

export type EngineParts = EngineOptionParts & { database: Database; oidc: OidcProvider | undefined };

const providerWaitMs = 3_000;

export const createEngine = (parts: EngineParts) => {
  const secret = parts.secretKeys[0].derive('accounts').toString('base64url');
  const database = createEngineDatabase({ ...parts, secret });
  const options = engineOptions(parts, secret, database);

  // A separate instance for sign-in with a provider: the plugin fetches the provider's metadata during initialization,
  // and every call of the instance waits for that.
  const makeOidc = async (provider: OidcProvider) => {
    const plugin = oidcPlugin(provider, oidcAddress(parts.authUrl, parts.publicUrl));
    const made = betterAuth({
      ...options,
      plugins: [...options.plugins, plugin, askFactorAfterProvider(options.plugins)],
    });
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, providerWaitMs, undefined).unref());
    const context = await Promise.race([made.$context, late]);
    return context?.socialProviders.some(({ id }) => id === oidcId) ? made : undefined;
  };
  let oidc: ReturnType<typeof makeOidc> | undefined;

  return {
    api: betterAuth(options).api,
    atomically: database.atomically,
    within: database.within,
    /** Undefined if the provider does not respond; the next call tries again. */
    oidc: async () => {
      if (!parts.oidc) return undefined;
      oidc ??= makeOidc(parts.oidc);
      const made = await oidc.catch(() => undefined);
      if (!made) oidc = undefined;
      return made?.api;
    },
  };
};

export type Engine = ReturnType<typeof createEngine>;
