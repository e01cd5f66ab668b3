export const problemTexts = {
  refused: 'The service refused the request',
  answeredWith: (status: number) => `The service answered with status ${status}. Try again in a moment.`,
  unreachable: 'The service cannot be reached',
  checkConnection: 'Check the connection and try again.',
  notLoaded: {
    title: 'A part of this page could not be loaded',
    message: 'Check the connection and reload the page. What you entered is lost by that: note it first.',
  },
  broken: {
    title: 'This page has failed',
    message: (words: string) => `Reload the page. If it fails again, report this to support: ${words}`,
  },
  notListed: (one: string) => ({
    title: `There is no such ${one}`,
    message: 'It was deleted, or the address is wrong. Choose one from the list.',
  }),
} as const;
