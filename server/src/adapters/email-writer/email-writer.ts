import { z } from 'zod';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { createRest } from '../rest/rest.ts';

/** Limits of a draft: those of the message of an invitation, in characters. */
const subjectMax = 200;
const textMax = 10_000;

const answerBytes = 64 * 1024;

/** What a draft is about. Nothing that reaches a person is among it: no address, no link. */
export type Letter = {
  purpose: 'PARTNER_INVITATION';
  recipient: { companyName: string; name: string; website: string };
  sender: { organizationName: string; userName: string };
  relationship: string;
  tone: string;
  /** Names of the files that the mail will link. */
  files: readonly string[];
  /** What this service would write. */
  template: { subject: string; text: string };
};

export type Draft = { subject: string; text: string };

/** A service of the operator that drafts mails (decision 0132). Fails with a PartnerError. */
export type EmailWriter = {
  draft(letter: Letter, signal: AbortSignal): Promise<Draft>;
  /** What must not appear in messages of errors. */
  secrets: Readonly<Record<string, string>>;
};

const isClean = (text: string): boolean => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text);

/** `html` is accepted and not used: the HTML of a mail is made from its text, so that nobody else's markup is sent. */
const Answer = z.strictObject({
  subject: z
    .string()
    .trim()
    .min(1)
    .max(subjectMax)
    .refine((text) => isClean(text) && !/[\n\t]/.test(text), 'must be one line'),
  text: z
    .string()
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
    .pipe(z.string().min(1).max(textMax).refine(isClean, 'must not have control characters')),
  html: z.string().optional(),
});

const said = z.object({ code: z.string().max(100).optional(), message: z.string().max(1000).optional() });

export const createEmailWriter = (
  outgoing: Outgoing,
  { url, token }: { url: string; token: string | null },
): EmailWriter => {
  const rest = createRest({
    partner: 'EMAIL_WRITER',
    outgoing,
    readError: (body) => said.safeParse(body).data ?? {},
    requestIdHeaders: ['x-request-id'],
  });
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return {
    draft: async (letter, signal) => {
      const json = { ...letter, limits: { subject: subjectMax, text: textMax } };
      const call = { what: 'the draft of a mail', method: 'POST', url, headers, json, signal, answerBytes } as const;
      const { answer } = await rest.send(call, Answer);
      return { subject: answer.subject, text: answer.text };
    },
    secrets: token === null ? {} : { token },
  };
};
