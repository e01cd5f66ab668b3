import { Alert, Anchor, Button, Center, Code, Loader, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconInbox, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { problemOf } from '../api/problem.ts';
import { statesTexts as texts } from '../texts/states.tsx';

/** Why something is not shown, and what to do. */
export const Fault = ({ error, retry }: { error: unknown; retry?: () => void }) => {
  const { title, message, status, requestId, type, info } = problemOf(error);
  const isOld = (info as { signInAgain?: boolean } | undefined)?.signInAgain === true;
  const isForbidden = status === 403 && !isOld;
  return (
    <Alert
      role="alert"
      color={isForbidden ? 'gray' : 'red'}
      icon={isForbidden ? <IconLock /> : <IconAlertTriangle />}
      title={isForbidden ? texts.notForRole : isOld ? texts.signInAgain : title}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{isOld ? texts.sessionEnded : status === 412 ? texts.changedMeanwhile : message}</Text>
        {isOld && (
          // Not in place of this page: a form would lose what was typed. The other tab signs in this one too.
          <Anchor
            target="_blank"
            href={`/console/sign-in?returnTo=${encodeURIComponent(window.location.pathname + window.location.search)}`}
            size="sm"
          >
            {texts.signInAgain}
          </Anchor>
        )}
        {requestId && !isForbidden && !isOld && (
          <Text size="xs">
            {texts.request(<Code>{requestId}</Code>)}{' '}
            {type && (
              <Anchor href={type} target="_blank" rel="noreferrer" inherit underline="always">
                {texts.whatItMeans}
              </Anchor>
            )}
          </Text>
        )}
        {retry && !isForbidden && (
          <Button size="xs" variant="default" onClick={retry}>
            {texts.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
};

/** The content of an empty list. */
export const Empty = ({ title, text, action }: { title: string; text: string; action?: ReactNode }) => (
  <Center py={56} px="md">
    <Stack align="center" gap="xs" maw={440} ta="center">
      <ThemeIcon size={48} radius="xl" variant="light" color="gray" aria-hidden>
        <IconInbox />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {action}
    </Stack>
  </Center>
);

export const Waiting = () => (
  <Center py={80}>
    <Loader aria-label={texts.loading} />
  </Center>
);

/** A placeholder for lines of text, so that nothing moves when they are loaded. */
export const Lines = ({ count = 4 }: { count?: number }) => (
  <Stack gap="sm" aria-busy="true">
    {Array.from({ length: count }, (_, line) => line).map((line) => (
      <Skeleton key={line} h={18} w={`${90 - line * 12}%`} />
    ))}
  </Stack>
);

/** The page for an unknown address. */
export const NoSuchPage = () => <Empty title={texts.noSuchPage} text={texts.howToSearch} />;
