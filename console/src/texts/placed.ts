export const placedTexts = { day: 'The day begins at 00:00 UTC.' } as const;
