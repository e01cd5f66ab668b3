/** What a chat channel shows. */
export type ChatMessage = {
  title: string;
  text: string;
  facts: [label: string, value: string][];
  link?: { label: string; url: string };
  priority: string;
};

/** Posts to a chat service. Throws a PartnerError if it refuses or cannot be reached. */
export type ChatSender = { send(url: string, message: ChatMessage): Promise<void> };

/** Chat services by channel; absent ones are not available. */
export type Chats = { readonly SLACK?: ChatSender; readonly MICROSOFT_TEAMS?: ChatSender };
