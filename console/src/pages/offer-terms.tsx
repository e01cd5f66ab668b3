import { Alert, Anchor, Button, Card, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api/ask.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { termsOf } from '../lib/price.ts';
import { textAt, valueAt } from '../nouns/noun.ts';
import { labelOfTerm } from '../offers/compare.ts';
import { refusalsOf } from '../offers/refusals.ts';
import { offerTermsTexts as texts } from '../texts/offer-terms.ts';
import { PriceTables } from '../ui/price-tables.tsx';
import { Reference, Status, Value } from '../ui/value.tsx';

/** Why the marketplace refused the offer: readable reasons first, each with the term that it refers to. */
export const Refusal = ({ row }: { row: Row }) => {
  const refusals = refusalsOf(row);
  const raw = refusals.filter((one) => one.raw !== '' && one.raw !== one.readable);
  if (refusals.length === 0) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={texts.refused} role="alert">
      <List size="sm">
        {refusals.map(({ readable, path }) => (
          <List.Item key={readable}>
            {path === undefined ? '' : `${labelOfTerm(path)}: `}
            {readable}
          </List.Item>
        ))}
      </List>
      {raw.length > 0 && (
        <details>
          <summary>{texts.ownWords}</summary>
          {raw.map((one) => (
            <Text key={one.raw} size="sm">
              {one.raw}
            </Text>
          ))}
        </details>
      )}
    </Alert>
  );
};

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </div>
);

const Purchases = ({ id }: { id: string }) => {
  const orgId = useOrgId();
  const { data = [] } = useQuery({
    queryKey: ['org', orgId, 'purchases', id],
    queryFn: async ({ signal }) =>
      pageFrom(await ask('ListEntitlements', { path: { orgId }, query: { offerId: id, limit: 10 }, signal })).rows,
    retry: false,
  });
  if (data.length === 0)
    return (
      <Text span c="dimmed">
        {texts.noContracts}
      </Text>
    );
  return (
    <Stack gap={4}>
      {data.map((row) => (
        <Group key={textAt(row, 'id')} gap="xs">
          <Reference id={textAt(row, 'id')} />
          <Status value={textAt(row, 'status')} />
        </Group>
      ))}
    </Stack>
  );
};

/** The terms of an offer: buyer, deadline, price. */
export const OfferTerms = ({ row }: { row: Row }) => {
  const orgId = useOrgId();
  const link = textAt(row, 'info.privateOfferUrl');
  const openEula = async (): Promise<void> => {
    const { body } = await ask('GetOfferEula', { path: { orgId, offerId: textAt(row, 'id') } });
    if (typeof body === 'string') window.open(body, '_blank', 'noopener');
  };
  return (
    <Stack>
      <Refusal row={row} />
      <Card withBorder>
        <Title order={2} size="h5" mb="sm">
          {texts.terms}
        </Title>
        <SimpleGrid cols={{ base: 2, md: 4 }} verticalSpacing="sm">
          <Fact label={texts.facts.marketplace}>
            <Value value={row.partner} />
          </Fact>
          <Fact label={texts.facts.product}>
            <Value value={row.productID} />
          </Fact>
          <Fact label={texts.facts.customer}>
            <Value value={row.buyerID ?? valueAt(row, 'info.buyerAwsAccountIds')} />
          </Fact>
          <Fact label={texts.facts.contracts}>
            <Purchases id={textAt(row, 'id')} />
          </Fact>
          <Fact label={texts.facts.acceptUntil}>
            <Value value={row.expireTime} isExact />
          </Fact>
          <Fact label={texts.facts.lasts}>
            <Value value={valueAt(row, 'info.awsAgreementDuration') ?? row.endTime} isExact />
          </Fact>
          <Fact label={texts.facts.legalTerms}>
            <Group gap="xs">
              <Value value={valueAt(row, 'info.eulaType')} />
              {textAt(row, 'info.eulaUrl') !== '' && (
                <Button size="compact-xs" variant="default" onClick={() => void openEula()}>
                  {texts.openLegalTerms}
                </Button>
              )}
            </Group>
          </Fact>
          <Fact label={texts.facts.whereToAccept}>
            {link ? (
              <Anchor href={link} target="_blank" rel="noreferrer" inherit>
                {new URL(link).hostname}
              </Anchor>
            ) : (
              <Text span c="dimmed">
                {texts.unpublished}
              </Text>
            )}
          </Fact>
        </SimpleGrid>
      </Card>
      <PriceTables terms={termsOf(row)} />
    </Stack>
  );
};
