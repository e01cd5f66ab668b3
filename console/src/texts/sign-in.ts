/** Why another way in has led back here, by the code in the address. */
const faults: Readonly<Record<string, string>> = {
  link: 'This link was used, or is too old. Sign in with the password, or start the demo again for a new one.',
  access_denied: 'The sign-in was cancelled at the identity provider, or refused there.',
  account_not_linked:
    'There is an account with your email address already, and the identity provider does not open it. Sign in as you did before.',
  unable_to_get_user_info:
    'The identity provider signed you in, but there is no account for you here. Ask an organization to invite you.',
};

export const signInTexts = {
  title: 'Sign in',
  faults,
  otherFault: 'The identity provider did not sign you in. Try again.',
  firstAccount: {
    title: 'Make the first account',
    text: 'Nobody has an account here yet. The first one needs no confirmation by mail, and makes the first organization.',
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
