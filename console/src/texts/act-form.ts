export const actFormTexts = {
  file: 'File',
  csv: 'CSV file',
  notTried: 'The file is larger than 1 MiB. It is checked only when you send it.',
  final: 'This cannot be undone.',
  areYouSure: 'Are you sure? This cannot be undone.',
  close: 'Close',
  confirm: (act: string) => `Yes: ${act.charAt(0).toLowerCase()}${act.slice(1)}`,
} as const;
