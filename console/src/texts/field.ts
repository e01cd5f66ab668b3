export const fieldTexts = {
  noJson: 'This is not valid JSON.',
  inZone: (zone: string) => `In your time zone, ${zone.replaceAll('_', ' ')}.`,
  another: (label: string, place: number) => `${label}, ${place}`,
  yes: 'Yes',
  no: 'No',
  typeWords: 'Type and press Enter',
  remove: (label: string, place: number) => `Remove ${label} ${place}`,
  addTo: (label: string) => `Add to ${label.toLowerCase()}`,
} as const;
