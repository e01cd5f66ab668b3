import { Anchor, Button, Card, Group, Stack, Table, Text, Title, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../api/ask.ts';
import { whyNot } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { problemOf } from '../api/problem.ts';
import { useOrgId } from '../api/session.ts';
import { carryOut } from '../forms/act-form.tsx';
import { ReferenceInput } from '../forms/reference-input.tsx';
import { wordOf } from '../lib/words.ts';
import { textAt } from '../nouns/noun.ts';
import { nounAt } from '../nouns/nouns.tsx';
import { companyCardTexts as texts } from '../texts/company-card.ts';
import { Fault } from '../ui/states.tsx';
import { membersQuery, newCompanyId, similarity, suggestionQuery } from './company.ts';

/** The maximum number of customers that a company has in the console. */
const most = 100;

const companyOf = (buyer: Row): string => textAt(buyer, 'companyID');

const readBuyers = async (orgId: string, q: string): Promise<Row[]> =>
  pageFrom(await ask('QueryBuyers', { path: { orgId }, query: { q, page_size: most } })).rows;

/** The customers of one company over all clouds, with this one among them. */
export const useCompany = (buyer: Row) => {
  const orgId = useOrgId();
  const companyId = companyOf(buyer);
  const { data, error } = useQuery({
    queryKey: ['org', orgId, 'company', companyId],
    enabled: companyId !== '',
    queryFn: () => readBuyers(orgId, membersQuery(companyId)),
  });
  return { companyId, members: data?.length ? data : [buyer], error };
};

const useSuggestions = (buyer: Row, members: readonly Row[]): { other: Row; reason: string }[] => {
  const orgId = useOrgId();
  const q = suggestionQuery(buyer);
  const { data = [] } = useQuery({
    queryKey: ['org', orgId, 'company-suggestions', q],
    enabled: q !== undefined,
    queryFn: () => readBuyers(orgId, q ?? ''),
  });
  const known = new Set(members.map(({ id }) => id));
  return data
    .filter(({ id }) => !known.has(id))
    .flatMap((other) => {
      const reason = similarity(buyer, other);
      return reason === undefined ? [] : [{ other, reason }];
    });
};

/** Adds customers to a company or removes them, and shows what was refused. */
const useRegroup = () => {
  const orgId = useOrgId();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const regroup = async (buyers: readonly Row[], companyID: string | null, done: string): Promise<void> => {
    setBusy(true);
    const refused: string[] = [];
    for (const buyer of buyers) {
      const act = { operation: 'UpdateBuyer', path: { orgId, buyerId: textAt(buyer, 'id') } };
      try {
        await carryOut(act, { companyID }, { key: crypto.randomUUID() });
      } catch (error) {
        refused.push(`${textAt(buyer, 'name')}: ${problemOf(error).message}`);
      }
    }
    await queries.invalidateQueries({ queryKey: ['org', orgId] });
    setBusy(false);
    notifications.show(refused.length > 0 ? { color: 'red', message: refused.join(' ') } : { message: done });
  };
  return { regroup, isBusy };
};

const BuyerCells = ({ buyer }: { buyer: Row }) => {
  const orgId = useOrgId();
  return (
    <>
      <Table.Td>
        <Anchor component={Link} to={`/console/${orgId}/customers/${textAt(buyer, 'id')}` as string} inherit>
          {textAt(buyer, 'name')}
        </Anchor>
      </Table.Td>
      <Table.Td>{wordOf(textAt(buyer, 'partner'))}</Table.Td>
      <Table.Td>{textAt(buyer, 'externalID') || '—'}</Table.Td>
    </>
  );
};

/** The customers of one company: those assigned, those suggested, and the acts to change it. */
export const CompanyCard = ({ buyer }: { buyer: Row }) => {
  const orgId = useOrgId();
  const { companyId, members, error } = useCompany(buyer);
  const suggestions = useSuggestions(buyer, members);
  const { regroup, isBusy } = useRegroup();
  const [chosen, setChosen] = useState('');
  const reason = whyNot(operationOf('UpdateBuyer'), useMe());
  const noun = nounAt('customers');

  const merge = async (other: Row): Promise<void> => {
    const target = companyId || companyOf(other) || newCompanyId(buyer);
    // A customer that already belongs to another company brings that whole company along.
    const others = companyOf(other) ? await readBuyers(orgId, membersQuery(companyOf(other))) : [other];
    const changed = [...(companyId ? [] : [buyer]), ...others].filter((one) => companyOf(one) !== target);
    await regroup(changed, target, texts.merged(textAt(other, 'name'), textAt(buyer, 'name')));
  };
  const mergeChosen = async (): Promise<void> => {
    const { body } = await ask('GetBuyer', { path: { orgId, buyerId: chosen } });
    setChosen('');
    await merge(body as Row);
  };
  const disabled = isBusy || reason !== undefined;
  if (error) return <Fault error={error} />;
  return (
    <Card withBorder component="section" aria-label={texts.company}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">
            {companyId ? texts.companyWithId(companyId) : texts.company}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.accounts(members.length)}
          </Text>
        </Group>
        <Table.ScrollContainer minWidth={460} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.columns.customer}</Table.Th>
                <Table.Th>{texts.columns.channel}</Table.Th>
                <Table.Th>{texts.columns.account}</Table.Th>
                <Table.Th aria-label={texts.columns.acts} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {members.map((member) => (
                <Table.Tr key={textAt(member, 'id')}>
                  <BuyerCells buyer={member} />
                  <Table.Td ta="right">
                    {companyId && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        disabled={disabled}
                        title={reason}
                        onClick={() => void regroup([member], null, texts.standsAlone(textAt(member, 'name')))}
                      >
                        {texts.splitOff}
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
              {suggestions.map(({ other, reason: why }) => (
                <Table.Tr key={textAt(other, 'id')} aria-label={texts.suggested(textAt(other, 'name'))}>
                  <BuyerCells buyer={other} />
                  <Table.Td ta="right">
                    <Tooltip label={texts.suggestedWhy(why)}>
                      <Button
                        size="compact-sm"
                        variant="light"
                        disabled={disabled}
                        title={reason}
                        onClick={() => void merge(other)}
                      >
                        {texts.mergeSuggested}
                      </Button>
                    </Tooltip>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {noun && (
          <Group align="flex-end" gap="xs">
            <ReferenceInput noun={noun} value={chosen} onChange={setChosen} label={texts.another} />
            <Button
              variant="default"
              disabled={disabled || chosen === '' || chosen === buyer.id}
              title={reason}
              onClick={() => void mergeChosen()}
            >
              {texts.merge}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
};
