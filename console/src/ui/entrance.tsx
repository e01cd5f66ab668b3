import { Box, Card, Center, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { entranceTexts as texts } from '../texts/entrance.ts';
import { PageHeading } from './page-heading.tsx';

/** The layout of screens for people who are not signed in. */
export const Entrance = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <Center mih="100dvh" p="md" component="main">
    <Stack w="100%" maw={420} gap="lg">
      <Group gap="sm" justify="center">
        <img src="/console/icon.svg" width={32} height={32} alt="" />
        <Text fw={650}>{texts.product}</Text>
      </Group>
      <Card withBorder padding="xl" shadow="sm">
        <Stack gap="md">
          <Box>
            <PageHeading>{title}</PageHeading>
            {text && (
              <Text size="sm" c="dimmed" mt={4}>
                {text}
              </Text>
            )}
          </Box>
          {children}
        </Stack>
      </Card>
    </Stack>
  </Center>
);
