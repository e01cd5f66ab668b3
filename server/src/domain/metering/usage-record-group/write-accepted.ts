import { randomUUID } from 'node:crypto';
import { decimalToJson } from '../../../kit/decimal.ts';
import { encodeJson, isRawNumber, jsonText } from '../../../kit/json.ts';
import type { Fresh } from './group-columns.ts';
import type { NewGroups } from './intake-store.ts';
import { noMetaInfo } from './parse-usage.ts';
import type { UsageItem } from './usage-record-group.ts';
import type { GroupViewer, UsageRecordGroupView } from './view.ts';

/** The text of a view, cut at each hole: where the id, the records and the quantities of the items stand. */
type Template = { texts: readonly string[]; holes: readonly number[] };

const idHole = 0;
const recordsHole = 1;
const firstQuantityHole = 2;

/** Random, so that no caller's text can be mistaken for a hole. */
const mark = randomUUID();
const holePattern = new RegExp(`"${mark}:(\\d+)"`);
const hole = (number: number): never => `${mark}:${number}` as never;

const templateOf = (shown: UsageRecordGroupView, items: readonly UsageItem[]): Template => {
  shown.id = hole(idHole);
  shown.records = hole(recordsHole);
  for (const [at, { dimension }] of items.entries()) {
    const state = shown.dimensionStates[dimension];
    if (state) state.quantity = hole(firstQuantityHole + at);
  }
  // What the pattern captures, the number of a hole, stands between the texts.
  const parts = encodeJson(shown).split(holePattern);
  return {
    texts: parts.filter((_, at) => at % 2 === 0),
    holes: parts.filter((_, at) => at % 2 === 1).map(Number),
  };
};

const quantityText = ({ quantity }: UsageItem): string => {
  const value = decimalToJson(quantity);
  return isRawNumber(value) ? value.rawJSON : String(value);
};

const fill = (
  { texts, holes }: Template,
  id: string,
  records: string,
  items: readonly UsageItem[],
): UsageRecordGroupView => {
  let text = texts[0] as string;
  for (const [at, hole] of holes.entries()) {
    if (hole === idHole) text += JSON.stringify(id);
    else if (hole === recordsHole) text += records;
    else text += quantityText(items[hole - firstQuantityHole] as UsageItem);
    text += texts[at + 1];
  }
  return jsonText(text) as unknown as UsageRecordGroupView;
};

/**
 * Writes the views of groups that have just been stored, given the columns from which they were. Most groups of a batch
 * differ in id, records and quantities only: the rest of their text is made once, from the view of the second such group.
 */
export const writeAccepted = (
  fresh: readonly Fresh[],
  { slotOf, usageTimeOf, records }: Pick<NewGroups, 'slotOf' | 'usageTimeOf' | 'records'>,
  view: GroupViewer,
): UsageRecordGroupView[] => {
  const templates = new Map<string, Template | undefined>();
  return fresh.map(({ group, accepted: { items } }, at) => {
    if (group.meta_info !== noMetaInfo || group.usage_allocations !== null) return view(group);
    let key = `${slotOf[at]} ${usageTimeOf[at]}`;
    for (const { dimension } of items) key += `\0${dimension}`;
    let template = templates.get(key);
    if (template === undefined) {
      const isFirst = !templates.has(key);
      template = isFirst ? undefined : templateOf(view(group), items);
      templates.set(key, template);
      if (template === undefined) return view(group);
    }
    return fill(template, group.id, records[at] as string, items);
  });
};
