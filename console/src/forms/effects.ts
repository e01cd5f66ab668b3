import { counted } from '../lib/words.ts';

type Thing = Record<string, unknown>;

/** What an act sends to people, in words; what it changes is not all of it. Undefined: nothing. */
export const effectOf = (operation: string, subject: Thing, values: Thing): string | undefined =>
  effects[operation]?.(subject, values);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const effects: Readonly<Record<string, (subject: Thing, values: Thing) => string>> = {
  SendOfferNotifications: ({ contactIds }, { items }) => {
    const chosen = listOf(items);
    const count = chosen.length > 0 ? chosen.length : listOf(contactIds).length;
    return `${counted(count, 'mail')} will be sent: ${
      chosen.length > 0 ? 'one to each contact that you have chosen' : 'one to each contact of the offer'
    }. The offer itself does not change.`;
  },
  TestNotification: (_, { channel, toEmails }) => {
    if (channel !== undefined && channel !== 'EMAIL') return 'One message will be sent to the channel.';
    const count = listOf(toEmails).length;
    return count === 0 ? 'One mail will be sent, to you.' : `${counted(count, 'mail')} will be sent.`;
  },
  ReinviteUser: () =>
    'One mail with a new link will be sent to the person. The link of the mail before no longer works.',
};

/** The acts that send something to people. */
export const effectKinds: readonly string[] = Object.keys(effects);
