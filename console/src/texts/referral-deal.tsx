import type { ReactNode } from 'react';

export const referralDealTexts = {
  here: {
    title: 'Here',
    status: 'Status',
    stage: 'Stage',
    company: 'Company',
    dealValue: 'Deal value',
    shouldClose: 'Should close',
    crmRecord: 'Record in the CRM',
    closeReason: 'Close reason',
  },
  there: {
    title: (partner: string) => `At ${partner}`,
    nothingSaid: (partner: string) => `${partner} has not responded yet.`,
    status: 'Status',
    id: 'ID there',
    reason: 'Reason',
    comments: 'Comments',
  },
  sync: {
    states: {
      IN_SYNC: 'Both sides are in sync',
      PENDING: 'A change is being sent',
      FAILED: 'The last change was refused',
    } as Readonly<Record<string, string>>,
    lastSame: (time: ReactNode) => <>Both sides were last in sync {time}.</>,
    neverSame: 'Both sides have never been in sync.',
  },
  asPartnerReads: (partner: string) => `The deal as ${partner} reads it`,
  exchanges: {
    title: 'Sent and received',
    sentTo: (system: string) => `Sent to ${system}`,
    receivedFrom: (system: string) => `Received from ${system}`,
    nothing: 'nothing',
    conflict: (path: string, winner: string, loser: string) =>
      `${path}: both sides had changed it; ${winner} won over ${loser}`,
  },
} as const;
