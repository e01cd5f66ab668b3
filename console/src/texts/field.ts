export const fieldTexts = {
  noJson: 'This is not valid JSON.',
  yes: 'Yes',
  no: 'No',
  typeWords: 'Type and press Enter',
  remove: (label: string, place: number) => `Remove ${label} ${place}`,
  addTo: (label: string) => `Add to ${label.toLowerCase()}`,
} as const;
