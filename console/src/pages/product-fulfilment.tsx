import { Alert, Anchor, Button, Card, Code, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { whyNotPermitted } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import { landingUrl, listDoors, tryLanding } from '../api/landing.ts';
import type { Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { useOrgId } from '../api/session.ts';
import { ActButton } from '../forms/acts.tsx';
import { wordOf } from '../lib/words.ts';
import { textAt } from '../nouns/noun.ts';
import { productFulfilmentTexts as texts } from '../texts/product-fulfilment.tsx';
import { AskButton } from '../ui/ask-button.tsx';
import { Fault, Lines } from '../ui/states.tsx';
import { Time } from '../ui/value.tsx';

/** Opens the address like a buyer without a token. */
const Test = ({ url, partner }: { url: string; partner: string }) => {
  const test = useMutation({ mutationFn: () => tryLanding(url) });
  return (
    <Stack gap="sm" align="flex-start">
      <AskButton question={test}>{texts.test.run}</AskButton>
      {test.data !== undefined && (
        <Alert w="100%" role="status" color="teal" icon={<IconCircleCheck />} title={texts.test.answers}>
          {texts.test.asksFor(<Code>{test.data}</Code>, wordOf(partner))}
        </Alert>
      )}
    </Stack>
  );
};

/** The URL to which buyers of the product are currently sent, and the act that changes it. */
const Registered = ({ row, url }: { row: Row; url: string }) => {
  const orgId = useOrgId();
  const partner = wordOf(textAt(row, 'partner'));
  const registered = textAt(row, 'fulfillmentUrl');
  const id = textAt(row, 'id');
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {registered === ''
          ? texts.registered.unknown(partner)
          : registered === url
            ? texts.registered.same(partner)
            : texts.registered.other(partner, <b>{registered}</b>)}
      </Text>
      {registered !== url && (
        <ActButton
          label={texts.registered.register}
          subject={{ status: textAt(row, 'status'), partner: textAt(row, 'partner') }}
          act={{
            operation: 'UpdateProductFulfillmentUrl',
            path: { orgId, productId: id },
            subject: row,
            initial: { id, organizationID: orgId, fulfillmentUrl: url },
            narrow: ({ properties: { fulfillmentUrl = {} } = {}, required }) => ({
              type: 'object',
              properties: { fulfillmentUrl },
              required: required?.filter((name) => name === 'fulfillmentUrl'),
            }),
          }}
        />
      )}
    </Stack>
  );
};

const Address = ({ row, connection }: { row: Row; connection: Row }) => {
  const partner = textAt(row, 'partner');
  const url = landingUrl(partner, textAt(connection, 'id'));
  const failing = ((connection.failing ?? []) as Row[]).find(({ call }) => call === 'LANDING');
  return (
    <Stack gap="sm">
      <Group gap="xs" align="flex-start">
        <Code block tabIndex={0} aria-label={texts.title} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {url}
        </Code>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button size="sm" variant="default" onClick={copy}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      {failing && (
        <Alert color="red" icon={<IconAlertTriangle />} title={texts.lastBuyerUnknown}>
          {textAt(failing, 'message')} <Time value={textAt(failing, 'since')} />
        </Alert>
      )}
      <Registered row={row} url={url} />
      <Test url={url} partner={partner} />
    </Stack>
  );
};

/** The address to which the marketplace sends the buyers of a product: what to copy, a test, and whether buyers are identified. */
export const ProductFulfilment = ({ row }: { row: Row }) => {
  const orgId = useOrgId();
  const refused = whyNotPermitted(operationOf('ListIntegrations'), useMe());
  const partner = textAt(row, 'partner');
  const account = textAt(row, 'partnerID');
  const { data, error } = useQuery({
    queryKey: ['org', orgId, 'marketplace-connections', partner, account],
    enabled: refused === undefined,
    queryFn: ({ signal }) => listDoors({ orgId, partner, account }, signal),
  });
  const own = data ?? [];
  const signUp = textAt(row, 'info.attributes.signUpUrl');
  return (
    <Card withBorder component="section" aria-label={texts.title}>
      <Title order={2} size="h5" mb="xs">
        {texts.title}
      </Title>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {texts.arrival(wordOf(partner), signUp !== '')}
        </Text>
        {signUp !== '' && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {texts.signUp(<b>{signUp}</b>)}
          </Text>
        )}
        {refused !== undefined && <Text size="sm">{refused}</Text>}
        {error && <Fault error={error} />}
        {!data && !error && refused === undefined && <Lines count={2} />}
        {data && own.length === 0 && (
          <Text size="sm">
            {texts.notConnected(
              <Anchor component={Link} to={`/console/${orgId}/connections/new` as string} inherit>
                {texts.connectIt}
              </Anchor>,
            )}
          </Text>
        )}
        {own.map((connection) => (
          <Address key={textAt(connection, 'id')} row={row} connection={connection} />
        ))}
      </Stack>
    </Card>
  );
};
