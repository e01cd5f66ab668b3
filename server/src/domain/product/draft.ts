import { refusedAddress } from '../../adapters/outgoing/address-rule.ts';
import type { ActCall } from '../../contract/call.ts';
import { ownedMetaInfo } from '../../contract/reference/meta-info.ts';
import { badRequest, type Fault } from '../../kit/errors.ts';
import type { Product, ProductInfoDocument } from './product.ts';
import type { ProductIn } from './schema.ts';

/**
 * Merges a client's input into the stored draft. An absent field is kept and null clears it. `info` and `metaInfo`
 * replace the old documents, except for the members that the service or the marketplace sets.
 */

const publicHttps = { schemes: ['https:'], allowed: [] };

/** An address that buyers are sent to must be https and public. */
export const addressFaults = (path: string, url: string): Fault[] => {
  const refused = refusedAddress(url, publicHttps);
  return refused === null ? [] : [{ path, code: 'address', message: refused }];
};

/** `attributes.signUpUrl` is where buyers from a marketplace are redirected to sign up with the seller. */
export const attributeFaults = (attributes: Record<string, string> | null | undefined): Fault[] =>
  attributes?.signUpUrl !== undefined ? addressFaults('info.attributes.signUpUrl', attributes.signUpUrl) : [];

/** A new product needs a name and a partner; any given address must be valid. */
export const checkDraft = (body: ProductIn): void => {
  const isNew = !body.id;
  const faults: Fault[] = [
    ...attributeFaults(body.info?.attributes),
    ...(body.fulfillmentUrl ? addressFaults('fulfillmentUrl', body.fulfillmentUrl) : []),
  ];
  if ((isNew || body.name === null) && !body.name?.trim())
    faults.push({ path: 'name', code: 'required', message: 'must be given' });
  if ((isNew || body.partner === null) && !body.partner)
    faults.push({ path: 'partner', code: 'required', message: 'must be given' });
  if (faults.length > 0) throw badRequest(faults);
};

export const newDraft = (call: ActCall): Product => ({
  id: call.newId(),
  partner: 'AWS',
  service: 'MARKETPLACE',
  partner_id: null,
  seller_id: null,
  external_id: null,
  entity_id: null,
  name: '',
  status: 'DRAFT',
  product_type: 'UNKNOWN',
  fulfillment_url: '',
  metering_key: 'LICENSE',
  info: {},
  meta_info: {},
  pending_change: null,
  partner_version: null,
  created_by: call.actor.id,
  last_updated_by: call.actor.id,
  creation_time: call.now,
  last_update_time: call.now,
  version: 1,
});

type AwsDimensions = { Key?: unknown; Name?: unknown; Description?: unknown; Unit?: unknown; Types?: unknown }[];

const textOr = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * Clients that send AWS's own document name the dimensions in it; the service keeps them in `commits` and `dimensions`.
 */
const withDimensions = (info: ProductInfoDocument): ProductInfoDocument => {
  const listed = info.awsSaasProduct?.Dimensions;
  if (info.commits || info.dimensions || !Array.isArray(listed) || listed.length === 0) return info;
  const described = (listed as AwsDimensions).slice(0, 200).map((item) => {
    const { Key, Name, Description, Unit, Types } = item ?? {};
    const types = Array.isArray(Types) ? Types.filter((type): type is string => typeof type === 'string') : [];
    const [key, name, description, category] = [Key, Name, Description, Unit].map(textOr);
    return {
      ...(key === undefined ? {} : { key }),
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(category === undefined ? {} : { category }),
      types,
    };
  });
  const isMetered = (type: string): boolean => type === 'Metered' || type === 'ExternallyMetered';
  return {
    ...info,
    commits: described.filter(({ types }) => types.includes('Entitled')),
    dimensions: described.filter(({ types }) => types.some(isMetered)),
  };
};

const withOwned = (given: Product['meta_info'] | null | undefined, old: Product['meta_info']): Product['meta_info'] => {
  if (given === undefined) return old;
  const meta = { ...given };
  for (const name of ownedMetaInfo) {
    delete meta[name];
    if (old[name] !== undefined) Object.assign(meta, { [name]: old[name] });
  }
  return meta;
};

export const mergeDraft = (old: Product, body: ProductIn): Product => ({
  ...old,
  name: body.name?.trim() ? body.name : old.name,
  partner: body.partner ?? old.partner,
  service: body.service ?? old.service,
  product_type: body.productType === null ? 'UNKNOWN' : (body.productType ?? old.product_type),
  fulfillment_url: body.fulfillmentUrl === null ? '' : (body.fulfillmentUrl ?? old.fulfillment_url),
  info: body.info === undefined ? old.info : withDimensions(body.info ?? {}),
  meta_info: withOwned(body.metaInfo, old.meta_info),
});
