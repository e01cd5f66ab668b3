import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Schema } from '../api/document.ts';
import type { Row } from '../api/list.ts';
import type { FieldFault } from '../api/problem.ts';
import { type LineColumn, Lines } from '../forms/lines.tsx';
import { faultOf, resolve, type Schemas, schemaAt } from '../forms/schema.ts';
import { businessNow } from '../lib/clock.ts';
import { dayAhead, exact, money } from '../lib/format.ts';
import { type Commit, contractValueOf, priceOf, scheduleOf, type Terms, totalOf } from '../lib/price.ts';
import { pricesTexts as texts } from '../texts/prices.ts';
import type { Layout } from './layouts.ts';
import { spread, unplanned } from './payments.ts';
import { Placed } from './placed.tsx';

const ScheduleChart = lazy(() => import('../ui/charts.tsx').then((charts) => ({ default: charts.ScheduleChart })));

const dimensionColumns: readonly LineColumn[] = [
  { name: 'key', label: texts.dimensions.dimension },
  { name: 'rate', label: texts.dimensions.rate, aria: texts.dimensions.rateAria, width: 180 },
];
const paymentColumns: readonly LineColumn[] = [
  { name: 'chargeOn', label: texts.payments.day, aria: texts.payments.dayAria },
  { name: 'amount', label: texts.payments.amount, width: 180 },
];

/** The product's own prices, which are the initial prices of an offer. */
export type Catalog = { meters: string[]; plans: string[]; commits: readonly Commit[] };

/** Commits, usage prices and the payment schedule. */
export const Prices = ({
  layout,
  draft,
  catalog,
  root,
  schemas,
  faults,
  set,
}: {
  layout: Layout;
  draft: Row & { info?: Row & Terms };
  catalog: Catalog;
  root: Schema;
  schemas: Schemas;
  faults: readonly FieldFault[];
  set: (path: readonly string[], value: unknown) => void;
}) => {
  const info = draft.info ?? {};
  const { currency = 'USD', commits = [], dimensions = [], paymentInstallments = [] } = info;
  const total = totalOf(info);
  const planned = paymentInstallments.reduce((sum, { amount = 0 }) => exact(sum + amount), 0);
  const begin = draft.expireTime ? new Date(String(draft.expireTime)) : new Date(businessNow());
  const itemOf = (name: string): Schema => resolve(schemaAt(root, `info.${name}`, schemas), schemas).items ?? {};
  const fields = layout.pricing.filter(({ when }) => when?.(draft) ?? true);
  const shared = { schemas, faults };
  const fault = faultOf(faults, 'info');
  return (
    <Card withBorder>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {texts.price}
        </Title>
        <Text fw={650} className="number" aria-live="polite">
          {texts.contractValue(money(contractValueOf(info), currency))}
        </Text>
      </Group>
      <Stack gap="lg">
        {fields.length > 0 && (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {fields.map((place) => (
              <Placed key={place.path} {...{ place, root, schemas, draft, faults, set }} />
            ))}
          </SimpleGrid>
        )}
        {fault && (
          <Text c="var(--mantine-color-error)" size="sm">
            {texts.priceFault(fault)}
          </Text>
        )}
        <Lines
          {...shared}
          title={texts.commits.title}
          add={texts.commits.add}
          one={texts.commits.one}
          path="info.commits"
          item={itemOf('commits')}
          lines={commits as Row[]}
          columns={layout.commits}
          options={{ key: catalog.plans }}
          result={{ label: texts.commits.result, of: (line) => money(priceOf(line as Commit), currency) }}
          fresh={() => {
            const [like] = catalog.commits;
            return like ? { ...like } : { key: catalog.plans[0], length: 12, timeUnit: 'MONTH' };
          }}
          onChange={(next) => set(['info', 'commits'], next)}
        />
        <Lines
          {...shared}
          title={texts.dimensions.title}
          add={texts.dimensions.add}
          one={texts.dimensions.one}
          path="info.dimensions"
          item={itemOf('dimensions')}
          lines={dimensions as Row[]}
          columns={dimensionColumns}
          options={{ key: catalog.meters }}
          fresh={() => ({ key: catalog.meters.find((key) => !dimensions.some((one) => one.key === key)) })}
          onChange={(next) => set(['info', 'dimensions'], next)}
        />
        {layout.hasPayments && (
          <Lines
            {...shared}
            title={texts.payments.title}
            add={texts.payments.add}
            one={texts.payments.one}
            path="info.paymentInstallments"
            item={itemOf('paymentInstallments')}
            lines={paymentInstallments as Row[]}
            columns={paymentColumns}
            fresh={() => ({ amount: unplanned(total, planned, currency), chargeOn: `${dayAhead(30)}T00:00:00.000Z` })}
            onChange={(next) => set(['info', 'paymentInstallments'], next)}
          />
        )}
        {layout.hasPayments && total > 0 && (
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {texts.payments.split}
            </Text>
            {[1, 2, 4, 12].map((count) => (
              <Button
                key={count}
                size="compact-xs"
                variant="default"
                onClick={() => set(['info', 'paymentInstallments'], spread(total, count, begin, currency))}
              >
                {texts.payments.counted(count)}
              </Button>
            ))}
            {planned > 0 && planned !== total && (
              <Text size="sm" c="var(--mantine-color-error)">
                {texts.payments.sum(money(planned, currency))}
              </Text>
            )}
          </Group>
        )}
        {layout.hasPayments && paymentInstallments.length > 1 && (
          <Suspense fallback={<div style={{ height: 180 }} />}>
            <ScheduleChart schedule={scheduleOf(info)} currency={currency} />
          </Suspense>
        )}
      </Stack>
    </Card>
  );
};
