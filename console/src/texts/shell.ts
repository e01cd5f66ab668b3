export const shellTexts = {
  skip: 'Skip to content',
  loading: 'Loading…',
  header: {
    navigation: 'Navigation',
    search: 'Search or act',
    searchKeys: 'Ctrl K',
    live: 'Live',
    liveLong: 'Live: changes appear automatically',
    notLive: 'Not live',
    notLiveLong: 'Not live: the event stream is not connected',
  },
  navigation: { main: 'Main', today: 'Today', knowledge: 'Knowledge' },
} as const;
