export const resourcePageTexts = {
  copy: (id: string) => `Copy ${id}`,
  copied: 'Copied',
  none: 'None.',
  tabs: { details: 'Details', timeline: 'Timeline', operations: 'Operations', changesMade: 'Changes made' },
} as const;
