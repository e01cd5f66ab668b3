/** Explains Microsoft's error codes in sentences that tell a seller what to do. */
const sentences: Readonly<Record<string, string>> = {
  unauthorized: 'The application of the connection may not call this API: it needs a role in Partner Center.',
  forbidden: 'The application of the connection may not do this: it needs another role in Partner Center.',
  Forbidden: "The application of the connection is not the one named in the offer's technical configuration.",
  invalid_client: 'The client secret of the connection is wrong or has expired.',
  unauthorized_client: "Microsoft Entra does not recognize the connection's application in that tenant.",
  notFound: 'It does not exist at Microsoft, or not for this account.',
  EntityNotFound: 'The subscription does not exist at Microsoft, or not for this application.',
  locked: 'Microsoft is still working on another change of the product; try again when that has ended.',
  requestTimeout: 'Microsoft did not finish in time; try again.',
  internalServerError: 'Microsoft failed while it worked on the change; try again.',
  serviceUnavailable: 'Microsoft accepts no calls at the moment.',
  tooManyRequests: 'Microsoft accepts no more calls at the moment.',
  CANCELLED: 'The change was cancelled in Partner Center before it took effect.',
};

/** Codes with many meanings: Microsoft's message says which one it is. */
const rules: readonly [RegExp, string][] = [
  [/accepted and cannot|has been accepted/i, 'The buyer has accepted the private offer; it can no longer be changed.'],
  [
    /external id .* already in use/i,
    'Another product of this publisher, or another plan of this product, already has that id.',
  ],
  [/start date .* defined/i, 'The private offer needs a start date, or must start when it is accepted.'],
  [/accept by date/i, 'The last day of acceptance must be today or later, and not after the last day of the prices.'],
  [/product should be live|plan should be live|base plan/i, 'Private offers require products and plans that are live.'],
  [/preview submission/i, 'The product must be published to preview before it can go live.'],
  [/failed certification/i, 'Microsoft did not certify the listing: see the report in Partner Center.'],
  [
    /has no (property|listing|plan|price|software|plan-listing)/i,
    'The listing is not complete yet: a part is missing.',
  ],
];

/** A readable sentence for an error of Microsoft, or Microsoft's own words if there is none. */
export const prettifyAzureError = ({ code, message }: { code: string; message: string }): string =>
  rules.find(([pattern]) => pattern.test(message))?.[1] ?? sentences[code] ?? (message === '' ? code : message);
