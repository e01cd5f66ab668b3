import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { events } from './endpoints.ts';

const gatherMs = 400;

/**
 * Follows the organization's events. The data shown is reloaded shortly after a change, so every screen is
 * live. Returns whether the stream is connected.
 */
export const useLive = (orgId: string, enabled: boolean): boolean => {
  const queries = useQueryClient();
  const [isConnected, setConnected] = useState(false);
  useEffect(() => {
    if (orgId === '' || !enabled) return undefined;
    const source = new EventSource(`/org/${orgId}/event`);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['org', orgId], refetchType: 'active' });
      }, gatherMs);
    };
    for (const name of events) source.addEventListener(name, refresh);
    source.addEventListener('open', () => {
      setConnected(true);
      // The stream begins now, so changes between the reading of the page and this moment caused no event.
      refresh();
    });
    source.addEventListener('error', () => setConnected(false));
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [orgId, enabled, queries]);
  return isConnected;
};
