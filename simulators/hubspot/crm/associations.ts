import { invalid } from '../errors.ts';
import type { Association, HubRecord, HubspotChange, HubspotReader } from '../state.ts';
import type { ObjectName } from './object-types.ts';

/** A type of association in one direction; `inverse` is that of the other. */
type AssociationType = {
  id: number;
  inverse: number;
  from: ObjectName;
  to: ObjectName;
  name: string;
  label: string | null;
};

const pair = (
  [from, id, name]: [ObjectName, number, string],
  [to, inverse, back]: [ObjectName, number, string],
  [label, backLabel]: [string | null, string | null] = [null, null],
): AssociationType[] => [
  { id, inverse, from, to, name, label },
  { id: inverse, inverse: id, from: to, to: from, name: back, label: backLabel },
];

/** The types that HubSpot defines (HubSpot developer docs, Associations, Association type id values). */
export const associationTypes: readonly AssociationType[] = [
  ...pair(['contacts', 279, 'contact_to_company_unlabeled'], ['companies', 280, 'company_to_contact_unlabeled']),
  ...pair(
    ['contacts', 1, 'contact_to_company'],
    ['companies', 2, 'company_to_contact'],
    ['Primary', 'Contact with Primary Company'],
  ),
  ...pair(['deals', 3, 'deal_to_contact'], ['contacts', 4, 'contact_to_deal']),
  ...pair(['deals', 341, 'deal_to_company_unlabeled'], ['companies', 342, 'company_to_deal_unlabeled']),
  ...pair(
    ['deals', 5, 'deal_to_company'],
    ['companies', 6, 'company_to_deal'],
    ['Primary', 'Deal with Primary Company'],
  ),
  ...pair(['deals', 19, 'deal_to_line_item'], ['line_items', 20, 'line_item_to_deal']),
];

/** The types from one object to another; the first has no label and is the default. */
export const typesBetween = (from: ObjectName, to: ObjectName): AssociationType[] =>
  associationTypes.filter((one) => one.from === from && one.to === to);

/** A type that a body names, or a refusal. */
export const needType = (from: ObjectName, to: ObjectName, category: unknown, typeId: unknown): AssociationType => {
  const found = typesBetween(from, to).find(({ id }) => id === Number(typeId));
  if (found && category === 'HUBSPOT_DEFINED') return found;
  throw invalid(`${String(category)} ${String(typeId)} is no type of association from ${from} to ${to}`);
};

/** The associations of a record with those of another object. */
export const linksOf = (reader: HubspotReader, { id }: HubRecord, to: ObjectName): Association[] =>
  reader.list('associations').filter((row) => row.from === id && row.toType === to);

const primaryTypes: ReadonlySet<number> = new Set([1, 5]);

/** Associates two records in both directions. A labelled association also has the default type; only one can be primary. */
export const associate = (tx: HubspotChange, from: HubRecord, to: HubRecord, type: AssociationType): void => {
  if (primaryTypes.has(type.id) || primaryTypes.has(type.inverse)) {
    const owner = primaryTypes.has(type.id) ? from : to;
    const ofOwner = primaryTypes.has(type.id) ? type : (associationTypes.find(({ id }) => id === type.inverse) ?? type);
    for (const link of linksOf(tx, owner, ofOwner.to)) removeType(tx, link, ofOwner);
  }
  const types = [type, ...typesBetween(from.type, to.type).slice(0, 1)];
  addTypes(
    tx,
    from,
    to,
    types.map(({ id }) => id),
  );
  addTypes(
    tx,
    to,
    from,
    types.map(({ inverse }) => inverse),
  );
};

const addTypes = (tx: HubspotChange, from: HubRecord, to: HubRecord, added: number[]): void => {
  const id = `${from.id}/${to.id}`;
  const typeIds = [...new Set([...(tx.get('associations', id)?.typeIds ?? []), ...added])];
  const ends = { from: from.id, fromType: from.type, to: to.id, toType: to.type };
  tx.put('associations', { id, portalId: from.portalId, ...ends, typeIds });
};

const removeType = (tx: HubspotChange, link: Association, type: AssociationType): void => {
  for (const [from, to, typeId] of [
    [link.from, link.to, type.id],
    [link.to, link.from, type.inverse],
  ] as const) {
    const row = tx.get('associations', `${from}/${to}`);
    if (row) tx.put('associations', { ...row, typeIds: row.typeIds.filter((one) => one !== typeId) });
  }
};

/** Removes every association between two records. */
export const dissociate = (tx: HubspotChange, from: string, to: string): void => {
  tx.remove('associations', `${from}/${to}`);
  tx.remove('associations', `${to}/${from}`);
};
