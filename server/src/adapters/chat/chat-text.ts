import { cutText } from '../../kit/cut-text.ts';
import { inLine } from '../../kit/mail-text.ts';
import type { ChatMessage } from './port.ts';

const max = { title: 150, text: 550, label: 60, value: 300, linkLabel: 60, url: 2000, facts: 20 };

/** One line of foreign text, in which a chat finds no link to make, at most `length` characters. */
const lineOf = (text: string, length: number): string => {
  const line = inLine(cutText(text, 4 * length)).replaceAll(/\s+/g, ' ');
  return line.length > length ? `${cutText(line, length - 1).trimEnd()}…` : line;
};

const addressOf = (url: string): string | undefined => {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:';
  return address && isWeb && address.href.length <= max.url ? address.href : undefined;
};

/** A message whose texts have one line and a limited length: they fit into every platform, whatever is escaped in them. */
export const readyMessage = ({ title, text, facts, link, priority }: ChatMessage): ChatMessage => {
  const url = link && addressOf(link.url);
  const shown = priority === '' ? facts : [...facts.slice(0, max.facts - 1), ['Priority', priority] as const];
  return {
    title: lineOf(title, max.title) || 'Notification',
    text: lineOf(text, max.text),
    facts: shown
      .slice(0, max.facts)
      .map(([label, value]) => [lineOf(label, max.label), lineOf(value, max.value)] as const)
      .filter(([label, value]) => label !== '' && value !== ''),
    ...(link && url !== undefined ? { link: { label: lineOf(link.label, max.linkLabel) || 'Open', url } } : {}),
    priority,
  };
};
