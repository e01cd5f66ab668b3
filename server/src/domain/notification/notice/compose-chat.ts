import type { ChatMessage } from '../../../adapters/chat/port.ts';
import { factsOf, type Notice } from './compose-notice.ts';

/** What a chat channel shows of an event. */
export const composeChat = ({ event, link, organization }: Notice) => {
  const content: ChatMessage = {
    title: event.title,
    text: event.message,
    facts: [...factsOf({ event }), ['Organization', organization]],
    ...(link === '' ? {} : { link: { label: 'Open it in the service', url: link } }),
    priority: event.priority,
  };
  return { subject: event.title, text: event.message, html: '', content };
};
