import type { FeedFault } from './port.ts';

type FeedFaultError = Error & { feedFault: FeedFault };

/** A part of a feed that is not what it says. */
export const feedFault = (fault: FeedFault): FeedFaultError => {
  const place = fault.line === undefined ? fault.part : `${fault.part}, line ${fault.line}`;
  return Object.assign(new Error(`${place}: ${fault.message}`), { feedFault: fault });
};

export const isFeedFault = (error: unknown): error is FeedFaultError => error instanceof Error && 'feedFault' in error;
