import type { People } from '../people/people.ts';
import { createSignInLink } from '../people/sign-in-link.ts';
import { credentialsFile, type DemoCredentials, readJson } from './draft.ts';

/** A link that signs the demo's first owner in at the console, once. Undefined if the demo has no owner. */
export const createOwnerLink = async (
  people: People,
  { dataDir, baseUrl }: { dataDir: string; baseUrl: string },
): Promise<string | undefined> => {
  const { owner } = readJson<DemoCredentials>(credentialsFile(dataDir))?.organizations[0] ?? {};
  const token = owner && (await createSignInLink(people, owner.email));
  return token === undefined ? undefined : `${baseUrl}/console/sign-in?link=${token}`;
};
