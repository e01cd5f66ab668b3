import type { HubspotReader } from '../state.ts';
import type { ObjectName } from './object-types.ts';
import { defaultProperties, type Property } from './property.ts';

/** The properties of an object in a portal: HubSpot's own and those that were added. */
export const propertiesOf = (reader: HubspotReader, portalId: string, type: ObjectName): Property[] => [
  ...defaultProperties(type),
  ...reader
    .list('customProperties')
    .filter((row) => row.portalId === portalId && row.type === type)
    .map(({ property }) => property),
];

export const findProperty = (
  reader: HubspotReader,
  portalId: string,
  type: ObjectName,
  name: string,
): Property | undefined => propertiesOf(reader, portalId, type).find((one) => one.name === name);
