import {
  Button,
  Card,
  Collapse,
  Grid,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react';
import { ask } from '../api/ask.ts';
import { whyNot } from '../api/can.ts';
import { loadSchemas, operationOf, type Schema } from '../api/document.ts';
import type { Row } from '../api/list.ts';
import { useMe } from '../api/me.ts';
import { type FieldFault, isVerdict, problemOf } from '../api/problem.ts';
import { useOrgId } from '../api/session.ts';
import { useTry } from '../forms/act-form.tsx';
import { createFormKeys } from '../forms/call-keys.ts';
import { Consequences } from '../forms/consequences.tsx';
import { Fields } from '../forms/field.tsx';
import { ReferenceInput } from '../forms/reference-input.tsx';
import { faultOf, resolve, type Schemas, schemaAt, setAt, shapeOf } from '../forms/schema.ts';
import { businessNow } from '../lib/clock.ts';
import { dayAhead } from '../lib/format.ts';
import { type Terms, termsOf } from '../lib/price.ts';
import { wordOf } from '../lib/words.ts';
import { nounAt } from '../nouns/nouns.tsx';
import { kindOf, type Layout, layoutOf, type Place, placesOf } from '../offers/layouts.ts';
import { Placed } from '../offers/placed.tsx';
import { type Catalog, Prices } from '../offers/prices.tsx';
import { faultsIn, refusalsOf } from '../offers/refusals.ts';
import { offerFormTexts as texts } from '../texts/offer-form.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { PriceTables } from '../ui/price-tables.tsx';
import { useItem } from '../ui/resource-page.tsx';
import { Fault, Lines } from '../ui/states.tsx';
import { Refusal } from './offer-terms.tsx';

type Draft = Row & { info?: Row & Terms };

/** Marketplaces to which the API can submit offers. */
const marketplaces = Object.entries(operationOf('CreateOffer').capability?.offerCreate ?? {})
  .filter(([, { can }]) => can)
  .map(([code]) => code);

/** Fields named after another marketplace do not apply to this one. */
const concerns = (name: string, partner: string): boolean => {
  const others = ['AWS', 'AZURE', 'GCP', 'SNOWFLAKE', 'DOCUSIGN'].filter((code) => code !== partner);
  return !others.some((code) => name.toLowerCase().includes(code.toLowerCase()));
};

const isOurs = ({ description = '' }: Schema): boolean => /Set by the service|Stored unchanged/.test(description);

/** The terms without a fixed place in the form of a marketplace. */
const otherTerms = (layout: Layout, draft: Draft, partner: string, root: Schema, schemas: Schemas) => {
  const taken = new Set([
    'commits',
    'dimensions',
    ...(layout.hasPayments ? ['paymentInstallments'] : []),
    ...(layout.plan ? [layout.plan.path[1]] : []),
    ...placesOf(layout, draft).map(({ path }) => path.split('.')[1]),
  ]);
  const { properties = {} } = resolve(schemaAt(root, 'info', schemas), schemas);
  return Object.fromEntries(
    Object.entries(properties).filter(
      ([name, schema]) => !taken.has(name) && !isOurs(schema) && concerns(name, partner),
    ),
  );
};

/** The product's metered dimensions, its plans, and the prices of the chosen plan. */
const catalogOf = (terms: Terms, planLabel: string | undefined): Catalog => {
  const { commits = [], dimensions = [] } = terms;
  const isEntitled = (one: Row): boolean => ((one.types as string[] | undefined) ?? []).includes('Entitled');
  const keysOf = (list: readonly Row[]): string[] => [
    ...new Set(list.map(({ key }) => String(key ?? '')).filter(Boolean)),
  ];
  const meters = keysOf((dimensions as Row[]).filter((one) => !isEntitled(one)));
  const entitled = keysOf((dimensions as Row[]).filter(isEntitled)).filter((key) => !meters.includes(key));
  const own = commits.filter(({ name, key }) => planLabel !== undefined && [name, key].includes(planLabel));
  return { meters, plans: [...new Set([...keysOf(commits as Row[]), ...entitled])], commits: own };
};

/** The path in this form at which a fault is shown. */
const placeFaults = (layout: Layout, faults: readonly FieldFault[]): FieldFault[] =>
  faults.map((fault) => {
    const [pattern, path] = layout.meant?.find(([one]) => one.test(fault.path)) ?? [];
    return pattern && path ? { ...fault, path: fault.path.replace(pattern, path) } : fault;
  });

const focusFirstFault = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]')?.focus();

/** The draft as it is sent: the API keeps what is absent, so what was cleared is null. */
const requestOf = (initial: Draft, draft: Draft): Draft => ({
  ...(initial.id === undefined ? {} : Object.fromEntries(Object.keys(initial).map((name) => [name, null]))),
  ...Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)),
});

const Form = ({ initial, etag, schemas }: { initial: Draft; etag?: string; schemas: Schemas }) => {
  const orgId = useOrgId();
  const me = useMe();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>(initial);
  const [isTouched, setTouched] = useState(false);
  const [isSending, setSending] = useState<'draft' | 'submit'>();
  const [fault, setFault] = useState<unknown>();
  const [refused, setRefused] = useState(() => faultsIn(refusalsOf(initial)));
  const [showsMore, more] = useDisclosure(false);
  // The version that the person saw: what was changed elsewhere meanwhile is not overwritten.
  const [seen] = useState({ initial, etag });
  const [keys] = useState(createFormKeys);
  const isLeaving = useRef(false);
  const form = useRef<HTMLDivElement>(null);
  const partner = String(draft.partner ?? marketplaces[0]);
  const layout = layoutOf(partner);
  const info = draft.info ?? {};
  const products = nounAt('products');
  const customers = nounAt('customers');
  const { data: product } = useQuery({
    queryKey: ['org', orgId, 'item', 'products', draft.productID, 'terms'],
    enabled: typeof draft.productID === 'string' && draft.productID !== '',
    queryFn: async () => (await ask('GetProduct', { path: { orgId, productId: String(draft.productID) } })).body as Row,
  });
  const plans = layout.plan && product ? layout.plan.options(product) : [];
  const plan = layout.plan?.read(draft) ?? '';
  const catalog = catalogOf(termsOf(product ?? {}), plans.find(({ value }) => value === plan)?.label);
  const set = (path: readonly string[], value: unknown): void => {
    setTouched(true);
    setFault(undefined);
    keys.renew();
    const name = path.join('.');
    setRefused((before) => before.filter((one) => !`${one.path}.`.startsWith(`${name}.`)));
    setDraft((before) => setAt(before, path, value) as Draft);
  };
  // If every metered dimension of the product needs a price, the lines are prefilled with the product's own prices.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another product does this; lines that were removed stay away
  useEffect(() => {
    if (product === undefined || initial.id !== undefined || !layout.pricesEveryMeter) return;
    const rates = termsOf(product).dimensions ?? [];
    const lines = catalog.meters.map((name) => ({ key: name, rate: rates.find((one) => one.key === name)?.rate }));
    setDraft((before) =>
      before.info?.dimensions || lines.length === 0 ? before : (setAt(before, ['info', 'dimensions'], lines) as Draft),
    );
  }, [product]);
  // The focus goes to what the marketplace, or the API just now, has refused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new refusal moves the focus
  useEffect(() => {
    if (fault !== undefined || refused.length > 0) focusFirstFault(form.current);
  }, [fault]);
  useBlocker({
    shouldBlockFn: () => isTouched && !isLeaving.current && !window.confirm(texts.confirmLeaving),
    enableBeforeUnload: () => isTouched && !isLeaving.current,
  });
  const isChecked = isTouched || initial.id !== undefined;
  const act = { operation: 'CreateOffer', path: { orgId } };
  const request = useMemo(() => requestOf(seen.initial, draft), [seen, draft]);
  const { problem, body: foreseen, isChecking } = useTry(act, request, isChecked);
  // A check that was not answered, or came after the session had ended, is not a verdict: the person may submit all the same.
  const isRefused = problem !== undefined && isVerdict(problem);
  const faults = placeFaults(layout, [
    ...(fault === undefined ? [] : problemOf(fault).faults),
    ...(isChecked ? (problem?.faults ?? []) : []),
    ...refused,
  ]);
  const root = resolve(operationOf('CreateOffer').body ?? {}, schemas);
  const placed = { root, schemas, draft, faults, set };
  const kind = kindOf(layout, draft);
  const kinds = Object.entries(layout.kinds).map(([value, { label }]) => ({ value, label }));
  const isShown = ({ when }: Place): boolean => when?.(draft) ?? true;
  const send = async (operation: string, how: 'draft' | 'submit'): Promise<void> => {
    setSending(how);
    setFault(undefined);
    try {
      const answer = await keys.send({ operation, path: { orgId } }, request, (key) =>
        ask(operation, {
          path: { orgId },
          body: request,
          headers: { 'idempotency-key': key, ...(seen.etag ? { 'if-match': seen.etag } : {}) },
        }),
      );
      isLeaving.current = true;
      await queries.invalidateQueries({ queryKey: ['org', orgId] });
      await navigate({ to: `/console/${orgId}/offers/${(answer.body as Row).id}` as string });
    } catch (error) {
      setFault(error);
    } finally {
      setSending(undefined);
    }
  };
  const whyNoDraft = whyNot(operationOf('CreateOrUpdateDraftOffer'), me);
  return (
    <Grid gap="lg" ref={form}>
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack>
          <Refusal row={initial} />
          <Card withBorder>
            <Stack>
              {initial.id === undefined && (
                <SegmentedControl
                  aria-label={texts.marketplace}
                  value={partner}
                  onChange={(next) => {
                    setTouched(true);
                    setFault(undefined);
                    keys.renew();
                    setDraft({
                      name: draft.name,
                      expireTime: draft.expireTime,
                      partner: next,
                      info: { currency: 'USD', ...layoutOf(next).begin?.(me) },
                    });
                  }}
                  data={marketplaces.map((code) => ({ value: code, label: wordOf(code) }))}
                />
              )}
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextInput
                  label={texts.name}
                  withAsterisk
                  value={String(draft.name ?? '')}
                  error={faultOf(faults, 'name')}
                  onChange={({ currentTarget }) => set(['name'], currentTarget.value || undefined)}
                  data-autofocus
                />
                {kinds.length > 1 && (
                  <Select
                    label={texts.kind}
                    data={kinds}
                    value={kind}
                    allowDeselect={false}
                    error={faultOf(faults, 'offerType')}
                    onChange={(next) => set(['offerType'], next ?? undefined)}
                  />
                )}
                {products && (
                  <ReferenceInput
                    noun={products}
                    partner={partner}
                    label={texts.product}
                    withAsterisk
                    value={String(draft.productID ?? '')}
                    error={faultOf(faults, 'productID')}
                    onChange={(next) => set(['productID'], next || undefined)}
                  />
                )}
                {layout.plan && (
                  <Select
                    label={texts.plan.label}
                    description={texts.plan.description}
                    data={plans}
                    value={plan || null}
                    error={faultOf(faults, layout.plan.path.join('.'))}
                    nothingFoundMessage={texts.plan.noProduct}
                    onChange={(next) =>
                      layout.plan && set(layout.plan.path, next === null ? undefined : layout.plan.write(next))
                    }
                  />
                )}
                {customers && (
                  <ReferenceInput
                    noun={customers}
                    partner={partner}
                    label={texts.customer}
                    value={String(draft.buyerID ?? '')}
                    error={faultOf(faults, 'buyerID')}
                    onChange={(next) => set(['buyerID'], next || undefined)}
                  />
                )}
              </SimpleGrid>
            </Stack>
          </Card>
          <PlacedCard
            title={texts.who}
            places={[...layout.parties, ...(layout.kinds[kind]?.places ?? [])].filter(isShown)}
            {...placed}
          />
          <PlacedCard title={texts.terms} places={layout.terms.filter(isShown)} {...placed} />
          <Prices layout={layout} catalog={catalog} {...placed} />
          <Button variant="subtle" onClick={more.toggle} style={{ alignSelf: 'flex-start' }} aria-expanded={showsMore}>
            {showsMore ? texts.fewerTerms : texts.allOtherTerms}
          </Button>
          <Collapse expanded={showsMore}>
            {showsMore && (
              <Card withBorder>
                <Fields
                  path="info"
                  properties={otherTerms(layout, draft, partner, root, schemas)}
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
                {texts.check.title(wordOf(partner))}
              </Title>
              {isChecked ? (
                <Consequences
                  operation={operationOf('CreateOffer')}
                  problem={problem}
                  foreseen={foreseen}
                  isChecking={isChecking}
                />
              ) : (
                <Text size="sm" c="dimmed">
                  {texts.check.howItWorks}
                </Text>
              )}
              {fault !== undefined && !(isChecked && problem?.status === 401) && <Fault error={fault} />}
              <Group grow>
                <Button
                  variant="default"
                  loading={isSending === 'draft'}
                  title={whyNoDraft}
                  data-disabled={whyNoDraft !== undefined || undefined}
                  aria-disabled={whyNoDraft !== undefined}
                  onClick={() => whyNoDraft === undefined && void send('CreateOrUpdateDraftOffer', 'draft')}
                >
                  {texts.saveDraft}
                </Button>
                <Button
                  loading={isSending === 'submit'}
                  variant={isRefused ? 'light' : 'filled'}
                  onClick={() => (isRefused ? focusFirstFault(form.current) : void send('CreateOffer', 'submit'))}
                >
                  {texts.submit}
                </Button>
              </Group>
            </Stack>
          </Card>
          <PriceTables terms={info} title={texts.asBuyerReads} isNarrow />
        </Stack>
      </Grid.Col>
    </Grid>
  );
};

const PlacedCard = ({
  title,
  places,
  ...placed
}: { title: string; places: readonly Place[] } & Omit<ComponentProps<typeof Placed>, 'place'>) => {
  const isWide = ({ path }: Place): boolean =>
    shapeOf(schemaAt(placed.root, path, placed.schemas), placed.schemas).kind === 'list';
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'start' }}>
        {places.map((place) => (
          <div key={place.path} style={isWide(place) ? { gridColumn: '1 / -1' } : undefined}>
            <Placed place={place} {...placed} />
          </div>
        ))}
      </SimpleGrid>
    </Card>
  );
};

const WithSchemas = ({ initial, etag }: { initial: Draft; etag?: string }) => {
  const { data: schemas, error } = useQuery({
    queryKey: ['schemas'],
    queryFn: loadSchemas,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Fault error={error} />;
  return schemas ? <Form initial={initial} etag={etag} schemas={schemas} /> : <Lines />;
};

const yearMs = 31_557_600_000;

/** The same day in a later year: as many years later as the earliest of the days needs to be in the future. */
const yearsLater = (days: readonly string[]): ((day: unknown) => unknown) => {
  const earliest = Math.min(...days.map((day) => new Date(day).getTime()));
  const years = Math.max(0, Math.ceil((businessNow() - earliest) / yearMs));
  return (day) => {
    if (typeof day !== 'string' || years === 0) return day;
    const later = new Date(day);
    later.setUTCFullYear(later.getUTCFullYear() + years);
    return later.toISOString();
  };
};

/** The values that a new offer copies from an older one: all except those specific to the older one. Its dates move by whole years. */
const likeOf = (row: Row): Draft => {
  const kept = Object.fromEntries(
    Object.entries((row.info ?? {}) as Row).filter(
      ([name]) => !/(Url|URL)$|^gcpPrivateOffer$|OfferSetId$|EventDetail$/.test(name),
    ),
  );
  const { partner, productID, buyerID, contactIds, endTime } = row;
  const { startTime, paymentInstallments = [] } = kept as Row & Terms;
  const days = [startTime, endTime, ...paymentInstallments.map(({ chargeOn }) => chargeOn)];
  const later = yearsLater(days.filter((day): day is string => typeof day === 'string'));
  const moved = {
    ...kept,
    ...(startTime === undefined ? {} : { startTime: later(startTime) }),
    ...(paymentInstallments.length === 0
      ? {}
      : { paymentInstallments: paymentInstallments.map((one) => ({ ...one, chargeOn: later(one.chargeOn) })) }),
  };
  return {
    name: texts.copyOf(String(row.name)),
    partner,
    productID,
    ...(buyerID === undefined ? {} : { buyerID }),
    contactIds,
    expireTime: `${dayAhead(30)}T00:00:00.000Z`,
    ...(endTime === undefined ? {} : { endTime: later(endTime) }),
    info: moved as Row & Terms,
  };
};

const Like = ({ id }: { id: string }) => {
  const noun = nounAt('offers');
  if (!noun) return null;
  return <LikeLoaded noun={noun} id={id} />;
};

const LikeLoaded = ({ noun, id }: { noun: NonNullable<ReturnType<typeof nounAt>>; id: string }) => {
  const { data, error } = useItem(noun, id);
  // If a later read fails, the entered values are kept.
  if (data) return <WithSchemas initial={likeOf(data.row)} />;
  return error ? <Fault error={error} /> : <Lines />;
};

/** Creates a new offer, from scratch or as a copy of an older one. */
export const NewOffer = () => {
  const { like } = useSearch({ strict: false }) as { like?: string };
  return (
    <Stack>
      <PageHeading>{texts.newOffer}</PageHeading>
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
  const { data, error, isStale, isFetchedAfterMount } = useItem(noun, id);
  const [isReady, setReady] = useState(false);
  // The form begins with the present values, not with those of an earlier visit; it keeps them if a later read fails.
  if (!isReady && data && (!isStale || isFetchedAfterMount)) setReady(true);
  if (!data || !isReady) return error ? <Fault error={error} /> : <Lines />;
  const { name, partner, offerType, productID, buyerID, contactIds, expireTime, endTime, info, metaInfo } = data.row;
  const initial = { id, name, partner, offerType, productID, buyerID, contactIds, expireTime, endTime, info, metaInfo };
  return (
    <WithSchemas
      initial={Object.fromEntries(Object.entries(initial).filter(([, value]) => value !== undefined))}
      etag={data.etag}
    />
  );
};

/** Changes a draft, or an offer that the marketplace has refused, and submits it. */
export const EditOffer = () => {
  const { id = '' } = useParams({ strict: false });
  const noun = nounAt('offers');
  return (
    <Stack>
      <PageHeading>{texts.editOffer}</PageHeading>
      {noun && <EditLoaded noun={noun} id={id} />}
    </Stack>
  );
};
