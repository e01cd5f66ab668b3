import type { Row } from '../api/list.ts';
import { termsOf } from '../lib/price.ts';
import { PriceTables } from '../ui/price-tables.tsx';

/** The plans of a product and what usage costs in each. */
export const ProductPlans = ({ row }: { row: Row }) => <PriceTables terms={termsOf(row)} title="Plans and prices" />;
