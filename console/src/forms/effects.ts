import { effectsTexts as texts } from '../texts/effects.ts';

type Thing = Record<string, unknown>;

/** The messages that an act sends to people, in words, besides its changes. Undefined: none. */
export const effectOf = (operation: string, subject: Thing, values: Thing): string | undefined =>
  effects[operation]?.(subject, values);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const effects: Readonly<Record<string, (subject: Thing, values: Thing) => string>> = {
  SendOfferNotifications: ({ contactIds }, { items }) => {
    const chosen = listOf(items);
    return chosen.length > 0 ? texts.mailsToChosen(chosen.length) : texts.mailsToAll(listOf(contactIds).length);
  },
  TestNotification: (_, { channel, toEmails }) => {
    if (channel !== undefined && channel !== 'EMAIL') return texts.messageToChannel;
    const count = listOf(toEmails).length;
    return count === 0 ? texts.mailToYou : texts.mails(count);
  },
  ReinviteUser: () => texts.newLink,
};

/** The acts that send something to people. */
export const effectKinds: readonly string[] = Object.keys(effects);
