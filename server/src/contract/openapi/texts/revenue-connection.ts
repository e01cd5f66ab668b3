import type { Texts } from './notation.ts';

const error = {
  about: 'Why the last sync failed, or what is wrong with a file.',
  members: {
    code: 'A machine-readable code. NOT_CONFIGURED: the integration lacks a credential, so that nothing is read.',
    message: 'A description of what happened.',
    part: 'The file, report or page that it concerns, as the partner names it.',
    line: 'Its line, counted from 1 with the header.',
    partnerMessage: "The partner's message, unchanged.",
  },
};

const window = {
  workflowID: 'The operation, operation_….',
  runID: 'The same as workflowID.',
  entityId: 'The integration, conn_….',
  windowStart: 'The first day that is read, UTC.',
  windowEnd: 'The day after the last one to read, UTC.',
};

/** The channels that money comes through. */
export const revenueConnectionTexts = {
  RevenueConnection: {
    about: 'A connected channel that money comes through.',
    members: {
      status: 'ERROR: a call of some kind fails; the integration shows which.',
      connectedTime: 'When the account was connected, UTC.',
      health: 'How far the channel is read, and how well.',
      backfill: 'The last backfill. Absent if there was none.',
    },
  },
  'RevenueConnection.backfill': {
    about: 'A backfill of a channel.',
    members: {
      ...window,
      startTime: 'When it was started, UTC.',
      status: 'The status of the operation.',
    },
  },
  RevenueHealth: {
    about: 'How far a channel is read, and how well.',
    members: {
      lastSyncTime: 'When the last sync ended, whatever its outcome, UTC. Absent if there was none.',
      lastSyncStatus: 'The outcome of the last sync; RUNNING while one is in progress.',
      consecutiveErrorCount: 'How many syncs have failed since the last one that did not.',
      lastError: 'Why the last sync failed. After a success: the newest file that is still faulty.',
      nextSyncTime: 'When the channel is next read, UTC. Absent if nothing is scheduled.',
    },
  },
  'RevenueHealth.lastError': error,
  RevenueBackfill: { about: 'The backfill that was started.', members: window },
} as const satisfies Texts;
