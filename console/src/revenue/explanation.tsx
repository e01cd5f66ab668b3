import { Button, Code, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/ask.ts';
import { keepAmong } from '../api/keep.ts';
import type { Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { saveCsv } from '../lib/csv.ts';
import { money } from '../lib/format.ts';
import { labelOf } from '../lib/words.ts';
import { type Column, textAt } from '../nouns/noun.ts';
import { explanationTexts as texts } from '../texts/explanation.tsx';
import { Fault, Lines } from '../ui/states.tsx';
import { Value } from '../ui/value.tsx';

/** The breakdown of a metric. */
type Explanation = {
  metric: string;
  definition: string;
  currency: string;
  amount: number | null;
  exact: string | null;
  parts: Row[];
  total_count: number;
};

const partsOnPage = 100;

/** `2026-04:churn` → `2026-04, Churn`; `mrr` → `MRR`. */
const titleOf = (cell: string): string =>
  cell
    .split(':')
    .map((part) => labelOf(part).replace(/^(Mrr|Arr)$|\bmrr\b/, (word) => word.toUpperCase()))
    .join(', ');

/** The fields shown for each kind of part, in this order. */
const columnsOf: Readonly<Record<string, readonly string[]>> = {
  ITEM: ['buyerID', 'entitlementID', 'productID', 'partner', 'amount', 'exact'],
  MOVEMENT: ['time', 'type', 'buyerID', 'amount', 'exact', 'causes'],
  FX: ['currency', 'opening', 'openingRate', 'closingRate', 'amount'],
  BUYER: ['buyerID', 'currency', 'opening', 'kept', 'closing'],
  USAGE: ['entitlementID', 'startTime', 'revenue', 'minimum', 'amount', 'exact'],
};

const columnOf = (name: string): Column => ({
  key: name,
  title: labelOf(name),
  align: name === 'amount' ? 'right' : undefined,
});

/** The contracts whose changes make up a movement. */
const Causes = ({ row }: { row: Row }) => (
  <Stack gap={2}>
    {((row.causes ?? []) as Row[]).map((cause, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a contract may change twice at once
      <Value key={at} value={textAt(cause, 'entitlementID')} field="entitlementID" />
    ))}
  </Stack>
);

const Part = ({ row, columns, currency }: { row: Row; columns: readonly Column[]; currency: string }) => (
  <Table.Tr>
    {columns.map(({ key, align }) => (
      <Table.Td key={key} ta={align} className={align && 'number'}>
        {key === 'causes' ? <Causes row={row} /> : <Value value={row[key]} field={key} currency={currency} />}
      </Table.Td>
    ))}
  </Table.Tr>
);

/** The breakdown of one figure of the revenue page. */
export const Explained = ({
  cell,
  query,
  onClose,
}: {
  cell: string;
  query: Record<string, string>;
  onClose: () => void;
}) => {
  const orgId = useOrgId();
  const [page, setPage] = useState(1);
  const read = async (number: number): Promise<Explanation> =>
    (
      await ask('ExplainRevenueMetrics', {
        path: { orgId },
        query: { ...query, cell, page_size: partsOnPage, page_number: number },
      })
    ).body as Explanation;
  const among = ['org', orgId, 'explain', query, cell];
  const { data, error, refetch } = useQuery({
    queryKey: [...among, page],
    placeholderData: keepAmong(among),
    queryFn: () => read(page),
  });
  const kinds = [...new Set(data?.parts.map((part) => textAt(part, 'kind')))];
  const columns = kinds.flatMap((kind) => columnsOf[kind] ?? []).map(columnOf);
  const shown = columns.filter(({ key }, at) => columns.findIndex((one) => one.key === key) === at);

  const download = async (): Promise<void> => {
    const parts: Row[] = [];
    for (let number = 1; number === 1 || parts.length < (data?.total_count ?? 0); number += 1) {
      const next = await read(number);
      if (next.parts.length === 0) break;
      parts.push(...next.parts);
    }
    // Amounts are in the currency of the report; that of a part is the one in which it was agreed.
    saveCsv(`revenue-${cell.replaceAll(':', '-')}-${data?.currency}.csv`, [columnOf('kind'), ...shown], parts);
  };

  return (
    <Modal opened onClose={onClose} size="xl" title={titleOf(cell)} closeButtonProps={{ 'aria-label': texts.close }}>
      {error ? (
        <Fault error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Lines />
      ) : (
        <Stack>
          <Text size="sm">{data.definition}</Text>
          <Group gap="lg">
            {data.amount !== null && /Retention$/.test(data.metric) ? (
              <Text fw={650}>{(data.amount * 100).toFixed(1)} %</Text>
            ) : (
              <Text fw={650} className="number">
                {data.amount === null ? texts.noFigure : money(data.amount, data.currency)}
              </Text>
            )}
            {data.exact !== null && (
              <Text size="sm" c="dimmed">
                {texts.exactly(<Code>{data.exact}</Code>)}
              </Text>
            )}
          </Group>
          {data.parts.length === 0 ? (
            <Text size="sm" c="dimmed">
              {texts.nothingAdds}
            </Text>
          ) : (
            <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
              <Table aria-label={texts.parts}>
                <Table.Thead>
                  <Table.Tr>
                    {shown.map(({ key, title, align }) => (
                      <Table.Th key={key} ta={align}>
                        {title}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.parts.map((row, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id
                    <Part key={at} row={row} columns={shown} currency={data.currency} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )}
          <Group justify="space-between">
            <Text size="xs" c="dimmed">
              {texts.partsAdd(data.total_count)}
            </Text>
            <Group gap="xs">
              {page > 1 && (
                <Button variant="default" onClick={() => setPage(page - 1)}>
                  {texts.before}
                </Button>
              )}
              {page * partsOnPage < data.total_count && (
                <Button variant="default" onClick={() => setPage(page + 1)}>
                  {texts.more}
                </Button>
              )}
              <Button variant="default" disabled={data.parts.length === 0} onClick={() => void download()}>
                {texts.download}
              </Button>
            </Group>
          </Group>
        </Stack>
      )}
    </Modal>
  );
};
