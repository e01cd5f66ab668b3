export const referralListTexts = {
  view: 'View',
  table: 'Table',
  board: 'Board',
  fieldMappings: 'Field mappings',
} as const;
