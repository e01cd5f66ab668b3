/** Why another way in has led back here, by the code in the address. */
const faults: Readonly<Record<string, string>> = {
  link: 'This link was already used or has expired. Sign in with the password, or start the demo again for a new one.',
  access_denied: 'The sign-in was cancelled at the identity provider, or refused there.',
  account_not_linked:
    'An account with your email address already exists, and it is not linked to the identity provider. Sign in as you did before.',
  unable_to_get_user_info:
    'The identity provider signed you in, but there is no account for you here. Ask an organization to invite you.',
};

export const signInTexts = {
  title: 'Sign in',
  faults,
  otherFault: 'The identity provider did not sign you in. Try again.',
  firstAccount: {
    title: 'Create the first account',
    text: 'Nobody has an account here yet. The first one needs no confirmation by mail, and creates the first organization.',
  },
  email: 'Email address',
  password: 'Password',
  signIn: 'Sign in',
  forgotPassword: 'Forgot the password?',
  beginAgain: 'Sign in in another way',
  signUp: 'Sign up',
  or: 'or',
  passkey: 'Sign in with a passkey',
  secondFactor: {
    enterCode: 'Enter the code that your authenticator app shows.',
    code: 'Code',
    digit: (place: number) => `Digit ${place}`,
    recoveryCode: 'Recovery code',
    useApp: 'Use the app instead',
    useRecoveryCode: 'Use a recovery code',
  },
} as const;
