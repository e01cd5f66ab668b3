/** A message for a channel of people. All texts may come from others. */
export type ChatMessage = {
  title: string;
  text: string;
  /** Labels with their values. */
  facts: readonly (readonly [label: string, value: string])[];
  /** Where to go on. An address that is not http or https is left out. */
  link?: { label: string; url: string };
  /** CRITICAL, HIGH, MEDIUM, LOW; empty: none is shown. */
  priority: string;
};

/** Posts to the address of a channel. */
export type ChatSender = {
  /**
   * `url` is a secret: anyone who has it can post. No error contains it. Throws a `PartnerError`; `retryable` tells whether the same
   * message may arrive later. After UNKNOWN it may have arrived, and sending it again may duplicate it.
   */
  send(url: string, message: ChatMessage, signal?: AbortSignal): Promise<void>;
};

export type ChatPlatform = 'SLACK' | 'MICROSOFT_TEAMS';

/** Chat services by channel; absent ones are not available. */
export type Chats = Readonly<Partial<Record<ChatPlatform, ChatSender>>>;
