import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { events } from './endpoints.ts';

const gatherMs = 400;
/** A refused stream is opened again after this time, then after twice as long, up to the longest. */
const firstWaitMs = 2_000;
const longestWaitMs = 60_000;

/**
 * Follows the organization's events. The data shown is reloaded shortly after a change, so every screen is
 * live. Returns whether the stream is connected.
 */
export const useLive = (orgId: string, enabled: boolean): boolean => {
  const queries = useQueryClient();
  const [isConnected, setConnected] = useState(false);
  useEffect(() => {
    if (orgId === '' || !enabled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['org', orgId], refetchType: 'active' });
      }, gatherMs);
    };
    let waitMs = firstWaitMs;
    let again: ReturnType<typeof setTimeout> | undefined;
    let source: EventSource;
    const follow = (): void => {
      source = new EventSource(`/org/${orgId}/event`);
      for (const name of events) source.addEventListener(name, refresh);
      source.addEventListener('open', () => {
        waitMs = firstWaitMs;
        setConnected(true);
        // The stream begins now, so changes between the reading of the page and this moment caused no event.
        refresh();
      });
      source.addEventListener('error', () => {
        setConnected(false);
        // The browser connects again where a connection is lost, but not where the answer is a refusal: the service is busy or
        // restarts, or the session has ended until the person signs in again.
        if (source.readyState !== EventSource.CLOSED) return;
        again = setTimeout(follow, waitMs);
        waitMs = Math.min(2 * waitMs, longestWaitMs);
      });
    };
    follow();
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
      source.close();
    };
  }, [orgId, enabled, queries]);
  return isConnected;
};
