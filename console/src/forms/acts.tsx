import { Button, Code, CopyButton, Group, Menu, Modal, Stack, Text, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconChevronDown } from '@tabler/icons-react';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { type Subject, whyNot } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import { useMe } from '../api/me.ts';
import { actsTexts as texts } from '../texts/acts.ts';
import { type Act, ActForm } from './act-form.tsx';

type Opened = Act & { onDone?: (body: unknown) => void };

const OpenAct = createContext<(act: Opened) => void>(() => {});

/** Opens the form of an act. */
export const useOpenAct = (): ((act: Opened) => void) => useContext(OpenAct);

const ShowSecret = createContext<(body: unknown) => void>(() => {});

/** Shows the secret in an answer, if there is one. */
export const useShowSecret = (): ((body: unknown) => void) => useContext(ShowSecret);

/** What is shown once and never again, such as the secret of an app. */
const secretIn = (body: unknown): string | undefined => {
  const found = Object.entries((typeof body === 'object' && body) || {}).find(
    ([name, value]) => /^(clientSecret|secret|apiKey|hookSecret)$/.test(name) && typeof value === 'string',
  );
  return found?.[1] as string | undefined;
};

export const Acts = ({ children }: { children: ReactNode }) => {
  const [act, setAct] = useState<Opened>();
  const [secret, setSecret] = useState<string>();
  const showSecret = useCallback((body: unknown): void => setSecret(secretIn(body)), []);
  const close = (): void => setAct(undefined);
  return (
    <OpenAct.Provider value={setAct}>
      <ShowSecret.Provider value={showSecret}>{children}</ShowSecret.Provider>
      <Modal
        opened={act !== undefined}
        onClose={close}
        title={act && operationOf(act.operation).summary}
        size="lg"
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        {act && (
          <ActForm
            act={act}
            onCancel={close}
            onDone={(body) => {
              close();
              notifications.show({ message: texts.done(operationOf(act.operation).summary) });
              showSecret(body);
              act.onDone?.(body);
            }}
          />
        )}
      </Modal>
      <Modal
        opened={secret !== undefined}
        onClose={() => setSecret(undefined)}
        title={texts.secret.title}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Stack>
          <Text size="sm">{texts.secret.shownOnce}</Text>
          <Code block>{secret}</Code>
          <Group justify="flex-end">
            <CopyButton value={secret ?? ''}>
              {({ copied, copy }) => <Button onClick={copy}>{copied ? texts.secret.copied : texts.secret.copy}</Button>}
            </CopyButton>
          </Group>
        </Stack>
      </Modal>
    </OpenAct.Provider>
  );
};

/** The button of an act. Where it is not possible it stays, and says why. */
export const ActButton = ({
  act,
  subject,
  label,
  isPrimary,
  onDone,
}: {
  act: Act;
  subject?: Subject;
  label?: string;
  isPrimary?: boolean;
  onDone?: (body: unknown) => void;
}) => {
  const open = useOpenAct();
  const reason = whyNot(operationOf(act.operation), useMe(), subject);
  const button = (
    <Button
      size="sm"
      variant={isPrimary ? 'filled' : 'default'}
      aria-disabled={reason !== undefined}
      data-disabled={reason !== undefined || undefined}
      onClick={() => reason === undefined && open({ ...act, onDone })}
    >
      {label ?? operationOf(act.operation).summary}
    </Button>
  );
  return reason === undefined ? (
    button
  ) : (
    <Tooltip label={reason} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      {button}
    </Tooltip>
  );
};

/** All acts on a thing, those that are possible first; each other one says why it is not. */
export const ActMenu = ({ acts, subject }: { acts: readonly Act[]; subject: Subject }) => {
  const open = useOpenAct();
  const me = useMe();
  const judged = acts
    .map((act) => ({
      act,
      operation: operationOf(act.operation),
      reason: whyNot(operationOf(act.operation), me, subject),
    }))
    .sort((a, b) => Number(a.reason !== undefined) - Number(b.reason !== undefined));
  if (judged.length === 0) return null;
  return (
    <Menu position="bottom-end" width={340} withinPortal>
      <Menu.Target>
        <Button variant="default" size="sm" rightSection={<IconChevronDown size={16} />}>
          {texts.allActs}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={460} style={{ overflowY: 'auto' }}>
        {judged.map(({ act, operation, reason }) => (
          <Menu.Item
            key={act.operation}
            aria-disabled={reason !== undefined}
            data-disabled={reason !== undefined || undefined}
            closeMenuOnClick={reason === undefined}
            color={operation.method === 'DELETE' && reason === undefined ? 'red' : undefined}
            onClick={() => reason === undefined && open(act)}
            style={{ opacity: 1 }}
          >
            <Text size="sm" c={reason === undefined ? undefined : 'dimmed'}>
              {operation.summary}
            </Text>
            {reason !== undefined && (
              <Text size="xs" c="dimmed">
                {reason}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
