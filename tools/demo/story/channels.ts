import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { Simulator } from '../client.ts';
import type { Notice } from './differences.ts';

/** The text of an event on each channel, as `text` of what arrived there returns it. */
export const wordsOf = {
  mail: ({ title, message, entityName }: Notice): string =>
    `${title}${entityName ? `: ${entityName}` : ''}\n${message}`,
  slack: ({ title, message }: Notice): string => `${title}: ${message}`,
  teams: ({ title, message }: Notice): string => `${title}\n${message}`,
} as const;

type ReceivedMail = { receivers: string[]; text: string };

const readMail = async (file: string): Promise<ReceivedMail> => {
  const { to = [], cc = [], subject = '', text = '' } = await PostalMime.parse(await readFile(file));
  const [paragraph] = text.trim().split(/\r?\n\r?\n/);
  return { receivers: [...to, ...cc].flatMap((one) => one.address ?? []), text: `${subject}\n${paragraph}` };
};

/** The mails in a folder that one recipient received: the subject and the first paragraph of each. */
export const readMails = async (folder: string, address: string): Promise<string[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readMail(join(folder, name))));
  return mails.filter(({ receivers }) => receivers.includes(address)).map(({ text }) => text);
};

type Line = { inlines: { text: string }[] };
type Run = { status: string; error: string; body: { attachments: { content: { body: Line[] } }[] } };

/** A channel of a chat service: the address to post to, and the text of what was posted. */
export type Chat = { url: string; read(): Promise<string[]> };

/** Opens a channel at the simulated Slack. */
export const openSlack = async (simulator: Simulator, origin: string): Promise<Chat> => {
  const hook = await simulator.post<{ id: string; path: string }>('/control/slack/hook', { channel: '#deals' });
  const read = async (): Promise<string[]> => {
    const path = `/control/slack/post?hookId=${hook.id}`;
    const { posts } = await simulator.read<{ posts: { body: { text: string } }[] }>(path);
    return posts.map(({ body }) => body.text);
  };
  return { url: `${origin}${hook.path}`, read };
};

/** Opens a channel at the simulated Teams. A card that could not be shown counts as the reason. */
export const openTeams = async (simulator: Simulator, origin: string): Promise<Chat> => {
  const workflow = await simulator.post<{ id: string; path: string }>('/control/teams/workflow', { channel: 'Deals' });
  const read = async (): Promise<string[]> => {
    const { runs } = await simulator.read<{ runs: Run[] }>(`/control/teams/run?workflowId=${workflow.id}`);
    return runs.map(({ status, error, body }) => {
      const lines = body.attachments.flatMap(({ content }) => content.body).slice(0, 2);
      const shown = lines.map(({ inlines }) => inlines.map(({ text }) => text).join('')).join('\n');
      return status === 'SUCCEEDED' ? shown : `${status}: ${error}`;
    });
  };
  return { url: `${origin}${workflow.path}`, read };
};
