const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: you cancelled, took too long, or this device has none for this address.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'The browser does not allow passkeys at this address.',
};

export const passkeyTexts = {
  refused: 'The device refused',
  /** By the name of the browser's error. It does not say whether a person cancelled, waited too long, or has no passkey here. */
  reasons,
} as const;
