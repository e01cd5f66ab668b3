import { Stack } from '@mantine/core';
import type { Row } from '../api/list.ts';
import { termsOf } from '../lib/price.ts';
import { productPlansTexts as texts } from '../texts/product-plans.ts';
import { PriceTables } from '../ui/price-tables.tsx';
import { ProductFulfilment } from './product-fulfilment.tsx';

/** The plans of a product with what usage costs in each, and where its buyers are sent. */
export const ProductPlans = ({ row }: { row: Row }) => (
  <Stack>
    <PriceTables terms={termsOf(row)} title={texts.title} isChoice />
    <ProductFulfilment row={row} />
  </Stack>
);
