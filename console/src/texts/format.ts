export const formatTexts = { justNow: 'just now' } as const;
