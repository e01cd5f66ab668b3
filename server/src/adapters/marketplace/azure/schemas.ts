/** The versions of Microsoft's schemas that we write and request. Each type of resource has its own. */
const resourceVersions = {
  product: '2022-03-01-preview3',
  plan: '2022-03-01-preview2',
  property: '2022-03-01-preview5',
  listing: '2022-03-01-preview5',
  'listing-asset': '2022-03-01-preview5',
  'plan-listing': '2022-03-01-preview5',
  'commercial-marketplace-setup': '2022-03-01-preview2',
  'customer-leads': '2022-03-01-preview3',
  reseller: '2022-03-01-preview2',
  'price-and-availability-offer': '2022-03-01-preview3',
  'price-and-availability-custom-meter': '2022-03-01-preview3',
  'price-and-availability-plan': '2022-03-01-preview4',
  'price-and-availability-private-offer-plan': '2023-07-15',
  'private-offer': '2023-07-15',
  'software-as-a-service-technical-configuration': '2022-03-01-preview3',
  submission: '2022-03-01-preview2',
} as const;

export type ResourceType = keyof typeof resourceVersions;

export const versions = {
  configure: '2022-03-01-preview2',
  configurePrivateOffer: '2022-07-01',
  product: resourceVersions.product,
  plan: resourceVersions.plan,
  tree: '2022-03-01-preview5',
  submission: resourceVersions.submission,
  privateOffer: resourceVersions['private-offer'],
} as const;

export const schemaOf = (type: string, version: string): string =>
  `https://schema.mp.microsoft.com/schema/${type}/${version}`;

/** A resource of that type, to be written. */
export const resource = (type: ResourceType, content: Record<string, unknown>): Record<string, unknown> => ({
  $schema: schemaOf(type, resourceVersions[type]),
  ...content,
});

/** The type of a resource according to its schema; empty if it names none. */
export const typeOf = ({ $schema }: { $schema?: unknown }): string =>
  /\/schema\/([a-z0-9-]+)\/[^/]+$/.exec(typeof $schema === 'string' ? $schema.trim() : '')?.[1] ?? '';
