import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Fault } from './states.tsx';

/** Sends one request when pressed, and shows why it failed. A new request clears the previous result. */
export const AskButton = ({
  question: { error, isPending, mutate },
  children,
}: {
  question: Pick<UseMutationResult<unknown, Error, void>, 'error' | 'isPending' | 'mutate'>;
  children: ReactNode;
}) => (
  <>
    {error && <Fault error={error} />}
    <Button variant="default" size="sm" loading={isPending} onClick={() => mutate()}>
      {children}
    </Button>
  </>
);
