import { Select } from '@mantine/core';
import { operationOf } from '../api/document.ts';
import { labelOf, wordOf } from '../lib/words.ts';
import type { Noun } from '../nouns/noun.ts';

/** A parameter of a list and the values that it accepts. */
export type Choice = { name: string; words: readonly string[] };

/** The filters of a list that have choices. */
export const choicesOf = (noun: Noun): Choice[] =>
  [
    ...operationOf(noun.list).query.map(({ name, schema }) => ({
      name,
      words: (schema?.enum ?? []).filter((word): word is string => word !== null),
    })),
    ...(noun.bodyFilters ?? []).map(({ name, values = [] }) => ({ name, words: values })),
  ].filter(({ words }) => words.length > 0);

/** Selects one value of a filter, or none. */
export const FilterSelect = ({
  choice: { name, words },
  value,
  onChange,
}: {
  choice: Choice;
  value?: string;
  onChange: (value: string | undefined) => void;
}) => (
  <Select
    aria-label={labelOf(name)}
    placeholder={labelOf(name)}
    data={words.map((word) => ({ value: word, label: wordOf(word) }))}
    value={value ?? null}
    onChange={(next) => onChange(next ?? undefined)}
    clearable
    searchable
    w={170}
  />
);
