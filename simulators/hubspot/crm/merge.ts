import type { Editor, HubRecord, HubspotReader } from '../state.ts';
import { noteChange } from '../webhooks/emit.ts';
import { associate, dissociate, typesBetween } from './associations.ts';
import { findProperty } from './properties.ts';
import { saveRecord } from './save.ts';

const idsIn = ({ id, properties }: HubRecord): string[] => [
  id,
  ...(properties.hs_merged_object_ids?.split(';') ?? []).filter(Boolean),
];

/**
 * Merges two records into a new one: values of the primary one win, associations of both are kept, and neither is shown
 * any longer (HubSpot changelog, Deals now support merging). `hs_merged_object_ids` of the new one names them.
 */
export const mergeRecords = (editor: Editor, primary: HubRecord, other: HubRecord): HubRecord => {
  const { tx, portal } = editor;
  const { type } = primary;
  const given = Object.entries({ ...other.properties, ...primary.properties }).filter(
    ([name]) => findProperty(tx, portal.id, type, name)?.readOnlyValue === false,
  );
  const sources = [primary, other];
  const links = tx.list('associations').filter(({ from }) => sources.some(({ id }) => id === from));
  for (const one of sources) tx.put('records', { ...one, mergedInto: 'a record that follows' });
  const made = saveRecord(editor, type, Object.fromEntries(given));
  const record: HubRecord = {
    ...made,
    properties: { ...made.properties, hs_merged_object_ids: [...new Set(sources.flatMap(idsIn))].join(';') },
  };
  tx.put('records', record);
  for (const one of sources) tx.put('records', { ...one, mergedInto: record.id });
  for (const { from, to, toType, typeIds } of links) {
    dissociate(tx, from, to);
    const end = tx.get('records', to);
    for (const wanted of typesBetween(type, toType).filter(({ id }) => typeIds.includes(id)))
      if (end) associate(tx, record, end, wanted);
  }
  noteChange(editor, record, { merged: { primary: primary.id, others: [other.id] } });
  return record;
};

/** The record that another one was merged into, or itself. */
export const followMerges = (reader: HubspotReader, record: HubRecord | undefined): HubRecord | undefined =>
  record?.mergedInto === undefined ? record : followMerges(reader, reader.get('records', record.mergedInto));
