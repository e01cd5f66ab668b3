export const digestModes = ['OFF', 'HOURLY', 'DAILY'] as const;

/** Who is mailed about a scope, `ACTION.ENTITY`. */
export type EmailRule = {
  scope: string;
  enabled: boolean;
  toEmails: string[];
  ccEmails: string[];
  bccEmails: string[];
  templateId?: string;
};

/**
 * A chat channel. Without scopes it receives every event of priority HIGH and CRITICAL. `webhookUrl`: its masked
 * address, if it has one.
 */
export type ChatRule = { enabled: boolean; webhookUrl?: string; scopes: string[] };

/**
 * The one webhook that clients of the reference know. `webhookId`: the resource that does its work; it has the signing
 * secret and shows the deliveries.
 */
export type WebhookRule = { enabled: boolean; url?: string; scopes: string[]; webhookId?: string };

/** Texts of mails in Mustache. Without `html`, the HTML part is made of the text. */
export type MailTemplate = { id: string; name: string; subject: string; text: string; html?: string };

/** Times of a day in the organization's time zone, HH:MM. From 22:00 to 07:00 is over midnight. */
export type QuietHours = { enabled: boolean; start: string; end: string };

/** Who is notified of what; offers store when they announce their last instants (`ExpiryNotice`). The addresses of chat channels are masked; they are stored separately (`ChatAddresses`). */
export type NotificationConfig = {
  emailNotificationConfigs: EmailRule[];
  slack: ChatRule;
  microsoftTeams: ChatRule;
  webhook: WebhookRule;
  disableOfferReadyNotification: boolean;
  templates: MailTemplate[];
  digest: { mode: (typeof digestModes)[number]; hour: number };
  quietHours: QuietHours;
  /** IANA. */
  timeZone: string;
};

export const chatChannels = ['SLACK', 'MICROSOFT_TEAMS'] as const;
export type ChatChannel = (typeof chatChannels)[number];

/** The addresses to which chat messages are posted. Whoever knows one can post, so they are secrets. */
export type ChatAddresses = { [Channel in ChatChannel]?: string };

/** The member of the configuration that belongs to a chat channel. */
export const chatMember = { SLACK: 'slack', MICROSOFT_TEAMS: 'microsoftTeams' } as const satisfies Record<
  ChatChannel,
  keyof NotificationConfig
>;

/** An address as it is shown: where it leads, and enough of it to tell two apart. */
export const maskAddress = (address: string): string => `${new URL(address).origin}/…${address.slice(-4)}`;

/** Whether an address is a shown one, of which most is left out: nothing can be sent to it. */
export const isMasked = (address: string): boolean => address.includes('/…');

export const standardConfig: NotificationConfig = {
  emailNotificationConfigs: [],
  slack: { enabled: false, scopes: [] },
  microsoftTeams: { enabled: false, scopes: [] },
  webhook: { enabled: false, scopes: [] },
  disableOfferReadyNotification: false,
  templates: [],
  digest: { mode: 'OFF', hour: 8 },
  quietHours: { enabled: false, start: '22:00', end: '07:00' },
  timeZone: 'UTC',
};

/** The configuration of an organization; one that was never changed is the standard, version 0. */
export type KeptConfig = {
  document: NotificationConfig;
  channels_sealed: string | null;
  last_update_time: Date | null;
  version: number;
};
