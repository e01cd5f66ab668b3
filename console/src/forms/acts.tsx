import { Button, Menu, Text, Tooltip } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type Subject, whyNot } from '../api/can.ts';
import { operationOf } from '../api/document.ts';
import { useMe } from '../api/me.ts';
import { actsTexts as texts } from '../texts/acts.ts';
import type { Act } from './act-form.tsx';
import { useOpenAct } from './open-act.tsx';

/** The button of an act. If the act is not possible, the button stays visible and shows the reason. */
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

/** All acts on a thing, the possible ones first; the others show why they are not possible. */
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
