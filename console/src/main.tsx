import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { isRepeated, waitBefore } from './api/problem.ts';
import { whenIdle } from './lib/idle.ts';
import { schedulerBetweenPresses } from './lib/press.ts';
import { createConsoleRouter } from './router.tsx';
import { theme } from './theme.ts';

notifyManager.setScheduler(schedulerBetweenPresses(document));

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Without a connection a page says so, instead of loading for ever; and reads again once there is one.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: isRepeated,
      retryDelay: waitBefore,
    },
  },
});

const router = createConsoleRouter(queries);

/** Resolves when the first screen is shown. */
const shown = new Promise<void>((done) => {
  const stop = router.subscribe('onRendered', () => {
    stop();
    done();
  });
});
const Notifications = lazy(async () => {
  await shown;
  const { Notifications: component } = await whenIdle(() => import('@mantine/notifications'));
  return { default: component };
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <Suspense>
          <Notifications position="bottom-right" />
        </Suspense>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
