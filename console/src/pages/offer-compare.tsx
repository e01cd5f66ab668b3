import { Anchor, Group, Stack, Switch, Table, Text } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { ReferenceInput } from '../forms/reference-input.tsx';
import { money } from '../lib/format.ts';
import { contractValueOf, termsOf } from '../lib/price.ts';
import { type Noun, textAt } from '../nouns/noun.ts';
import { nounAt } from '../nouns/nouns.tsx';
import { compareOffers } from '../offers/compare.ts';
import { offerCompareTexts as texts } from '../texts/offer-compare.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { useItem } from '../ui/resource-page.tsx';
import { Fault, Lines } from '../ui/states.tsx';
import { Status, Time, Value } from '../ui/value.tsx';

const Head = ({ row }: { row: Row }) => {
  const orgId = useOrgId();
  return (
    <Table.Th>
      <Anchor component={Link} to={`/console/${orgId}/offers/${row.id}` as string} inherit>
        {textAt(row, 'name')}
      </Anchor>{' '}
      <Status value={textAt(row, 'status')} />
    </Table.Th>
  );
};

const contractValue = (row: Row): string => {
  const terms = termsOf(row);
  return money(contractValueOf(terms), terms.currency ?? 'USD');
};

const Differences = ({ one, other }: { one: Row; other: Row }) => {
  const [showsAll, setShowsAll] = useState(false);
  const terms = compareOffers(one, other);
  const different = terms.filter(({ isSame }) => !isSame);
  const shown = showsAll ? terms : different;
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {different.length === 0 ? texts.same : texts.differ(different.length, terms.length)}
        </Text>
        <Switch
          label={texts.alsoSame}
          checked={showsAll}
          onChange={({ currentTarget }) => setShowsAll(currentTarget.checked)}
        />
      </Group>
      <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.term}</Table.Th>
              <Head row={one} />
              <Head row={other} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Table.Tr>
              <Table.Th scope="row">{texts.contractValue}</Table.Th>
              <Table.Td className="number">{contractValue(one)}</Table.Td>
              <Table.Td className="number">{contractValue(other)}</Table.Td>
            </Table.Tr>
            {shown.map(({ path, label, one: mine, other: theirs, isSame }) => (
              <Table.Tr key={path}>
                <Table.Th scope="row" fw={500}>
                  {label}
                </Table.Th>
                {[mine, theirs].map((value, at) => (
                  <Table.Td
                    // biome-ignore lint/suspicious/noArrayIndexKey: there are always two columns
                    key={at}
                    fw={isSame ? undefined : 600}
                    style={{ overflowWrap: 'anywhere' }}
                  >
                    {typeof value === 'string' && /Time$|chargeOn$/.test(path) ? (
                      <Time value={value} isExact />
                    ) : (
                      <Value value={value} field={path} />
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
};

const Other = ({ noun, one, id }: { noun: Noun; one: Row; id: string }) => {
  const { data, error } = useItem(noun, id);
  if (error) return <Fault error={error} />;
  return data ? <Differences one={one} other={data.row} /> : <Lines />;
};

const Compared = ({ noun, id }: { noun: Noun; id: string }) => {
  const navigate = useNavigate();
  const { with: other = '' } = useSearch({ strict: false }) as { with?: string };
  const { data, error } = useItem(noun, id);
  if (error) return <Fault error={error} />;
  if (!data) return <Lines />;
  return (
    <Stack>
      <PageHeading>{texts.title(textAt(data.row, 'name'))}</PageHeading>
      <ReferenceInput
        noun={noun}
        label={texts.other}
        value={other}
        onChange={(next) => void navigate({ to: '.', search: (next ? { with: next } : {}) as never, replace: true })}
      />
      {other !== '' && <Other noun={noun} one={data.row} id={other} />}
    </Stack>
  );
};

/** Two offers side by side, by the terms in which they differ. */
export const CompareOffers = () => {
  const { id = '' } = useParams({ strict: false });
  const noun = nounAt('offers');
  return noun && <Compared noun={noun} id={id} />;
};
