import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconBolt, IconFileText, IconSearch, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../api/ask.ts';
import { whyNot, whyNotPermitted } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import { pageFrom } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { useOrgId } from '../api/session.ts';
import { useOpenAct } from '../forms/open-act.tsx';
import { searchOf } from '../forms/reference-input.tsx';
import { wordOf } from '../lib/words.ts';
import { idOf, textAt } from '../nouns/noun.ts';
import { nounOfId, nouns } from '../nouns/nouns.tsx';
import { paletteTexts as texts } from '../texts/palette.ts';
import { navigation } from './navigation.tsx';

const searched = ['offers', 'customers', 'contracts', 'products', 'contacts', 'referrals', 'tickets'];

/** Opens every page, starts every act that creates something, and finds everything that has a name or an id. */
export const Palette = () => {
  const orgId = useOrgId();
  const me = useMe();
  const navigate = useNavigate();
  const openAct = useOpenAct();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), 200);
  const go = (path: string): void => void navigate({ to: `/console/${orgId}/${path}` as string });
  const { data: found = [] } = useQuery({
    queryKey: ['org', orgId, 'palette', text],
    enabled: text.length > 1,
    queryFn: async ({ signal }) => {
      const kinds = nouns.filter(
        ({ slug, list }) => searched.includes(slug) && !whyNotPermitted(operationOf(list), me),
      );
      const lists = await Promise.all(
        kinds.map(async (noun) => {
          const query = operationOf(noun.list).query.some(({ name }) => name === 'page_size')
            ? { page_size: 5 }
            : { limit: 5 };
          const answer = await ask(noun.list, {
            path: { orgId },
            query: { ...query, ...searchOf(noun, text) },
            signal,
          });
          return pageFrom(answer).rows.map((row) => ({ noun, row }));
        }),
      );
      return lists.flat();
    },
  });
  const exact = nounOfId(text);
  const pages = [
    { id: 'today', label: texts.pages.today, slug: 'today' },
    { id: 'new-offer', label: texts.pages.newOffer, slug: 'offers/new' },
    { id: 'knowledge', label: texts.pages.knowledge, slug: 'knowledge' },
    ...navigation.flatMap((group) =>
      group.links.map(({ slug, title }) => ({ id: slug, label: title, slug, description: group.title })),
    ),
  ];
  const actions: SpotlightActionGroupData[] = [
    {
      group: texts.groups.found,
      actions: [
        ...(exact?.item
          ? [
              {
                id: text,
                label: texts.open(text),
                leftSection: <IconTag size={18} />,
                onClick: () => go(`${exact.slug}/${text}`),
              },
            ]
          : []),
        ...found.map(({ noun, row }) => ({
          id: `found-${idOf(noun, row)}`,
          label: noun.name(row),
          // The API has found it, so the palette must not filter it again by name.
          keywords: [text, typed],
          description: [noun.one, wordOf(textAt(row, 'partner')), wordOf(textAt(row, 'status'))]
            .filter(Boolean)
            .join(' · '),
          leftSection: <IconTag size={18} />,
          onClick: () => go(`${noun.slug}/${idOf(noun, row)}`),
        })),
      ],
    },
    {
      group: texts.groups.pages,
      actions: pages.map((page) => ({
        ...page,
        leftSection: <IconFileText size={18} />,
        onClick: () => go(page.slug),
      })),
    },
    {
      group: texts.groups.acts,
      actions: nouns.flatMap((noun) =>
        (noun.create ?? []).map((operation) => {
          const reason = whyNot(operationOf(operation), me);
          return {
            id: operation,
            label: operationOf(operation).summary,
            description: reason,
            disabled: reason !== undefined,
            leftSection: <IconBolt size={18} />,
            onClick: () => openAct({ operation, path: { orgId } }),
          };
        }),
      ),
    },
  ];
  return (
    <Spotlight
      actions={actions}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      nothingFound={texts.nothingFound}
      highlightQuery
      scrollable
      maxHeight={440}
      limit={40}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: texts.placeholder,
        'aria-label': texts.label,
      }}
    />
  );
};
