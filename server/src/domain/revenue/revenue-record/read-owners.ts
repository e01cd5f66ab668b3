import { decodeId, type IdPrefix, nilId } from '../../../kit/ids.ts';

type Owners = {
  productId?: string | null | undefined;
  entitlementId?: string | null | undefined;
  buyerId?: string | null | undefined;
};

/** An id that cannot be decoded matches nothing. */
const idOf = (prefix: IdPrefix, text: string): string => decodeId(prefix, text) ?? nilId;

/** The owners that are asked for, which can be combined. */
export const readOwners = ({ productId, entitlementId, buyerId }: Owners) => ({
  ...(productId ? { productId: idOf('prod', productId) } : {}),
  ...(entitlementId ? { entitlementId: idOf('ent', entitlementId) } : {}),
  ...(buyerId ? { buyerId: idOf('buyer', buyerId) } : {}),
});
