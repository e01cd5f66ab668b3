import { counted } from '../lib/words.ts';

export const effectsTexts = {
  mailsToChosen: (count: number) =>
    `${counted(count, 'mail')} will be sent: one to each contact that you have chosen. The offer itself does not change.`,
  mailsToAll: (count: number) =>
    `${counted(count, 'mail')} will be sent: one to each contact of the offer. The offer itself does not change.`,
  messageToChannel: 'One message will be sent to the channel.',
  mailToYou: 'One mail will be sent, to you.',
  mails: (count: number) => `${counted(count, 'mail')} will be sent.`,
  newLink: 'One mail with a new link will be sent to the person. The link in the previous mail no longer works.',
} as const;
