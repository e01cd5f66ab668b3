import { TextInput } from '@mantine/core';
import type { Schema } from '../api/document.ts';
import type { Row } from '../api/list.ts';
import type { FieldFault } from '../api/problem.ts';
import { Field } from '../forms/field.tsx';
import { faultOf, type Schemas, schemaAt, shapeOf } from '../forms/schema.ts';
import { labelOf } from '../lib/words.ts';
import { valueAt } from '../nouns/noun.ts';
import { placedTexts as texts } from '../texts/placed.ts';
import type { Place } from './layouts.ts';

/** The terms of offers count in whole days. */
const DayInput = ({
  value,
  onChange,
  ...more
}: {
  value: unknown;
  onChange: (value: string | undefined) => void;
  label: string;
  description?: string;
  error?: string;
}) => (
  <TextInput
    {...more}
    type="date"
    value={String(value ?? '').slice(0, 10)}
    onChange={({ currentTarget }) => onChange(currentTarget.value ? `${currentTarget.value}T00:00:00.000Z` : undefined)}
  />
);

/** One field of the request, at any depth. */
export const Placed = ({
  place: { path, label },
  root,
  schemas,
  draft,
  faults,
  set,
}: {
  place: Place;
  root: Schema;
  schemas: Schemas;
  draft: Row;
  faults: readonly FieldFault[];
  set: (path: readonly string[], value: unknown) => void;
}) => {
  const schema = schemaAt(root, path, schemas);
  const steps = path.split('.');
  const name = steps.at(-1) ?? '';
  const value = valueAt(draft, path);
  const onChange = (next: unknown): void => set(steps, next);
  if (shapeOf(schema, schemas).kind === 'time')
    return (
      <DayInput
        label={label ?? labelOf(name)}
        description={[schema.description, texts.day].filter(Boolean).join(' ')}
        error={faultOf(faults, path)}
        value={value}
        onChange={onChange}
      />
    );
  return (
    <Field
      name={name}
      label={label}
      path={path}
      schema={schema}
      schemas={schemas}
      value={value}
      faults={faults}
      onChange={onChange}
    />
  );
};
