import { Stack, Tabs, Text } from '@mantine/core';
import { quote, type Row } from '../api/list.ts';
import { ownersMost } from '../lists/request.ts';
import { textAt } from '../nouns/noun.ts';
import { nounAt } from '../nouns/nouns.tsx';
import { OwnerAmounts } from '../revenue/owner-amounts.tsx';
import { customerDealsTexts as texts } from '../texts/customer-deals.ts';
import { ResourceTable } from '../ui/resource-table.tsx';
import { CompanyCard, useCompany } from './company-card.tsx';

const anyOf = (field: string, ids: readonly string[]): Record<string, string> => ({
  q: `(in ${field} (${ids.map(quote).join(' ')}))`,
});

type Part = {
  slug: string;
  fixed: Record<string, string>;
  /** The list shows only the first accounts of the company. */
  isCut?: boolean;
};

/** The lists shown for a company, with their requests. Lists that accept one customer at a time are requested for each. */
const partsOf = (buyer: Row, members: readonly Row[]): Part[] => {
  const ids = members.map((member) => textAt(member, 'id'));
  const contacts = [...new Set(members.flatMap((member) => (member.contactIds as string[] | undefined) ?? []))];
  const buyerId = textAt(buyer, 'id');
  const ofEach = [buyerId, ...ids.filter((id) => id !== buyerId)].slice(0, ownersMost).join(' ');
  const isCut = ids.length > ownersMost;
  return [
    { slug: 'contracts', fixed: anyOf('buyer_id', ids) },
    { slug: 'offers', fixed: anyOf('buyer_id', ids) },
    { slug: 'revenue-records', fixed: anyOf('buyer_id', ids) },
    { slug: 'referrals', fixed: anyOf('buyer_id', ids) },
    ...(contacts.length > 0 ? [{ slug: 'contacts', fixed: anyOf('id', contacts) }] : []),
    { slug: 'usage-records', fixed: { buyerId: ofEach }, isCut },
    { slug: 'tickets', fixed: { entityType: 'BUYER', entityId: ofEach }, isCut },
  ];
};

/** A customer as a company: its accounts at all clouds, and its purchases there. */
export const CustomerDeals = ({ row }: { row: Row }) => {
  const { members } = useCompany(row);
  const parts = partsOf(row, members);
  return (
    <Stack gap="lg">
      <CompanyCard buyer={row} />
      <OwnerAmounts row={row} />
      <Tabs defaultValue="contracts" keepMounted={false}>
        <Tabs.List>
          {parts.map(({ slug }) => (
            <Tabs.Tab key={slug} value={slug}>
              {nounAt(slug)?.many}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map(({ slug, fixed, isCut }) => {
          const noun = nounAt(slug);
          return (
            <Tabs.Panel key={slug} value={slug} pt="md">
              {isCut && (
                <Text size="sm" c="dimmed" mb="xs" role="note">
                  {texts.onlyFirst(ownersMost, members.length)}
                </Text>
              )}
              {noun && <ResourceTable noun={noun} fixed={fixed} isInner />}
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Stack>
  );
};
