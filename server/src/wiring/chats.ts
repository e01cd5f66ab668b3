import type { Chats } from '../adapters/chat/port.ts';
import { createSlackSender } from '../adapters/chat/slack.ts';
import { createTeamsSender } from '../adapters/chat/teams.ts';
import type { Outgoing } from '../adapters/outgoing/outgoing.ts';

/** The senders of messages to channels. */
export const wireChats = (outgoing: Outgoing): Required<Chats> => ({
  SLACK: createSlackSender(outgoing),
  MICROSOFT_TEAMS: createTeamsSender(outgoing),
});
