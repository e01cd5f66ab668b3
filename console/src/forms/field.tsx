import {
  ActionIcon,
  Button,
  Card,
  Fieldset,
  Group,
  JsonInput,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Schema } from '../api/document.ts';
import { events, roles } from '../api/endpoints.ts';
import type { FieldFault } from '../api/problem.ts';
import { ownZone } from '../lib/format.ts';
import { labelOf, wordOf } from '../lib/words.ts';
import { nounOfField } from '../nouns/nouns.tsx';
import { fieldTexts as texts } from '../texts/field.ts';
import { NumberField } from './number-field.tsx';
import { ReferenceInput } from './reference-input.tsx';
import { faultOf, resolve, type Schemas, shapeOf } from './schema.ts';

export type FieldProps = {
  name: string;
  /** As faults name it: `info.commits.0.rate`. */
  path: string;
  schema: Schema;
  schemas: Schemas;
  value: unknown;
  isRequired?: boolean;
  faults: readonly FieldFault[];
  onChange: (value: unknown) => void;
  label?: string;
};

/** `2027-06-30T12:00:00Z` in the format of the browser's datetime-local input. */
const toLocal = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') return '';
  const time = new Date(value);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

const JsonField = ({
  value,
  onChange,
  ...more
}: {
  value: unknown;
  onChange: (value: unknown) => void;
  label: string;
}) => {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const input = useRef<HTMLTextAreaElement>(null);
  return (
    <JsonInput
      {...more}
      ref={input}
      autosize
      minRows={2}
      maxRows={12}
      formatOnBlur
      validationError={texts.noJson}
      value={text}
      onChange={(next) => {
        setText(next);
        input.current?.setCustomValidity('');
        if (next.trim() === '') return onChange(undefined);
        try {
          onChange(JSON.parse(next));
        } catch {
          // The form cannot be sent with it: where any value is allowed it would be taken for a text, and the value before it unseen.
          input.current?.setCustomValidity(texts.noJson);
          onChange(next);
        }
      }}
    />
  );
};

/** The words that a list of any words usually has: nobody knows the permissions and the kinds of events by heart. */
const suggested = (path: string): string[] => {
  if (path === 'permissions') return [...new Set(Object.values(roles).flat())].sort();
  return path === 'types' ? events : [];
};

/** A field of a form, from the schema of the API alone. */
export const Field = (props: FieldProps) => {
  const { name, path, schema, schemas, value, isRequired = false, faults, onChange } = props;
  const resolved = resolve(schema, schemas);
  const shape = shapeOf(schema, schemas);
  const label = props.label ?? labelOf(name);
  const common = {
    label,
    description: resolved.description,
    withAsterisk: isRequired,
    error: faultOf(faults, path),
  };
  const text = typeof value === 'string' ? value : '';
  const noun = nounOfField(name);
  if (noun && shape.kind === 'text')
    return <ReferenceInput {...common} noun={noun} value={text} onChange={(next) => onChange(next || undefined)} />;
  switch (shape.kind) {
    case 'choice':
      return (
        <Select
          {...common}
          data={shape.words.map((word) => ({ value: word, label: wordOf(word) }))}
          value={text || null}
          onChange={(next) => onChange(next ?? undefined)}
          searchable={shape.words.length > 8}
          clearable={!isRequired}
        />
      );
    case 'yes-no':
      return (
        <Select
          {...common}
          data={[
            { value: 'true', label: texts.yes },
            { value: 'false', label: texts.no },
          ]}
          value={value === undefined ? null : String(value)}
          onChange={(next) => onChange(next === null ? undefined : next === 'true')}
          clearable
        />
      );
    case 'number':
      return (
        <NumberField
          {...common}
          allowDecimal={!shape.isWhole}
          decimalScale={9}
          min={resolved.minimum}
          max={resolved.maximum}
          value={typeof value === 'number' ? value : undefined}
          onChange={onChange}
        />
      );
    case 'time':
      return (
        <TextInput
          {...common}
          description={[resolved.description, texts.inZone(ownZone())].filter(Boolean).join(' ')}
          type="datetime-local"
          value={toLocal(value)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : new Date(currentTarget.value).toISOString())
          }
        />
      );
    case 'day':
      return (
        <TextInput
          {...common}
          type="date"
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        />
      );
    case 'text':
      return shape.isLong ? (
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          maxLength={resolved.maxLength}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        />
      ) : (
        <TextInput
          {...common}
          value={text}
          maxLength={resolved.maxLength}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        />
      );
    case 'words': {
      if (noun) {
        const ids = Array.isArray(value) ? value.map(String) : [];
        return (
          <Stack gap="xs">
            {[...ids, ''].map((id, at) => (
              <ReferenceInput
                // biome-ignore lint/suspicious/noArrayIndexKey: each place has its own choice
                key={at}
                {...(at === 0 ? common : { error: faultOf(faults, `${path}.${at}`) })}
                label={at === 0 ? label : texts.another(label, at + 1)}
                noun={noun}
                value={id}
                onChange={(next) => {
                  const all = [...ids.slice(0, at), next, ...ids.slice(at + 1)].filter(Boolean);
                  onChange(all.length === 0 ? undefined : all);
                }}
              />
            ))}
          </Stack>
        );
      }
      const item = resolve(resolved.items ?? {}, schemas);
      return (
        <TagsInput
          {...common}
          data={(item.enum ?? suggested(path)).filter((word): word is string => word !== null)}
          placeholder={Array.isArray(value) && value.length > 0 ? undefined : texts.typeWords}
          value={Array.isArray(value) ? value.map(String) : []}
          acceptValueOnBlur
          onChange={(next) => {
            const isNumber = [item.type].flat().includes('integer');
            onChange(next.length === 0 ? undefined : isNumber ? next.map(Number) : next);
          }}
        />
      );
    }
    case 'list':
      return <ListField {...props} label={label} item={shape.item} />;
    case 'object':
      return <ObjectField {...props} label={label} properties={shape.properties} required={shape.required} />;
    case 'json':
      return <JsonField {...common} value={value} onChange={onChange} />;
  }
};

const ListField = ({ path, schemas, value, faults, onChange, label = '', item }: FieldProps & { item: Schema }) => {
  const items = Array.isArray(value) ? value : [];
  const change = (next: unknown[]): void => onChange(next.length === 0 ? undefined : next);
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {faultOf(faults, path) && (
          <Text size="xs" c="var(--mantine-color-error)">
            {faultOf(faults, path)}
          </Text>
        )}
        {items.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values are edited in place and have no identity except their position
          <Card key={at} withBorder padding="sm">
            <Stack gap="sm">
              <Field
                name={`${label} ${at + 1}`}
                path={`${path}.${at}`}
                schema={item}
                schemas={schemas}
                value={one}
                faults={faults}
                onChange={(next) => change(items.map((old, place) => (place === at ? next : old)))}
              />
              <Group justify="flex-end">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={texts.remove(label, at + 1)}
                  onClick={() => change(items.filter((_, place) => place !== at))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Group>
            </Stack>
          </Card>
        ))}
        <Button
          variant="default"
          size="xs"
          data-fault={faultOf(faults, path) !== undefined || undefined}
          leftSection={<IconPlus size={14} />}
          onClick={() => change([...items, {}])}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.addTo(label)}
        </Button>
      </Stack>
    </Fieldset>
  );
};

/** An object's fields are rendered only when the person opens it, because partners' schemas are recursive. */
const ObjectField = ({
  path,
  schemas,
  value,
  faults,
  onChange,
  label,
  properties,
  required,
  isRequired,
}: FieldProps & { properties: Record<string, Schema>; required: readonly string[] }) => {
  const [isOpen, setOpen] = useState(value !== undefined || isRequired === true);
  if (!isOpen)
    return (
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={14} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
    );
  return (
    <Fieldset legend={label} role="group">
      <Fields {...{ path, schemas, faults, properties, required }} value={value} onChange={onChange} />
    </Fieldset>
  );
};

export type FieldsProps = {
  path: string;
  properties: Record<string, Schema>;
  required: readonly string[];
  schemas: Schemas;
  value: unknown;
  faults: readonly FieldFault[];
  onChange: (value: unknown) => void;
};

/** All fields of an object. */
export const Fields = ({ path, properties, required, schemas, value, faults, onChange }: FieldsProps) => {
  const given = (value ?? {}) as Record<string, unknown>;
  const change = (name: string, next: unknown): void => {
    const { [name]: _old, ...others } = given;
    onChange(next === undefined ? others : { ...given, [name]: next });
  };
  const isWide = (schema: Schema): boolean => ['list', 'object', 'json'].includes(shapeOf(schema, schemas).kind);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" style={{ alignItems: 'start' }}>
      {Object.entries(properties).map(([name, schema]) => (
        <div key={name} style={isWide(schema) ? { gridColumn: '1 / -1' } : undefined}>
          <Field
            name={name}
            path={path === '' ? name : `${path}.${name}`}
            schema={schema}
            schemas={schemas}
            value={given[name]}
            isRequired={required.includes(name)}
            faults={faults}
            onChange={(next) => change(name, next)}
          />
        </div>
      ))}
    </SimpleGrid>
  );
};
