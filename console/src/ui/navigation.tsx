import { IconBuildingStore, IconChartBar, IconCoin, IconSettings, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { nouns } from '../nouns/nouns.tsx';

const groups: { name: (typeof nouns)[number]['group']; icon: ReactNode; pages: { slug: string; title: string }[] }[] = [
  { name: 'Sell', icon: <IconBuildingStore size={18} />, pages: [] },
  { name: 'Serve', icon: <IconChartBar size={18} />, pages: [{ slug: 'usage', title: 'Usage' }] },
  { name: 'Earn', icon: <IconCoin size={18} />, pages: [{ slug: 'revenue', title: 'Overview' }] },
  { name: 'Partners', icon: <IconUsers size={18} />, pages: [] },
  { name: 'Settings', icon: <IconSettings size={18} />, pages: [{ slug: 'branding', title: 'Branding' }] },
];

/** What each group leads to, in order. */
export const navigation = groups.map(({ name, icon, pages }) => ({
  name,
  icon,
  links: [
    ...pages.map((page) => ({ ...page, list: undefined })),
    ...nouns.filter(({ group }) => group === name).map(({ slug, many, list }) => ({ slug, title: many, list })),
  ],
}));
