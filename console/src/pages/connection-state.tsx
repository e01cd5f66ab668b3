import { Alert, Card, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Row } from '../api/list.ts';
import { textAt } from '../nouns/noun.ts';
import { Value } from '../ui/value.tsx';

/** Whether a connection works, what was read when, and which secrets are set. */
export const ConnectionState = ({ row }: { row: Row }) => {
  const hasError = textAt(row, 'status') === 'ERROR';
  return (
    <Stack>
      <Alert
        color={hasError ? 'red' : 'teal'}
        icon={hasError ? <IconAlertTriangle /> : <IconCircleCheck />}
        title={hasError ? 'The last call was refused' : 'The last call was answered'}
      >
        {hasError
          ? textAt(row, 'lastError.message')
          : 'Verify asks the partner again, and says which permission is missing.'}
      </Alert>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card withBorder>
          <Title order={2} size="h5" mb="xs">
            Account
          </Title>
          <Text size="sm" component="div">
            <Value value={row.accountId} /> · last read <Value value={row.lastSyncTime} />
          </Text>
          {textAt(row, 'hookPath') !== '' && (
            <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
              The partner sends its messages to <b>{window.location.origin + textAt(row, 'hookPath')}</b>
            </Text>
          )}
        </Card>
        <Card withBorder>
          <Title order={2} size="h5" mb="xs">
            Credentials that are set
          </Title>
          <List size="sm">
            {((row.credentialFields ?? []) as string[]).map((name) => (
              <List.Item key={name}>{name}</List.Item>
            ))}
          </List>
        </Card>
      </SimpleGrid>
    </Stack>
  );
};
