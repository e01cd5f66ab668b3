import type { ReactNode } from 'react';

export const accountTexts = {
  title: 'Your account',
  backToWork: 'Back to work',
  password: {
    title: 'Password',
    current: 'Current password',
    new: 'New password',
    change: 'Change the password',
    changed: 'Your password is changed, and other sessions were ended.',
  },
  recoveryCodes: {
    keep: 'Keep these recovery codes',
    howTheyWork: 'Each can be used once instead of a code. They are not shown again.',
  },
  secondFactor: {
    title: 'Second factor',
    isOn: 'On: signing in with the password also requires a code from your authenticator app.',
    isOff: 'Off. With a second factor, a stolen password alone is useless.',
    scan: 'Scan this code with your authenticator app, then enter the code that the app shows.',
    qrCode: 'QR code of the secret for an authenticator app; the secret is below it as text.',
    addSecret: (openApp: ReactNode, secret: ReactNode) => (
      <>
        If you cannot scan it, add this secret to your app, or {openApp}: {secret}
      </>
    ),
    openApp: 'open the app on this device',
    password: 'Password',
    code: 'Code',
    recoveryCode: 'Recovery code',
    useApp: 'Use the app instead',
    useRecoveryCode: 'Use a recovery code',
    turnOn: 'Turn it on',
    confirm: 'Confirm the code',
    newRecoveryCodes: 'New recovery codes',
    turnOff: 'Turn it off',
  },
  passkeys: {
    title: 'Passkeys',
    none: 'None. A passkey signs you in with your device, without a password.',
    made: (name: string | undefined, time: ReactNode) => (
      <>
        {name || 'Passkey'}, created {time}
      </>
    ),
    remove: 'Remove',
    removeNamed: (name: string | undefined) => `Remove ${name || 'the passkey'}`,
    name: 'Name of a new passkey',
    nameAdvice: 'Such as the device that keeps it',
    add: 'Add a passkey',
    notInBrowser: 'This browser cannot create passkeys here: it is too old, or the page was not loaded over https.',
    notAtAddress:
      'Browsers do not create passkeys for an IP address. They work where this service is reached by a host name (PUBLIC_URL), such as localhost.',
  },
  sessions: {
    title: 'Where you are signed in',
    browser: 'Browser',
    browserOn: (browser: string, system: string | undefined) =>
      system === undefined ? browser || 'Unknown' : `${browser} on ${system}`,
    network: 'Network',
    signedIn: 'Signed in',
    lastUsed: 'Last used',
    acts: 'Actions',
    thisBrowser: 'This browser',
    end: 'End',
    endOne: (browser: string, network: string) => `End the session of ${browser}, ${network}`,
    ended: 'The session is ended.',
    endOthers: 'End all others',
    endedOthers: 'All other sessions are ended.',
  },
} as const;
