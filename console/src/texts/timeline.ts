export const timelineTexts = {
  message: (kind: string, recipient: string, status: string) => `${kind} to ${recipient}: ${status.toLowerCase()}`,
  nothing: 'Nothing has happened yet, or your role may not see it.',
} as const;
