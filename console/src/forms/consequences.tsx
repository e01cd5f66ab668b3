import { Alert, List, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Operation } from '../api/document.ts';
import { type Problem, ProblemError } from '../api/problem.ts';
import { currencyOf } from '../lib/amounts.ts';
import { labelOf, wordOf } from '../lib/words.ts';
import { consequencesTexts as texts } from '../texts/consequences.ts';
import { Fault } from '../ui/states.tsx';
import { Value } from '../ui/value.tsx';

type Thing = Record<string, unknown>;

const quiet = /(Time|etag|version|organizationID)$/;

const differences = (before: Thing, after: Thing): { name: string; from: unknown; to: unknown }[] =>
  Object.keys(after)
    .filter((name) => !quiet.test(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({ name, from: before[name], to: after[name] }));

/** The result of a dry run, in words. */
export const Consequences = ({
  operation,
  subject,
  problem,
  foreseen,
  isChecking,
  effect,
}: {
  operation: Operation;
  subject?: Thing;
  problem?: Problem;
  foreseen?: unknown;
  isChecking: boolean;
  /** The messages that it sends to people. */
  effect?: string;
}) => {
  if (isChecking && problem === undefined && foreseen === undefined)
    return (
      <Text size="sm" c="dimmed" role="status">
        <Loader size={12} mr={8} />
        {texts.checking}
      </Text>
    );
  // It says nothing about the values, but that nobody is signed in any more.
  if (problem?.status === 401) return <Fault error={new ProblemError(problem)} />;
  if (problem)
    return (
      <Alert
        role="status"
        color="orange"
        icon={isChecking ? <Loader size={16} /> : <IconAlertTriangle />}
        title={texts.notYet}
      >
        {problem.faults.length > 0 ? (
          <List size="sm">
            {problem.faults.map(({ path, message }) => (
              <List.Item key={path + message}>
                {path === '' ? '' : `${path.split('.').map(labelOf).join(' › ')}: `}
                {message}
              </List.Item>
            ))}
          </List>
        ) : (
          <Text size="sm">{problem.message}</Text>
        )}
      </Alert>
    );
  if (foreseen === undefined) return null;
  const after = (
    typeof foreseen === 'object' && foreseen !== null && !Array.isArray(foreseen) ? foreseen : {}
  ) as Thing;
  const isSame = subject?.id !== undefined && subject.id === after.id;
  const changes = isSame ? differences(subject, after) : [];
  const [status] = operation.movesTo ?? [];
  return (
    <Alert
      role="status"
      color="teal"
      icon={isChecking ? <Loader size={16} /> : <IconCircleCheck />}
      title={texts.accepted}
    >
      {changes.length > 0 ? (
        <List size="sm">
          {changes.map(({ name, from, to }) => (
            <List.Item key={name}>
              {labelOf(name)}: <Value value={from} field={name} currency={currencyOf(subject ?? {}, name)} />
              {' → '}
              <Value value={to} field={name} currency={currencyOf(after, name)} />
            </List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm">
          {typeof after.status === 'string' && !isSame
            ? texts.beginsAs(wordOf(after.status))
            : status !== undefined
              ? texts.becomes(wordOf(status))
              : (effect ?? (isSame ? texts.nothing : texts.elsewhere))}
        </Text>
      )}
      {effect && (changes.length > 0 || (typeof after.status === 'string' && !isSame) || status !== undefined) && (
        <Text size="sm">{effect}</Text>
      )}
    </Alert>
  );
};
