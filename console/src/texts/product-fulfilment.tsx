import type { ReactNode } from 'react';

export const productFulfilmentTexts = {
  title: 'Fulfilment address',
  arrival: (partner: string, hasSignUp: boolean) =>
    `${partner} sends a buyer here after the purchase. The service identifies the buyer and sends the browser on to your sign-up page${hasSignUp ? '' : ', if the product has one'}.`,
  signUp: (url: ReactNode) => <>Sign-up page: {url}</>,
  notConnected: (connectIt: ReactNode) => (
    <>The account of this product is not connected. {connectIt} to get the address.</>
  ),
  connectIt: 'Connect it',
  copy: 'Copy',
  copied: 'Copied',
  lastBuyerUnknown: 'The last buyer could not be identified',
  registered: {
    unknown: (partner: string) => `The API does not know which address is registered at ${partner}.`,
    same: (partner: string) => `This is the address that is registered at ${partner}.`,
    other: (partner: string, url: ReactNode) => (
      <>
        A different address is registered at {partner}: {url}
      </>
    ),
    register: 'Register this address',
  },
  test: {
    run: 'Test the address',
    answers: 'The address answers',
    asksFor: (token: ReactNode, partner: string) => (
      <>
        It asks for {token}, which {partner} sends with each buyer. The test sends none, so nothing has changed.
      </>
    ),
  },
} as const;
