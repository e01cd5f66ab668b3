export const problemTexts = {
  refused: 'The service refused the request',
  answeredWith: (status: number) => `The service answered with status ${status}.`,
  unreachable: 'The service cannot be reached',
  checkConnection: 'Check the connection and try again.',
} as const;
