/** The words of clients of the reference: where a notification goes. */
export const notificationChannels = [
  'EMAIL',
  'SLACK',
  'SMS',
  'SNS',
  'SALESFORCE',
  'WEBHOOK',
  'SUGER_SUPPORT',
  'MICROSOFT_TEAMS',
] as const;

export type NotificationChannel = (typeof notificationChannels)[number];
