import { Anchor, Card, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/ask.ts';
import { pageFrom, type Row, readPages } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { ActButton } from '../forms/acts.tsx';
import { businessNow } from '../lib/clock.ts';
import { money, quantity } from '../lib/format.ts';
import { sumsOf } from '../lib/sums.ts';
import { wordOf } from '../lib/words.ts';
import { textAt } from '../nouns/noun.ts';
import { partnerCommissionsTexts as texts } from '../texts/partner-commissions.ts';
import { Fault, Lines } from '../ui/states.tsx';
import { Reference, Status, Time } from '../ui/value.tsx';

/** The rows that the table shows. The sums are of all. */
const most = 500;
const pageSize = 1000;
const pagesMost = 20;
const sides = ['SELLER', 'PARTNER'] as const;

type Sum = { side: (typeof sides)[number]; status: string; currency: string; amount: number };

/** Commissions owed and earned, by status and currency. */
const sumsIn = (rows: readonly Row[]): Sum[] =>
  sides.flatMap((side) =>
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
        label={texts.statementOf}
        type="month"
        value={month}
        onChange={({ currentTarget }) => setMonth(currentTarget.value)}
      />
      <Anchor href={`/org/${orgId}/prm/partner/${partnerId}/commissions/statement?month=${month}`} download pb={8}>
        {texts.download}
      </Anchor>
    </Group>
  );
};

/** The commissions of a partner: the amount for each deal, and the next step. */
export const PartnerCommissions = ({ row }: { row: Row }) => {
  const orgId = useOrgId();
  const partnerId = textAt(row, 'id');
  const { data, error } = useQuery({
    queryKey: ['org', orgId, 'commissions', partnerId],
    queryFn: ({ signal }) =>
      readPages(async (number) => {
        const query = { page_size: pageSize, page_number: number };
        return pageFrom(await ask('ListPartnerCommissions', { path: { orgId, partnerId }, query, signal }));
      }, pagesMost),
  });
  if (error) return <Fault error={error} />;
  if (!data) return <Lines />;
  const { rows, isWhole } = data;
  return (
    <Card withBorder component="section" aria-label={texts.title}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {texts.title}
        </Title>
        {rows.length > 0 && <Statement partnerId={partnerId} />}
      </Group>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      ) : (
        <Stack>
          <Group gap="xl">
            {(isWhole ? sumsIn(rows) : []).map(({ side, status, currency, amount }) => (
              <div key={`${side} ${status} ${currency}`}>
                <Text size="xs" c="dimmed">
                  {texts.sums[side](wordOf(status))}
                </Text>
                <Text fw={650} className="number">
                  {money(amount, currency)}
                </Text>
              </div>
            ))}
          </Group>
          {rows.length > most && (
            <Text size="sm" c="dimmed">
              {isWhole ? texts.onlyFirst(most, rows.length) : texts.tooMany(most)}
            </Text>
          )}
          <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{texts.columns.deal}</Table.Th>
                  <Table.Th>{texts.columns.status}</Table.Th>
                  <Table.Th>{texts.columns.won}</Table.Th>
                  <Table.Th>{texts.columns.terms}</Table.Th>
                  <Table.Th ta="right">{texts.columns.dealValue}</Table.Th>
                  <Table.Th ta="right">{texts.columns.amount}</Table.Th>
                  <Table.Th>{texts.columns.next}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.slice(0, most).map((one) => {
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
                            {texts.otherTermsProposed}
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
                            label={texts.moveOn}
                          />
                          <ActButton
                            act={{ operation: 'ProposeReferralCommissionUpdate', path, subject: one }}
                            subject={subject}
                            label={texts.otherTerms}
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
