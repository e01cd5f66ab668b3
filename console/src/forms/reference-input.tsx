import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/ask.ts';
import { keepAmong } from '../api/keep.ts';
import { pageFrom, quote } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { wordOf } from '../lib/words.ts';
import { idOf, type Noun } from '../nouns/noun.ts';
import { referenceInputTexts as texts } from '../texts/reference-input.ts';
import { useName } from '../ui/names.ts';

/** Parameters by which a list searches for a text. */
export const searchOf = ({ search }: Noun, text: string): Record<string, string> => {
  if (text.trim() === '' || !search) return {};
  if ('parameter' in search) return { [search.parameter]: text };
  const part = `(ilike ${search.field} ${quote(`%${text.trim()}%`)})`;
  const whole = (search.whole ?? []).map((field) => `(= ${field} ${quote(text.trim())})`);
  return { q: whole.length > 0 ? `(or ${part} ${whole.join(' ')})` : part };
};

/** Chooses a thing by its name. */
export const ReferenceInput = ({
  noun,
  value,
  onChange,
  partner,
  ...more
}: {
  noun: Noun;
  value: string;
  onChange: (id: string) => void;
  /** Only things at this partner. */
  partner?: string;
  label: string;
  description?: string;
  withAsterisk?: boolean;
  error?: string;
}) => {
  const orgId = useOrgId();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, 250);
  const among = ['org', orgId, 'choose', noun.slug, partner];
  const { data, isError, isPending } = useQuery({
    queryKey: [...among, text],
    placeholderData: keepAmong(among),
    queryFn: async ({ signal }) =>
      pageFrom(
        await ask(noun.list, {
          path: { orgId },
          query: { ...noun.fixed, ...searchOf(noun, text), ...(partner ? { partner } : {}) },
          signal,
        }),
      ).rows,
  });
  const options = (data ?? []).map((row) => ({
    value: idOf(noun, row),
    label: `${noun.name(row)}${row.partner && !partner ? ` · ${wordOf(String(row.partner))}` : ''}`,
  }));
  const name = useName(noun, value);
  const known = options.some((option) => option.value === value);
  return (
    <Select
      {...more}
      data={value !== '' && !known ? [{ value, label: name ?? value }, ...options] : options}
      value={value || null}
      searchable
      clearable
      filter={({ options: all }) => all}
      searchValue={undefined}
      onSearchChange={(next) => setTyped(options.some(({ label }) => label === next) ? '' : next)}
      nothingFoundMessage={isError ? texts.unreadable : isPending ? texts.loading : texts.nothingFound(noun.one)}
      onChange={(next) => onChange(next ?? '')}
    />
  );
};
