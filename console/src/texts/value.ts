export const valueTexts = {
  yes: 'Yes',
  no: 'No',
  none: 'None',
  items: 'items',
} as const;
