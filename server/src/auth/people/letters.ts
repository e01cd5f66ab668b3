/** A mail, before it is known who sends it. */
export type Letter = { to: string; subject: string; text: string };

const notYou = 'If this was not you, leave this mail alone: nothing happens.';

const letter = (to: string, subject: string, lines: readonly string[]): Letter => ({
  to,
  subject,
  text: `${lines.join('\n\n')}\n`,
});

export const signUpLetter = (authUrl: string, to: string, token: string): Letter =>
  letter(to, 'Confirm your e-mail address', [
    'Somebody, presumably you, made an account with this e-mail address.',
    'Open this address and give the password you chose to confirm it. It is good once, for one day:',
    `${authUrl}/email/verify?token=${token}`,
    notYou,
  ]);

/** The answer to a sign-up says nothing; its mail does, to the one who may know. */
export const knownAddressLetter = (authUrl: string, to: string): Letter =>
  letter(to, 'You already have an account', [
    'Somebody, presumably you, wanted to make an account with this e-mail address, which has one already.',
    `If you do not remember your password, ask for a new one at ${authUrl}/password/reset`,
    notYou,
  ]);

export const resetLetter = (authUrl: string, to: string, token: string): Letter =>
  letter(to, 'Set a new password', [
    'Open this address to set a new password for your account. It is good once, for half an hour:',
    `${authUrl}/password/reset?token=${token}`,
    'Whoever is signed in to your account will be signed out.',
    notYou,
  ]);

export const passwordChangedLetter = (to: string): Letter =>
  letter(to, 'Your password was changed', [
    'The password of your account was changed, and other sessions were ended.',
    'If this was not you, ask for a new password at once, and look at the passkeys of your account.',
  ]);
