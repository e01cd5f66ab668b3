import { Button, Code, CopyButton, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { operationOf } from '../api/document.ts';
import { actDialogsTexts as texts } from '../texts/act-dialogs.ts';
import { ActForm, type Opened } from './act-form.tsx';

/** Opens the dialog after it is mounted, so that it knows where to return the focus. */
const Dialog = ({ opened, ...props }: ModalProps) => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(opened), [opened]);
  return <Modal opened={isOpen} closeButtonProps={{ 'aria-label': texts.close }} {...props} />;
};

/** The form of an act, and the secret that an act returned. */
export const ActDialogs = ({
  act,
  onClose,
  onDone,
  secret,
  onCloseSecret,
}: {
  act: Opened | undefined;
  onClose: () => void;
  onDone: (body: unknown) => void;
  secret: string | undefined;
  onCloseSecret: () => void;
}) => {
  const isTouched = useRef(false);
  const isSending = useRef(false);
  const close = (): void => {
    isTouched.current = false;
    onClose();
  };
  return (
    <>
      <Dialog
        opened={act !== undefined}
        // Escape, and the cross, are pressed by mistake too. The button of the form says what it does.
        // While it is being sent, nobody can say whether it is done.
        onClose={() => !isSending.current && (!isTouched.current || window.confirm(texts.confirmClosing)) && close()}
        closeOnClickOutside={false}
        title={act && operationOf(act.operation).summary}
        size="lg"
      >
        {act && (
          <ActForm
            act={act}
            onTouch={() => {
              isTouched.current = true;
            }}
            onSending={(sending) => {
              isSending.current = sending;
            }}
            onCancel={close}
            onDone={(body, wasDoneBefore) => {
              close();
              const { summary } = operationOf(act.operation);
              notifications.show(
                wasDoneBefore
                  ? { message: texts.doneBefore(summary), color: 'orange', autoClose: false }
                  : { message: texts.done(summary) },
              );
              onDone(body);
              act.onDone?.(body);
            }}
          />
        )}
      </Dialog>
      <Dialog
        opened={secret !== undefined}
        onClose={onCloseSecret}
        closeOnClickOutside={false}
        title={texts.secret.title}
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
      </Dialog>
    </>
  );
};
