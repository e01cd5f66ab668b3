import { Card, Table, Title } from '@mantine/core';
import type { Row } from '../api/list.ts';
import { money } from '../lib/format.ts';
import { valueAt } from '../nouns/noun.ts';
import { ownerAmountsTexts as texts } from '../texts/owner-amounts.ts';

type Amounts = {
  currency: string;
  grossAmount: number;
  invoicedAmount: number;
  collectableAmount: number;
  disbursedAmount: number;
};

/** What the revenue records of a contract or a customer add up to, a line for each currency. Nothing where there are none. */
export const OwnerAmounts = ({ row }: { row: Row }) => {
  const amounts = valueAt(row, 'info.amountsByCurrency') as Amounts[] | undefined;
  if (!amounts || amounts.length === 0) return null;
  return (
    <Card withBorder component="section" aria-label={texts.title}>
      <Title order={2} size="h5" mb="sm">
        {texts.title}
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.currency}</Table.Th>
            <Table.Th ta="right">{texts.gross}</Table.Th>
            <Table.Th ta="right">{texts.invoiced}</Table.Th>
            <Table.Th ta="right">{texts.collectable}</Table.Th>
            <Table.Th ta="right">{texts.disbursed}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {amounts.map((one) => (
            <Table.Tr key={one.currency}>
              <Table.Td>{one.currency}</Table.Td>
              {[one.grossAmount, one.invoicedAmount, one.collectableAmount, one.disbursedAmount].map((amount, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are
                <Table.Td key={at} ta="right" className="number">
                  {money(amount, one.currency)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
};
