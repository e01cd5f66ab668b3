import { Anchor, Card, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/client.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { ActButton } from '../forms/acts.tsx';
import { businessNow } from '../lib/clock.ts';
import { money, quantity } from '../lib/format.ts';
import { sumsOf } from '../lib/sums.ts';
import { wordOf } from '../lib/words.ts';
import { textAt } from '../nouns/noun.ts';
import { Fault, Lines } from '../ui/states.tsx';
import { Reference, Status, Time } from '../ui/value.tsx';

const most = 500;
const sides: Readonly<Record<string, string>> = { SELLER: 'You owe', PARTNER: 'You earn' };

type Sum = { side: string; status: string; currency: string; amount: number };

/** What is owed and earned, by status and currency. */
const sumsIn = (rows: readonly Row[]): Sum[] =>
  Object.keys(sides).flatMap((side) =>
    [...new Set(rows.map((row) => textAt(row, 'status')))].flatMap((status) =>
      sumsOf(
        rows.filter((row) => row.side === side && row.status === status),
        'amount',
      ).map((sum) => ({ side, status, ...sum })),
    ),
  );

const Statement = ({ partnerId }: { partnerId: string }) => {
  const orgId = useOrgId();
  const [month, setMonth] = useState(new Date(businessNow()).toISOString().slice(0, 7));
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label="Statement of"
        type="month"
        value={month}
        onChange={({ currentTarget }) => setMonth(currentTarget.value)}
      />
      <Anchor href={`/org/${orgId}/prm/partner/${partnerId}/commissions/statement?month=${month}`} download pb={8}>
        Download as CSV
      </Anchor>
    </Group>
  );
};

/** The commissions of a partner: what each deal earns, and what is to be done next. */
export const PartnerCommissions = ({ row }: { row: Row }) => {
  const orgId = useOrgId();
  const partnerId = textAt(row, 'id');
  const { data, error } = useQuery({
    queryKey: ['org', orgId, 'commissions', partnerId],
    queryFn: async ({ signal }) =>
      pageFrom(await ask('ListPartnerCommissions', { path: { orgId, partnerId }, query: { page_size: most }, signal }))
        .rows,
  });
  if (error) return <Fault error={error} />;
  if (!data) return <Lines />;
  return (
    <Card withBorder component="section" aria-label="Commissions">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          Commissions
        </Title>
        {data.length > 0 && <Statement partnerId={partnerId} />}
      </Group>
      {data.length === 0 ? (
        <Text size="sm" c="dimmed">
          A commission begins when a deal with this partner is won.
        </Text>
      ) : (
        <Stack>
          <Group gap="xl">
            {sumsIn(data).map(({ side, status, currency, amount }) => (
              <div key={`${side} ${status} ${currency}`}>
                <Text size="xs" c="dimmed">
                  {sides[side]}, {wordOf(status).toLowerCase()}
                </Text>
                <Text fw={650} className="number">
                  {money(amount, currency)}
                </Text>
              </div>
            ))}
          </Group>
          <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Deal</Table.Th>
                  <Table.Th>Status</Table.Th>
                  <Table.Th>Won</Table.Th>
                  <Table.Th>Terms</Table.Th>
                  <Table.Th ta="right">Of</Table.Th>
                  <Table.Th ta="right">Commission</Table.Th>
                  <Table.Th>Next</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.map((one) => {
                  const currency = textAt(one, 'currency');
                  const subject = { status: textAt(one, 'status') };
                  const path = { orgId, referralId: textAt(one, 'referralId') };
                  return (
                    <Table.Tr key={textAt(one, 'id')}>
                      <Table.Td>
                        <Reference id={textAt(one, 'referralId')} />
                      </Table.Td>
                      <Table.Td>
                        <Status value={subject.status} />
                        {one.pendingUpdate !== undefined && (
                          <Text size="xs" c="dimmed">
                            Other terms are proposed
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td>
                        <Time value={textAt(one, 'wonTime')} />
                      </Table.Td>
                      <Table.Td>
                        {wordOf(textAt(one, 'terms.type'))}, {quantity(Number(textAt(one, 'terms.ratePercent')))} %
                      </Table.Td>
                      <Table.Td ta="right" className="number">
                        {money(Number(one.dealValue), currency)}
                      </Table.Td>
                      <Table.Td ta="right" className="number">
                        {money(Number(one.amount), currency)}
                      </Table.Td>
                      <Table.Td>
                        <Group gap="xs">
                          <ActButton
                            act={{
                              operation: 'AdvanceReferralCommission',
                              path,
                              subject: one,
                              initial: { action: 'ADVANCE' },
                            }}
                            subject={subject}
                            label="Move on"
                          />
                          <ActButton
                            act={{ operation: 'ProposeReferralCommissionUpdate', path, subject: one }}
                            subject={subject}
                            label="Other terms"
                          />
                        </Group>
                      </Table.Td>
                    </Table.Tr>
                  );
                })}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Stack>
      )}
    </Card>
  );
};
