import type { ReactNode } from 'react';
import { counted } from '../lib/words.ts';

export const connectionStateTexts = {
  lastCall: {
    refused: 'The last call was refused',
    answered: 'The last call was answered',
    whatVerifyDoes: 'Verify queries the partner again, and reports which permission is missing.',
  },
  verify: {
    now: 'Verify now',
    works: 'It works',
    doesNotWork: 'It does not work',
    partnerSays: (partner: string, message: string) => `${partner} says: ${message}`,
  },
  comparison: {
    differs: (partner: string, count: number, isMore: boolean) =>
      `What ${partner} has differs in ${counted(count, 'place')}${isMore ? ' or more' : ''}`,
    same: (partner: string) => `No day differs from what ${partner} has`,
    whenCompared: (partner: string) =>
      `Each day is compared with the records of ${partner}, once it accepts no more usage of that day.`,
    seeDifferences: 'See the differences',
  },
  goLive: {
    title: 'In SHADOW: usage is computed, and not submitted',
    howTo:
      'Compare the usage reports here with what your tool submits today. When they are the same, stop that tool at a full hour and go live from that hour on. There is no way back to SHADOW.',
    seeReports: 'See the usage reports',
    button: 'Go live',
  },
  account: 'Account',
  accountRead: (account: ReactNode, lastRead: ReactNode, verified: ReactNode) => (
    <>
      {account} · last read {lastRead} · verified {verified}
    </>
  ),
  messagesTo: (address: ReactNode) => <>The partner sends its messages to {address}</>,
  credentials: 'Credentials that are set',
  atPartner: (partner: string) => `At ${partner}`,
  whatToDo: (partner: string) => `What to do at ${partner}`,
} as const;
