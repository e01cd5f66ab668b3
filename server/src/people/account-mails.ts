/** A mail, before its sender is set. */
export type AccountMail = { to: string; subject: string; text: string };

const notYou = 'If this was not you, ignore this mail: nothing will happen.';

const compose = (to: string, subject: string, lines: readonly string[]): AccountMail => ({
  to,
  subject,
  text: `${lines.join('\n\n')}\n`,
});

export const signUpMail = (publicUrl: string, to: string, token: string): AccountMail =>
  compose(to, 'Confirm your email address', [
    'Someone, presumably you, created an account with this email address.',
    'Open this link and enter the password you chose to confirm it. The link works once, within one day:',
    `${publicUrl}/console/email?token=${token}`,
    notYou,
  ]);

/** The response to a sign-up reveals nothing; this mail does, to the owner of the address. */
export const existingAccountMail = (publicUrl: string, to: string): AccountMail =>
  compose(to, 'You already have an account', [
    'Someone, presumably you, tried to create an account with this email address, which already has one.',
    `If you do not remember your password, request a new one at ${publicUrl}/console/password`,
    notYou,
  ]);

export const passwordResetMail = (publicUrl: string, to: string, token: string): AccountMail =>
  compose(to, 'Set a new password', [
    'Open this link to set a new password for your account. The link works once, within half an hour:',
    `${publicUrl}/console/password?token=${token}`,
    'All devices signed in to your account will be signed out.',
    notYou,
  ]);

/** Notifies the owner after a change of sign-in methods. The text is of no use to anyone else who reads it. */
const alerts = {
  password: ['Your password was changed', 'The password of your account was changed, and other sessions were ended.'],
  passkey: ['A passkey was added', 'A passkey was added to your account. It signs in without your password.'],
  passkeyGone: ['A passkey was removed', 'A passkey of your account was removed.'],
  factorOn: [
    'The second factor was turned on',
    'Signing in to your account now requires a code in addition to your password.',
  ],
  factorOff: ['The second factor was turned off', 'Signing in to your account no longer requires a code.'],
  recoveryCode: [
    'A recovery code was used',
    'Someone signed in to your account with a recovery code, which cannot be used again.',
  ],
} as const;

export type SecurityAlert = keyof typeof alerts;

export const securityAlertMail = (to: string, what: SecurityAlert): AccountMail => {
  const [subject, sentence] = alerts[what];
  return compose(to, subject, [
    sentence,
    'If this was not you, set a new password at once, and check the passkeys, the second factor and the sessions of your account.',
  ]);
};
