import type { ReactNode } from 'react';
import { counted } from '../lib/words.ts';

export const connectionStateTexts = {
  lastCall: {
    refused: 'The last call was refused',
    answered: 'The last call was answered',
    whatVerifyDoes: 'Verify calls the partner again and reports any missing permission.',
  },
  verify: {
    now: 'Verify now',
    works: 'It works',
    doesNotWork: 'It does not work',
    partnerSays: (partner: string, message: string) => `${partner} says: ${message}`,
  },
  comparison: {
    differs: (partner: string, count: number, isMore: boolean) =>
      `The records of ${partner} differ in ${counted(count, 'place')}${isMore ? ' or more' : ''}`,
    same: (partner: string) => `Every day matches the records of ${partner}`,
    whenCompared: (partner: string) =>
      `Each day is compared with the records of ${partner}, once it accepts no more usage of that day.`,
    seeDifferences: 'See the differences',
  },
  goLive: {
    title: 'In SHADOW: usage is computed but not submitted',
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
  credentials: 'Stored credentials',
  atPartner: (partner: string) => `At ${partner}`,
  whatToDo: (partner: string) => `What to do at ${partner}`,
} as const;
