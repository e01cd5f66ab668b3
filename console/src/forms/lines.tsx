import { ActionIcon, Button, Checkbox, Select, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Schema } from '../api/document.ts';
import type { Row } from '../api/list.ts';
import type { FieldFault } from '../api/problem.ts';
import { wordOf } from '../lib/words.ts';
import { linesTexts as texts } from '../texts/lines.ts';
import { NumberField } from './number-field.tsx';
import { faultOf, type Schemas, schemaAt, shapeOf } from './schema.ts';

/** A column of a list: a member of the list's items. */
export type LineColumn = { name: string; label: string; aria?: string; width?: number; placeholder?: string };

type CellProps = {
  label: string;
  schema: Schema;
  schemas: Schemas;
  /** The choices, if the schema does not list them. */
  options?: readonly string[];
  placeholder?: string;
  value: unknown;
  error?: string;
  onChange: (value: unknown) => void;
};

const Cell = ({ label, schema, schemas, options = [], placeholder, value, error, onChange }: CellProps) => {
  const shape = shapeOf(schema, schemas);
  const text = String(value ?? '');
  const common = { 'aria-label': label, error, placeholder };
  const words = shape.kind === 'choice' ? shape.words : options;
  if (words.length > 0)
    return (
      <Select
        {...common}
        data={[...new Set([...(text === '' ? [] : [text]), ...words])].map((word) => ({
          value: word,
          label: shape.kind === 'choice' ? wordOf(word) : word,
        }))}
        value={text || null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  if (shape.kind === 'yes-no')
    return (
      <Checkbox
        aria-label={label}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  if (shape.kind === 'number')
    return (
      <NumberField
        {...common}
        allowDecimal={!shape.isWhole}
        decimalScale={9}
        value={typeof value === 'number' ? value : undefined}
        onChange={onChange}
      />
    );
  if (shape.kind === 'time')
    return (
      <TextInput
        {...common}
        type="date"
        value={text.slice(0, 10)}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value ? `${currentTarget.value}T00:00:00.000Z` : undefined)
        }
      />
    );
  return (
    <TextInput {...common} value={text} onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)} />
  );
};

/** A list of the request as a small table whose lines are edited in place. */
export const Lines = ({
  title,
  add,
  one,
  path,
  item,
  schemas,
  lines,
  columns,
  options = {},
  faults,
  result,
  fresh,
  onChange,
  minWidth = 520,
}: {
  title: string;
  add: string;
  /** The name of one line for screen readers. */
  one: string;
  /** As faults name the list. */
  path: string;
  /** The schema of a line. */
  item: Schema;
  schemas: Schemas;
  lines: readonly Row[];
  columns: readonly LineColumn[];
  options?: Readonly<Record<string, readonly string[]>>;
  faults: readonly FieldFault[];
  /** The total of a line. */
  result?: { label: string; of: (line: Row) => string };
  fresh: () => Row;
  onChange: (lines: Row[] | undefined) => void;
  minWidth?: number;
}) => {
  const change = (at: number, name: string, value: unknown): void =>
    onChange(lines.map((line, place) => (place === at ? { ...line, [name]: value } : line)));
  const fault = faultOf(faults, path);
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        {title}
      </Text>
      {lines.length > 0 && (
        <Table.ScrollContainer minWidth={minWidth} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table verticalSpacing={4} horizontalSpacing={6} withRowBorders={false}>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ name, label, width }) => (
                  <Table.Th key={name} w={width} fw={500} fz="xs">
                    {label}
                  </Table.Th>
                ))}
                {result && (
                  <Table.Th w={120} fw={500} fz="xs">
                    {result.label}
                  </Table.Th>
                )}
                <Table.Th w={40}>
                  <VisuallyHidden>{texts.remove}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity except their position
                <Table.Tr key={at}>
                  {columns.map(({ name, label, aria, placeholder }) => (
                    <Table.Td key={name} style={{ verticalAlign: 'top' }}>
                      <Cell
                        label={texts.cell(aria ?? label, one, at + 1)}
                        schema={schemaAt(item, name, schemas)}
                        schemas={schemas}
                        options={options[name]}
                        placeholder={placeholder}
                        value={line[name]}
                        error={faultOf(faults, `${path}.${at}.${name}`)}
                        onChange={(next) => change(at, name, next)}
                      />
                    </Table.Td>
                  ))}
                  {result && (
                    <Table.Td>
                      <Text size="sm" pt={8} className="number">
                        {result.of(line)}
                      </Text>
                    </Table.Td>
                  )}
                  <Table.Td>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={texts.removeLine(one, at + 1, title)}
                      onClick={() => {
                        const kept = lines.filter((_, place) => place !== at);
                        onChange(kept.length === 0 ? undefined : kept);
                      }}
                    >
                      <IconTrash size={16} />
                    </ActionIcon>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={14} />}
        data-fault={fault !== undefined || undefined}
        onClick={() => onChange([...lines, fresh()])}
      >
        {add}
      </Button>
      {fault && (
        <Text c="var(--mantine-color-error)" size="sm">
          {title}: {fault}
        </Text>
      )}
    </div>
  );
};
