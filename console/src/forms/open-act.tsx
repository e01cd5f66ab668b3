import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from 'react';
import { whenIdle } from '../lib/idle.ts';
import type { Opened } from './act-form.tsx';

/** Forms are loaded after the page is shown, or with the first act. */
const load = () => import('./act-dialogs.tsx');
const ActDialogs = lazy(() => load().then((module) => ({ default: module.ActDialogs })));

const OpenAct = createContext<(act: Opened) => void>(() => {});

/** Opens the form of an act. */
export const useOpenAct = (): ((act: Opened) => void) => useContext(OpenAct);

const ShowSecret = createContext<(body: unknown) => void>(() => {});

/** Shows the secret in a response, if there is one. */
export const useShowSecret = (): ((body: unknown) => void) => useContext(ShowSecret);

/** A value that is shown only once, such as the secret of an app. */
const secretIn = (body: unknown): string | undefined => {
  const found = Object.entries((typeof body === 'object' && body) || {}).find(
    ([name, value]) => /^(clientSecret|secret|apiKey|hookSecret)$/.test(name) && typeof value === 'string',
  );
  return found?.[1] as string | undefined;
};

/** Shows the form of the open act, and the secret that it returned, above its children. */
export const Acts = ({ children }: { children: ReactNode }) => {
  const [act, setAct] = useState<Opened>();
  useEffect(() => void whenIdle(load), []);
  const [secret, setSecret] = useState<string>();
  const isNeeded = act !== undefined || secret !== undefined;
  // Dialogs stay mounted after their first use, so that they close the way they opened.
  const [isLoaded, setLoaded] = useState(isNeeded);
  if (isNeeded && !isLoaded) setLoaded(true);
  const showSecret = useCallback((body: unknown): void => setSecret(secretIn(body)), []);
  return (
    <OpenAct.Provider value={setAct}>
      <ShowSecret.Provider value={showSecret}>{children}</ShowSecret.Provider>
      <Suspense>
        {isLoaded && (
          <ActDialogs
            act={act}
            onClose={() => setAct(undefined)}
            onDone={showSecret}
            secret={secret}
            onCloseSecret={() => setSecret(undefined)}
          />
        )}
      </Suspense>
    </OpenAct.Provider>
  );
};
