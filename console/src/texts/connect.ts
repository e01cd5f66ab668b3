export const connectTexts = {
  connections: 'Connections',
  connect: 'Connect',
  connectService: (partner: string, service: string) => `Connect ${partner}, ${service.toLowerCase()}`,
  choose: 'What do you want to connect?',
  readOnly: (reason: string) => `${reason} You can read the instructions.`,
  rule: (field: string, rule: string) => `${field} ${rule}.`,
  steps: {
    prepare: (partner: string) => `Prepare the account at ${partner}`,
    next: 'Next: connect',
    readAgain: 'Read it again',
    inShadow: 'In SHADOW: everything is read, and no usage is submitted.',
    verify: 'Verify',
    howToVerify:
      'Do this on the page of the connection: it makes one call that changes nothing. The steps below are shown there too.',
    goLive: 'Go live',
    whenToGoLive: 'Once the reports show what you submit today.',
  },
} as const;
