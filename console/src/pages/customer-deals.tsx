import { Stack, Title } from '@mantine/core';
import type { Row } from '../api/list.ts';
import { textAt } from '../nouns/noun.ts';
import { nounAt } from '../nouns/nouns.tsx';
import { ResourceTable } from '../ui/resource-table.tsx';

const Part = ({ slug, fixed }: { slug: string; fixed: Record<string, string> }) => {
  const noun = nounAt(slug);
  if (!noun) return null;
  return (
    <section aria-label={noun.many}>
      <Title order={2} size="h5" mb="sm">
        {noun.many}
      </Title>
      <ResourceTable noun={noun} fixed={fixed} isInner />
    </section>
  );
};

/** The offers and contracts of a customer. */
export const CustomerDeals = ({ row }: { row: Row }) => {
  const buyerId = textAt(row, 'id');
  return (
    <Stack gap="lg">
      <Part slug="contracts" fixed={{ buyerId }} />
      <Part slug="offers" fixed={{ buyerId }} />
    </Stack>
  );
};
