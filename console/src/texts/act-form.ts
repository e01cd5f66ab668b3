export const actFormTexts = {
  file: 'File',
  final: 'This cannot be undone.',
  areYouSure: 'Are you sure? This cannot be undone.',
  close: 'Close',
  confirm: (act: string) => `Yes: ${act.toLowerCase()}`,
} as const;
