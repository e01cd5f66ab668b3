import {
  ActionIcon,
  Button,
  Card,
  Collapse,
  Grid,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Table,
  TagsInput,
  Text,
  TextInput,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { whyNot } from '../api/can.ts';
import { ask } from '../api/client.ts';
import { loadSchemas, operationOf, type Schema } from '../api/document.ts';
import type { Row } from '../api/list.ts';
import { type FieldFault, problemOf } from '../api/problem.ts';
import { useMe, useOrgId } from '../api/session.ts';
import { useTry } from '../forms/act-form.tsx';
import { Consequences } from '../forms/consequences.tsx';
import { Field, Fields } from '../forms/field.tsx';
import { NumberField } from '../forms/number-field.tsx';
import { ReferenceInput } from '../forms/reference-input.tsx';
import { resolve, type Schemas, setAt } from '../forms/schema.ts';
import { businessNow } from '../lib/clock.ts';
import { dayAhead, money } from '../lib/format.ts';
import { type Commit, type Dimension, type Installment, priceOf, type Terms, totalOf } from '../lib/price.ts';
import { wordOf } from '../lib/words.ts';
import { nounAt } from '../nouns/nouns.tsx';
import { PriceTables } from '../ui/price-tables.tsx';
import { useItem } from '../ui/resource-page.tsx';
import { Fault, Lines } from '../ui/states.tsx';
import { Refusal } from './offer-terms.tsx';

type Draft = Row & { info?: Row & Terms };
type Path = readonly (string | number)[];

/** Marketplaces to which the API can submit offers. */
const marketplaces = Object.entries(operationOf('CreateOffer').capability?.offerCreate ?? {})
  .filter(([, { can }]) => can)
  .map(([code]) => code);

/** Fields whose name has another marketplace in it do not concern this one. */
const concerns = (name: string, partner: string): boolean => {
  const others = ['AWS', 'AZURE', 'GCP', 'SNOWFLAKE', 'DOCUSIGN'].filter((code) => code !== partner);
  return !others.some((code) => name.toLowerCase().includes(code.toLowerCase()));
};

/** Fields that have a place of their own in this form, and those that the service sets. */
const placed = ['commits', 'dimensions', 'paymentInstallments', 'currency', 'eulaType', 'buyerAwsAccountIds'];
const isOurs = ({ description = '' }: Schema): boolean => /Set by the service|Stored unchanged/.test(description);

const faultOf = (faults: readonly FieldFault[], path: string): string | undefined =>
  faults.find((fault) => fault.path === path)?.message;

type LinesProps<T> = {
  title: string;
  add: string;
  lines: readonly T[];
  columns: {
    label: string;
    width?: number;
    input: (line: T, change: (next: Partial<T>) => void, at: number) => React.ReactNode;
  }[];
  onChange: (lines: T[] | undefined) => void;
  fresh: () => T;
};

/** A small table whose lines are written in place. */
const EditableLines = <T extends object>({ title, add, lines, columns, onChange, fresh }: LinesProps<T>) => (
  <div>
    <Text fw={600} size="sm" mb={4}>
      {title}
    </Text>
    {lines.length > 0 && (
      <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table verticalSpacing={4} horizontalSpacing={6} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ label, width }) => (
                <Table.Th key={label} w={width} fw={500} fz="xs">
                  {label}
                </Table.Th>
              ))}
              <Table.Th w={40}>
                <VisuallyHidden>Remove</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity besides their place
              <Table.Tr key={at}>
                {columns.map(({ label, input }) => (
                  <Table.Td key={label} style={{ verticalAlign: 'top' }}>
                    {input(
                      line,
                      (next) => onChange(lines.map((one, place) => (place === at ? { ...one, ...next } : one))),
                      at,
                    )}
                  </Table.Td>
                ))}
                <Table.Td>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove line ${at + 1} of ${title.toLowerCase()}`}
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
      onClick={() => onChange([...lines, fresh()])}
    >
      {add}
    </Button>
  </div>
);

/** Equal amounts over a year, each on the first of a month, from the month after the offer can no longer be accepted. */
const spread = (total: number, count: number, begin: Date): Installment[] => {
  const cents = Math.round(total * 100);
  const part = Math.floor(cents / count);
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1 + (at * 12) / count, 1));
    return { amount: (at === count - 1 ? cents - part * (count - 1) : part) / 100, chargeOn: day.toISOString() };
  });
};

const Prices = ({
  info,
  keys,
  plans,
  faults,
  begin,
  set,
}: {
  info: Row & Terms;
  keys: string[];
  plans: string[];
  faults: readonly FieldFault[];
  begin: Date;
  set: (path: Path, value: unknown) => void;
}) => {
  const { currency = 'USD', commits = [], dimensions = [], paymentInstallments = [] } = info;
  const total = totalOf(info);
  const planned = paymentInstallments.reduce((sum, { amount = 0 }) => sum + amount, 0);
  return (
    <Card withBorder>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          Price
        </Title>
        <Text fw={650} className="number" aria-live="polite">
          Total contract value {money(total, currency)}
        </Text>
      </Group>
      <Stack gap="lg">
        <Select
          label="Currency"
          data={['USD', 'EUR', 'GBP', 'AUD', 'JPY']}
          searchable
          value={info.currency ?? null}
          error={faultOf(faults, 'info.currency')}
          onChange={(next) => set(['info', 'currency'], next ?? undefined)}
          maw={200}
        />
        {faultOf(faults, 'info') && (
          <Text c="var(--mantine-color-error)" size="sm">
            The price {faultOf(faults, 'info')}.
          </Text>
        )}
        <EditableLines<Commit>
          title="Bought in advance"
          add="Add what is bought"
          lines={commits}
          fresh={() => ({ key: plans[0] ?? '', rate: undefined, length: 12, timeUnit: 'MONTH' })}
          onChange={(next) => set(['info', 'commits'], next)}
          columns={[
            {
              label: 'What',
              input: (line, change, at) => (
                <TagsOrText
                  aria={`What, line ${at + 1}`}
                  options={plans}
                  value={line.key ?? ''}
                  error={faultOf(faults, `info.commits.${at}.key`)}
                  onChange={(key) => change({ key })}
                />
              ),
            },
            {
              label: 'Price',
              width: 130,
              input: (line, change, at) => (
                <NumberField
                  aria-label={`Price, line ${at + 1}`}
                  value={line.rate}
                  error={faultOf(faults, `info.commits.${at}.rate`)}
                  onChange={(rate) => change({ rate: rate })}
                />
              ),
            },
            {
              label: 'Quantity',
              width: 100,
              input: (line, change, at) => (
                <NumberField
                  aria-label={`Quantity, line ${at + 1}`}
                  placeholder="1"
                  value={line.quantity}
                  error={faultOf(faults, `info.commits.${at}.quantity`)}
                  onChange={(amount) => change({ quantity: amount })}
                />
              ),
            },
            {
              label: 'Months',
              width: 90,
              input: (line, change, at) => (
                <NumberField
                  aria-label={`Months, line ${at + 1}`}
                  value={line.length}
                  error={faultOf(faults, `info.commits.${at}.length`)}
                  onChange={(length) => change({ length: length })}
                />
              ),
            },
            {
              label: 'Together',
              width: 120,
              input: (line) => (
                <Text size="sm" pt={8} className="number">
                  {money(priceOf(line), currency)}
                </Text>
              ),
            },
          ]}
        />
        <EditableLines<Dimension>
          title="By usage"
          add="Add a metered price"
          lines={dimensions}
          fresh={() => ({ key: keys.find((key) => !dimensions.some((one) => one.key === key)) ?? '' })}
          onChange={(next) => set(['info', 'dimensions'], next)}
          columns={[
            {
              label: 'Dimension',
              input: (line, change, at) => (
                <TagsOrText
                  aria={`Dimension, line ${at + 1}`}
                  options={keys}
                  value={line.key ?? ''}
                  error={faultOf(faults, `info.dimensions.${at}.key`)}
                  onChange={(key) => change({ key })}
                />
              ),
            },
            {
              label: 'Price of one unit',
              width: 180,
              input: (line, change, at) => (
                <NumberField
                  aria-label={`Unit price, line ${at + 1}`}
                  decimalScale={9}
                  value={line.rate}
                  error={faultOf(faults, `info.dimensions.${at}.rate`)}
                  onChange={(rate) => change({ rate: rate })}
                />
              ),
            },
          ]}
        />
        <EditableLines<Installment>
          title="Payments"
          add="Add a payment"
          lines={paymentInstallments}
          fresh={() => ({ amount: Math.max(0, total - planned), chargeOn: `${dayAhead(30)}T00:00:00.000Z` })}
          onChange={(next) => set(['info', 'paymentInstallments'], next)}
          columns={[
            {
              label: 'On',
              input: (line, change, at) => (
                <TextInput
                  aria-label={`Day, payment ${at + 1}`}
                  type="date"
                  value={(line.chargeOn ?? '').slice(0, 10)}
                  error={faultOf(faults, `info.paymentInstallments.${at}.chargeOn`)}
                  onChange={({ currentTarget }) =>
                    change({ chargeOn: currentTarget.value ? `${currentTarget.value}T00:00:00.000Z` : undefined })
                  }
                />
              ),
            },
            {
              label: 'Amount',
              width: 180,
              input: (line, change, at) => (
                <NumberField
                  aria-label={`Amount, payment ${at + 1}`}
                  value={line.amount}
                  error={faultOf(faults, `info.paymentInstallments.${at}.amount`)}
                  onChange={(amount) => change({ amount: amount })}
                />
              ),
            },
          ]}
        />
        {total > 0 && (
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              Split the total into
            </Text>
            {[1, 2, 4, 12].map((count) => (
              <Button
                key={count}
                size="compact-xs"
                variant="default"
                onClick={() => set(['info', 'paymentInstallments'], spread(total, count, begin))}
              >
                {count} {count === 1 ? 'payment' : 'payments'}
              </Button>
            ))}
            {planned > 0 && planned !== total && (
              <Text size="sm" c="var(--mantine-color-error)">
                The payments add up to {money(planned, currency)}.
              </Text>
            )}
          </Group>
        )}
        {['info.commits', 'info.dimensions'].map((path) => {
          const fault = faultOf(faults, path);
          return (
            fault && (
              <Text key={path} c="var(--mantine-color-error)" size="sm">
                {path === 'info.commits' ? 'What is bought' : 'Prices by usage'}: {fault}.
              </Text>
            )
          );
        })}
        {faultOf(faults, 'info.paymentInstallments') && (
          <Text c="var(--mantine-color-error)" size="sm">
            Payments {faultOf(faults, 'info.paymentInstallments')}.
          </Text>
        )}
      </Stack>
    </Card>
  );
};

/** A key that is chosen from what the product has, or written where nothing is known. */
const TagsOrText = ({
  aria,
  options,
  value,
  error,
  onChange,
}: {
  aria: string;
  options: string[];
  value: string;
  error?: string;
  onChange: (next: string) => void;
}) =>
  options.length > 0 ? (
    <Select
      aria-label={aria}
      data={[...new Set(value && !options.includes(value) ? [value, ...options] : options)]}
      value={value || null}
      error={error}
      onChange={(next) => onChange(next ?? '')}
    />
  ) : (
    <TextInput
      aria-label={aria}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );

const Form = ({ initial, schemas }: { initial: Draft; schemas: Schemas }) => {
  const orgId = useOrgId();
  const me = useMe();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>(initial);
  const [isTouched, setTouched] = useState(false);
  const [isSending, setSending] = useState<'draft' | 'submit'>();
  const [fault, setFault] = useState<unknown>();
  const [showsMore, more] = useDisclosure(false);
  const key = useRef(crypto.randomUUID());
  const isLeaving = useRef(false);
  const partner = String(draft.partner ?? 'AWS');
  const info = draft.info ?? {};
  const products = nounAt('products');
  const customers = nounAt('customers');
  const { data: product } = useQuery({
    queryKey: ['org', orgId, 'item', 'products', draft.productID, 'terms'],
    enabled: typeof draft.productID === 'string' && draft.productID !== '',
    queryFn: async () => (await ask('GetProduct', { path: { orgId, productId: String(draft.productID) } })).body as Row,
  });
  const productTerms = (product?.info ?? {}) as Terms;
  const keys = [...new Set((productTerms.dimensions ?? []).map((one) => one.key ?? '').filter(Boolean))];
  const metered = keys.filter((name) =>
    (productTerms.dimensions ?? []).some(
      (one) => one.key === name && !((one as { types?: string[] }).types ?? ['Metered']).includes('Entitled'),
    ),
  );
  const entitled = keys.filter((name) => !metered.includes(name));
  const plans = [
    ...new Set([...(productTerms.commits ?? []).map((one) => one.key ?? '').filter(Boolean), ...entitled]),
  ];
  const set = (path: Path, value: unknown): void => {
    setTouched(true);
    setFault(undefined);
    setDraft((before) => setAt(before, path, value) as Draft);
  };
  // Every metered dimension of the product needs a price: the lines are there from the start, at the product's own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another product does this; lines that were removed stay away
  useEffect(() => {
    if (product === undefined || initial.id !== undefined) return;
    const priced = (productTerms.dimensions ?? []).filter((one) => metered.includes(one.key ?? ''));
    const lines = metered.map((name) => ({ key: name, rate: priced.find((one) => one.key === name)?.rate }));
    setDraft((before) =>
      before.info?.dimensions || lines.length === 0 ? before : (setAt(before, ['info', 'dimensions'], lines) as Draft),
    );
  }, [product]);
  useBlocker({
    shouldBlockFn: () => isTouched && !isLeaving.current && !window.confirm('Leave without saving what you wrote?'),
    enableBeforeUnload: () => isTouched && !isLeaving.current,
  });
  const act = { operation: 'CreateOffer', path: { orgId } };
  const { problem, body: foreseen, isChecking } = useTry(act, draft, isTouched || initial.id !== undefined);
  const faults = isTouched || initial.id !== undefined ? (problem?.faults ?? []) : [];
  const body = operationOf('CreateOffer').body;
  const infoSchema = resolve(resolve(body ?? {}, schemas).properties?.info ?? {}, schemas);
  const others = Object.entries(infoSchema.properties ?? {}).filter(
    ([name, schema]) => !placed.includes(name) && !isOurs(schema) && concerns(name, partner),
  );
  const isOwn = (name: string): boolean => name.toLowerCase().startsWith(partner.toLowerCase());
  const own = Object.fromEntries(others.filter(([name]) => isOwn(name)));
  const rest = Object.fromEntries(others.filter(([name]) => !isOwn(name)));
  const send = async (operation: string, how: 'draft' | 'submit'): Promise<void> => {
    setSending(how);
    setFault(undefined);
    try {
      const answer = await ask(operation, {
        path: { orgId },
        body: draft,
        headers: { 'idempotency-key': key.current },
      });
      isLeaving.current = true;
      await queries.invalidateQueries({ queryKey: ['org', orgId] });
      await navigate({ to: `/console/${orgId}/offers/${(answer.body as Row).id}` as string });
    } catch (refused) {
      setFault(refused);
      key.current = crypto.randomUUID();
    } finally {
      setSending(undefined);
    }
  };
  const whyNoDraft = whyNot(operationOf('CreateOrUpdateDraftOffer'), me);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack>
          <Refusal row={initial} />
          <Card withBorder>
            <Stack>
              {initial.id === undefined && (
                <SegmentedControl
                  aria-label="Marketplace"
                  value={partner}
                  onChange={(next) => {
                    setTouched(true);
                    setDraft({
                      name: draft.name,
                      expireTime: draft.expireTime,
                      partner: next,
                      info: { currency: 'USD' },
                    });
                  }}
                  data={marketplaces.map((code) => ({ value: code, label: wordOf(code) }))}
                />
              )}
              <Grid>
                <Grid.Col span={{ base: 12, sm: 6 }}>
                  <TextInput
                    label="Name"
                    withAsterisk
                    value={String(draft.name ?? '')}
                    error={faultOf(faults, 'name')}
                    onChange={({ currentTarget }) => set(['name'], currentTarget.value || undefined)}
                    data-autofocus
                  />
                </Grid.Col>
                <Grid.Col span={{ base: 12, sm: 6 }}>
                  {products && (
                    <ReferenceInput
                      noun={products}
                      partner={partner}
                      label="Product"
                      withAsterisk
                      value={String(draft.productID ?? '')}
                      error={faultOf(faults, 'productID')}
                      onChange={(next) => set(['productID'], next || undefined)}
                    />
                  )}
                </Grid.Col>
                <Grid.Col span={{ base: 12, sm: 6 }}>
                  {partner === 'AWS' ? (
                    <TagsInput
                      label="AWS accounts that may accept"
                      withAsterisk
                      placeholder="12 digits, then Enter"
                      value={((info.buyerAwsAccountIds ?? []) as string[]).map(String)}
                      error={faultOf(faults, 'info.buyerAwsAccountIds')}
                      acceptValueOnBlur
                      onChange={(next) => set(['info', 'buyerAwsAccountIds'], next.length > 0 ? next : undefined)}
                    />
                  ) : (
                    customers && (
                      <ReferenceInput
                        noun={customers}
                        partner={partner}
                        label="Customer"
                        value={String(draft.buyerID ?? '')}
                        error={faultOf(faults, 'buyerID')}
                        onChange={(next) => set(['buyerID'], next || undefined)}
                      />
                    )
                  )}
                </Grid.Col>
                <Grid.Col span={{ base: 12, sm: 3 }}>
                  <TextInput
                    label="Accept until"
                    type="date"
                    withAsterisk
                    value={String(draft.expireTime ?? '').slice(0, 10)}
                    error={faultOf(faults, 'expireTime')}
                    onChange={({ currentTarget }) =>
                      set(['expireTime'], currentTarget.value ? `${currentTarget.value}T00:00:00.000Z` : undefined)
                    }
                  />
                </Grid.Col>
                <Grid.Col span={{ base: 12, sm: 3 }}>
                  <Field
                    name="eulaType"
                    label="Legal terms"
                    path="info.eulaType"
                    schema={{ ...infoSchema.properties?.eulaType, description: undefined }}
                    schemas={schemas}
                    value={info.eulaType}
                    faults={faults}
                    onChange={(next) => set(['info', 'eulaType'], next)}
                  />
                </Grid.Col>
              </Grid>
            </Stack>
          </Card>
          <Prices
            info={info}
            keys={metered}
            plans={plans}
            faults={faults}
            begin={draft.expireTime ? new Date(String(draft.expireTime)) : new Date(businessNow())}
            set={set}
          />
          {Object.keys(own).length > 0 && partner !== 'AWS' && (
            <Card withBorder>
              <Title order={2} size="h5" mb="sm">
                For {wordOf(partner)}
              </Title>
              <Fields
                path="info"
                properties={own}
                required={[]}
                schemas={schemas}
                value={info}
                faults={faults}
                onChange={(next) => set(['info'], next)}
              />
            </Card>
          )}
          <Button variant="subtle" onClick={more.toggle} style={{ alignSelf: 'flex-start' }} aria-expanded={showsMore}>
            {showsMore ? 'Fewer terms' : 'All other terms'}
          </Button>
          <Collapse expanded={showsMore}>
            {showsMore && (
              <Card withBorder>
                <Fields
                  path="info"
                  properties={partner === 'AWS' ? { ...own, ...rest } : rest}
                  required={[]}
                  schemas={schemas}
                  value={info}
                  faults={faults}
                  onChange={(next) => set(['info'], next)}
                />
              </Card>
            )}
          </Collapse>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Stack style={{ position: 'sticky', top: 72 }}>
          <Card withBorder>
            <Stack>
              <Title order={2} size="h5">
                What {wordOf(partner)} would get
              </Title>
              {isTouched || initial.id !== undefined ? (
                <Consequences
                  operation={operationOf('CreateOffer')}
                  problem={problem}
                  foreseen={foreseen}
                  isChecking={isChecking}
                />
              ) : (
                <Text size="sm" c="dimmed">
                  While you type, the API checks the offer as it would check the real one. Nothing is sent to the
                  marketplace before you submit.
                </Text>
              )}
              {fault !== undefined && <Fault error={fault} />}
              <Group grow>
                <Button
                  variant="default"
                  loading={isSending === 'draft'}
                  title={whyNoDraft}
                  data-disabled={whyNoDraft !== undefined || undefined}
                  aria-disabled={whyNoDraft !== undefined}
                  onClick={() => whyNoDraft === undefined && void send('CreateOrUpdateDraftOffer', 'draft')}
                >
                  Save draft
                </Button>
                <Button
                  loading={isSending === 'submit'}
                  data-disabled={problem !== undefined || undefined}
                  aria-disabled={problem !== undefined}
                  title={problem ? 'The checks above are not met yet.' : undefined}
                  onClick={() => problem === undefined && void send('CreateOffer', 'submit')}
                >
                  Submit
                </Button>
              </Group>
            </Stack>
          </Card>
          <PriceTables terms={info} title="As the buyer reads it" isNarrow />
        </Stack>
      </Grid.Col>
    </Grid>
  );
};

const WithSchemas = ({ initial }: { initial: Draft }) => {
  const { data: schemas, error } = useQuery({
    queryKey: ['schemas'],
    queryFn: loadSchemas,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Fault error={problemOf(error)} />;
  return schemas ? <Form initial={initial} schemas={schemas} /> : <Lines />;
};

/** What a new offer takes from an older one: everything but what belongs to that one alone. */
const likeOf = (row: Row): Draft => {
  const schemaless = Object.fromEntries(
    Object.entries((row.info ?? {}) as Row).filter(
      ([name]) => !/(Url|URL)$|^gcpPrivateOffer$|OfferSetId$|EventDetail$/.test(name),
    ),
  );
  const { partner, productID, contactIds } = row;
  return {
    name: `${row.name} (copy)`,
    partner,
    productID,
    contactIds,
    expireTime: `${dayAhead(30)}T00:00:00.000Z`,
    info: schemaless,
  };
};

const Like = ({ id }: { id: string }) => {
  const noun = nounAt('offers');
  if (!noun) return null;
  return <LikeLoaded noun={noun} id={id} />;
};

const LikeLoaded = ({ noun, id }: { noun: NonNullable<ReturnType<typeof nounAt>>; id: string }) => {
  const { data, error } = useItem(noun, id);
  if (error) return <Fault error={error} />;
  return data ? <WithSchemas initial={likeOf(data.row)} /> : <Lines />;
};

/** Writes a new offer, from nothing or like an older one. */
export const NewOffer = () => {
  const { like } = useSearch({ strict: false }) as { like?: string };
  return (
    <Stack>
      <Title order={1} size="h3">
        New offer
      </Title>
      {like ? (
        <Like id={like} />
      ) : (
        <WithSchemas
          initial={{ partner: 'AWS', expireTime: `${dayAhead(30)}T00:00:00.000Z`, info: { currency: 'USD' } }}
        />
      )}
    </Stack>
  );
};

const EditLoaded = ({ noun, id }: { noun: NonNullable<ReturnType<typeof nounAt>>; id: string }) => {
  const { data, error } = useItem(noun, id);
  if (error) return <Fault error={error} />;
  if (!data) return <Lines />;
  const { name, partner, productID, buyerID, contactIds, expireTime, endTime, info, metaInfo } = data.row;
  const initial = { id, name, partner, productID, buyerID, contactIds, expireTime, endTime, info, metaInfo };
  return (
    <WithSchemas initial={Object.fromEntries(Object.entries(initial).filter(([, value]) => value !== undefined))} />
  );
};

/** Changes a draft, or an offer that the marketplace has refused, and submits it. */
export const EditOffer = () => {
  const { id = '' } = useParams({ strict: false });
  const noun = nounAt('offers');
  return (
    <Stack>
      <Title order={1} size="h3">
        Edit the offer
      </Title>
      {noun && <EditLoaded noun={noun} id={id} />}
    </Stack>
  );
};
