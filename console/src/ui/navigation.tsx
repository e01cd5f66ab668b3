import { IconBuildingStore, IconChartBar, IconCoin, IconSettings, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { nouns } from '../nouns/nouns.tsx';
import { navigationTexts as texts } from '../texts/navigation.ts';

const groups: { name: (typeof nouns)[number]['group']; icon: ReactNode; pages: { slug: string; title: string }[] }[] = [
  { name: 'Sell', icon: <IconBuildingStore size={18} />, pages: [] },
  { name: 'Serve', icon: <IconChartBar size={18} />, pages: [{ slug: 'usage', title: texts.usage }] },
  { name: 'Earn', icon: <IconCoin size={18} />, pages: [{ slug: 'revenue', title: texts.revenue }] },
  { name: 'Partners', icon: <IconUsers size={18} />, pages: [] },
  {
    name: 'Settings',
    icon: <IconSettings size={18} />,
    pages: [
      { slug: 'profile', title: texts.profile },
      { slug: 'branding', title: texts.branding },
    ],
  },
];

/** The links of each group, in order. */
export const navigation = groups.map(({ name, icon, pages }) => ({
  name,
  title: texts.groups[name],
  icon,
  links: [
    ...pages.map((page) => ({ ...page, list: undefined })),
    ...nouns.filter(({ group }) => group === name).map(({ slug, many, list }) => ({ slug, title: many, list })),
  ],
}));
