export const proseTexts = {
  copy: 'Copy',
  copied: 'Copied',
} as const;
