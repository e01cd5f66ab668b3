import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Row } from '../api/list.ts';
import { currencyOf } from '../lib/amounts.ts';
import { type Column, idOf, type Noun, valueAt } from '../nouns/noun.ts';
import { rowsTableTexts as texts } from '../texts/rows-table.ts';
import { PlainLink } from '../ui/plain-link.tsx';
import { Value } from '../ui/value.tsx';
import type { Rows } from './rows.ts';
import styles from './rows-table.module.css';
import { rowHeight, useWindow } from './window.ts';

const checkWidth = 44;
const usualWidth = 170;
/** The first column has the name. */
const nameWidth = 240;

const Cell = ({ column, row }: { column: Column; row: Row }): ReactNode =>
  column.render ? (
    column.render(row)
  ) : (
    <Value value={valueAt(row, column.key)} field={column.key} currency={currencyOf(row, column.key)} />
  );

type RowProps = {
  noun: Noun;
  row: Row | undefined;
  place: number;
  columns: readonly Column[];
  linkBase?: string;
  /** Undefined if rows cannot be selected. */
  isSelected?: boolean;
  onSelect: (place: number, isRange: boolean) => void;
};

/** One row, rendered once while it is visible. A row that is not loaded is a placeholder. */
const TableRow = memo(({ noun, row, place, columns, linkBase, isSelected, onSelect }: RowProps) => (
  // The heading is the first row.
  <tr
    data-place={place}
    aria-rowindex={place + 2}
    aria-selected={isSelected}
    tabIndex={-1}
    aria-busy={!row || undefined}
  >
    {isSelected !== undefined && (
      <td>
        <input
          type="checkbox"
          checked={isSelected}
          disabled={!row}
          aria-label={row ? texts.select(noun.name(row)) : texts.notLoaded}
          onChange={() => {}}
          onClick={({ shiftKey }) => onSelect(place, shiftKey)}
        />
      </td>
    )}
    {columns.map((column, at) => (
      <td key={column.key} className={column.align === 'right' ? styles.right : undefined}>
        {!row ? (
          <span className={styles.pending} />
        ) : at === 0 && linkBase !== undefined ? (
          <PlainLink to={`${linkBase}/${encodeURIComponent(idOf(noun, row))}`} state={{ row }} isName>
            {noun.name(row) || <Cell column={column} row={row} />}
          </PlainLink>
        ) : (
          <Cell column={column} row={row} />
        )}
      </td>
    ))}
  </tr>
));

/** A spacer for rows that are not rendered. */
const Gap = ({ rows, columns }: { rows: number; columns: number }) =>
  rows > 0 ? (
    <tr className={styles.gap} aria-hidden>
      <td colSpan={columns} style={{ height: rows * rowHeight }} />
    </tr>
  ) : null;

/** The places to render: the window, and the row that has the focus. */
const placesOf = (first: number, end: number, focused: number | undefined, count: number): number[] => {
  const places = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  if (focused === undefined || focused >= count || (focused >= first && focused < end)) return places;
  return focused < first ? [focused, ...places] : [...places, focused];
};

/**
 * The React key of a position. A row keeps its element when rows are inserted before it: the focus stays on the row, and a
 * click that was meant for it does not select another row. Pages that were read at different times can contain
 * a row twice; the second one's key is its position.
 */
const keysOf = (noun: Noun, places: readonly number[], rows: readonly (Row | undefined)[]): string[] => {
  const seen = new Set<string>();
  return places.map((place, at) => {
    const row = rows[at];
    const id = row ? idOf(noun, row) : '';
    if (id === '' || seen.has(id)) return `at ${place}`;
    seen.add(id);
    return id;
  });
};

/** The distance that a key moves. */
const steps: Readonly<Record<string, (page: number) => number>> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: (page) => page,
  PageUp: (page) => -page,
  Home: () => Number.NEGATIVE_INFINITY,
  End: () => Number.POSITIVE_INFINITY,
};

const placeOf = (target: EventTarget): number | undefined => {
  const place = (target as HTMLElement).closest<HTMLElement>('tr[data-place]')?.dataset.place;
  return place === undefined ? undefined : Number(place);
};

/** Shows truncated text in full while the pointer is over it. */
const showWhole = (target: EventTarget): void => {
  const cell = (target as HTMLElement).closest('td');
  if (!cell) return;
  const isCut = [cell, ...cell.querySelectorAll('*')].some((one) => one.scrollWidth > one.clientWidth + 1);
  if (isCut) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
};

const restMs = 100;
/** This many rows are loaded before they become visible. */
const ahead = 50;

export type Order = { name: string; isDown: boolean };

/** A table of any length, of which only the visible rows are rendered. Arrows, Page up and down, Home and End move in it. */
export const RowsTable = ({
  noun,
  rows,
  columns,
  linkBase,
  label,
  height,
  start,
  order,
  sortable,
  onOrder,
  onPlace,
  onWindow,
  selection,
}: {
  noun: Noun;
  rows: Rows;
  columns: readonly Column[];
  linkBase?: string;
  label: string;
  /** In pixels. By default the table fills the remaining height. */
  height?: number;
  /** The row to start at. */
  start: number;
  order?: Order;
  sortable: readonly string[];
  onOrder: (name: string) => void;
  /** Called with the topmost row when scrolling ends. */
  onPlace: (row: number) => void;
  onWindow: (first: number, end: number) => void;
  selection?: { selected: ReadonlyMap<string, Row>; onChange: (next: ReadonlyMap<string, Row>) => void };
}) => {
  const box = useRef<HTMLDivElement>(null);
  const { count } = rows;
  const { first, end, top, isFast, onScroll, scrollTo } = useWindow(box, count, start);
  const [focused, setFocused] = useState<number>();
  const moving = useRef<number>(undefined);
  const applied = useRef<number>(undefined);
  const place = useRef<number>(undefined);

  // A deep link starts at its row, as soon as there are enough rows. An address that this table itself wrote is not a deep link.
  useLayoutEffect(() => {
    if (applied.current === start || count === 0 || rows.isEarlier || !box.current) return;
    if (start !== place.current) box.current.scrollTop = start * rowHeight;
    if (rows.isLoading) return;
    applied.current = start;
    place.current = start;
  }, [start, count, rows.isEarlier, rows.isLoading]);

  useEffect(() => {
    if (!isFast) onWindow(Math.max(0, first - ahead), Math.min(end + ahead, count));
  }, [first, end, count, isFast, onWindow]);

  useEffect(() => {
    if (isFast || rows.isEarlier || place.current === undefined || top === place.current) return;
    place.current = top;
    onPlace(top);
  }, [top, isFast, rows.isEarlier, onPlace]);

  // Must run before other effects of the row: once loaded, it has another element, which takes over the focus.
  useLayoutEffect(() => {
    if (moving.current === undefined || moving.current !== focused) return;
    const row = box.current?.querySelector<HTMLElement>(`tr[data-place="${focused}"]`);
    if (!row) return;
    if (!isFast && rows.at(focused)) moving.current = undefined;
    (row.querySelector('a') ?? row).focus({ preventScroll: true });
  });

  const moveTo = (row: number): void => {
    const next = Math.min(Math.max(0, row), count - 1);
    moving.current = next;
    setFocused(next);
    scrollTo(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = placeOf(event.target);
    if (at === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && (event.target as HTMLElement).tagName === 'TR') {
      (event.target as HTMLElement).querySelector('a')?.click();
      return;
    }
    const step = steps[event.key]?.(Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 2));
    if (step === undefined) return;
    event.preventDefault();
    moveTo(at + step);
  };

  const last = useRef<number>(undefined);
  const current = useRef({ rows, selection });
  current.current = { rows, selection };
  const onSelect = useCallback(
    (place: number, isRange: boolean): void => {
      const { rows: all, selection: now } = current.current;
      if (!now) return;
      const next = new Map(now.selected);
      const row = all.at(place);
      const isOn = row !== undefined && !next.has(idOf(noun, row));
      const from = isRange && last.current !== undefined ? last.current : place;
      last.current = place;
      for (let at = Math.min(from, place); at <= Math.max(from, place); at += 1) {
        const one = all.at(at);
        if (one && isOn) next.set(idOf(noun, one), one);
        else if (one) next.delete(idOf(noun, one));
      }
      now.onChange(next);
    },
    [noun],
  );
  const selectLoaded = (): void => {
    const isNone = selection?.selected.size === 0;
    selection?.onChange(new Map(isNone ? rows.loaded().map((row) => [idOf(noun, row), row]) : []));
  };

  // While scrolling, rows pass below a resting pointer: measuring each of them would take longer than drawing it.
  const resting = useRef(0);
  useEffect(() => () => clearTimeout(resting.current), []);
  const onMouseOver = ({ target }: MouseEvent): void => {
    clearTimeout(resting.current);
    resting.current = window.setTimeout(() => showWhole(target), restMs);
  };

  const places = placesOf(first, Math.min(end, count), focused, count);
  const shown = places.map((at) => (isFast ? undefined : rows.at(at)));
  const keys = keysOf(noun, places, shown);
  const wide = columns.length + (selection ? 1 : 0);
  const width = columns.reduce(
    (sum, column, at) => sum + (column.width ?? (at === 0 ? nameWidth : usualWidth)),
    selection ? checkWidth : 0,
  );
  return (
    <section
      ref={box}
      className={`${styles.box} ${rows.isEarlier ? styles.earlier : ''}`}
      style={height === undefined ? { flex: '1 1 220px', minHeight: 220 } : { height }}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onMouseOver={onMouseOver}
      onFocus={({ target }) => setFocused(placeOf(target))}
      onBlur={({ relatedTarget }) => {
        // The person has moved the focus before the row was loaded.
        if (relatedTarget && !box.current?.contains(relatedTarget)) moving.current = undefined;
        if (moving.current === undefined) setFocused(undefined);
      }}
    >
      <table aria-rowcount={count + 1} style={{ minWidth: width }}>
        <colgroup>
          {selection && <col style={{ width: checkWidth }} />}
          {columns.map(({ key, width: own }) => (
            <col key={key} style={{ width: own }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selection && (
              <th>
                <input
                  type="checkbox"
                  aria-label={texts.selectAll}
                  title={texts.selectAll}
                  checked={selection.selected.size > 0}
                  ref={(input) => {
                    if (input)
                      input.indeterminate =
                        selection.selected.size > 0 && selection.selected.size < rows.loaded().length;
                  }}
                  onChange={selectLoaded}
                />
              </th>
            )}
            {columns.map(({ key, title, sort, align }) => {
              const isBy = sort !== undefined && order?.name === sort;
              const Arrow = isBy ? (order.isDown ? IconArrowDown : IconArrowUp) : IconArrowsSort;
              return (
                <th
                  key={key}
                  className={align === 'right' ? styles.right : undefined}
                  aria-sort={isBy ? (order.isDown ? 'descending' : 'ascending') : undefined}
                >
                  {sort !== undefined && sortable.includes(sort) ? (
                    <UnstyledButton className={styles.order} onClick={() => onOrder(sort)}>
                      {title} <Arrow size={14} aria-hidden opacity={isBy ? 1 : 0.4} />
                    </UnstyledButton>
                  ) : (
                    title
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {places.map((place, at) => {
            const row = shown[at];
            return (
              <Fragment key={keys[at]}>
                <Gap rows={place - ((at === 0 ? -1 : (places[at - 1] ?? -1)) + 1)} columns={wide} />
                <TableRow
                  noun={noun}
                  row={row}
                  place={place}
                  columns={columns}
                  linkBase={linkBase}
                  isSelected={selection && (row ? selection.selected.has(idOf(noun, row)) : false)}
                  onSelect={onSelect}
                />
              </Fragment>
            );
          })}
          <Gap rows={count - 1 - (places.at(-1) ?? -1)} columns={wide} />
        </tbody>
      </table>
    </section>
  );
};
