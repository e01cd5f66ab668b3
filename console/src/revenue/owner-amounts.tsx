import { Card, Table, Title } from '@mantine/core';
import type { Row } from '../api/list.ts';
import { money } from '../lib/format.ts';
import { valueAt } from '../nouns/noun.ts';
import { ownerAmountsTexts as texts } from '../texts/owner-amounts.ts';

const columns = [
  ['grossAmount', texts.gross],
  ['invoicedAmount', texts.invoiced],
  ['collectableAmount', texts.collectable],
  ['disbursedAmount', texts.disbursed],
] as const;

type Amounts = { currency: string } & Record<(typeof columns)[number][0], number>;

/** The totals of a contract's or a customer's revenue records, one line for each currency. Renders nothing if there are none. */
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
            {columns.map(([name, title]) => (
              <Table.Th key={name} ta="right">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {amounts.map((one) => (
            <Table.Tr key={one.currency}>
              <Table.Td>{one.currency}</Table.Td>
              {columns.map(([name]) => (
                <Table.Td key={name} ta="right" className="number">
                  {money(one[name], one.currency)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
};
