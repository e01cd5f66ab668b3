export const actFormTexts = {
  file: 'File',
  csv: 'CSV file',
  final: 'This cannot be undone.',
  areYouSure: 'Are you sure? This cannot be undone.',
  close: 'Close',
  confirm: (act: string) => `Yes: ${act.charAt(0).toLowerCase()}${act.slice(1)}`,
} as const;
