import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** All rows have this height, so that the position of a row is known before it is loaded. */
export const rowHeight = 41;

/** This many rows are rendered beyond both edges; the window moves in steps of this size. */
const beyond = 12;
const settleMs = 90;
/** At more than this many rows per frame, the person cannot read them. */
const readable = 30;

/** The rows that a scrolling box shows: from `first` up to, not including, `end`. */
export type RowWindow = {
  first: number;
  end: number;
  /** The topmost visible row. */
  top: number;
  /** The person scrolls too fast to read. */
  isFast: boolean;
};

const windowAt = (box: HTMLElement | null, count: number, isFast: boolean): RowWindow => {
  const top = Math.max(0, Math.floor((box?.scrollTop ?? 0) / rowHeight));
  const height = Math.ceil((box?.clientHeight ?? 600) / rowHeight);
  const first = Math.max(0, Math.floor(top / beyond - 1) * beyond);
  const end = Math.ceil((top + height) / beyond + 1) * beyond;
  return { first: Math.min(first, Math.max(0, count - 1)), end: Math.min(end, count), top, isFast };
};

/** Follows the scrolling of a box. Renders again only when other rows have to be rendered, and when scrolling ends. */
export const useWindow = (
  box: RefObject<HTMLDivElement | null>,
  count: number,
  start: number,
): RowWindow & { onScroll: () => void; scrollTo: (row: number) => void } => {
  const [state, setState] = useState<RowWindow>(() => {
    const first = Math.floor(start / beyond) * beyond;
    return { first, end: first + 3 * beyond, top: start, isFast: false };
  });
  const before = useRef({ top: start, frame: 0, timer: 0 });
  const counted = useRef(count);
  counted.current = count;

  const look = useCallback(
    (isSettled: boolean): void => {
      const { top } = windowAt(box.current, counted.current, false);
      const isFast = !isSettled && Math.abs(top - before.current.top) > readable;
      before.current.top = top;
      setState((now) => {
        const next = windowAt(box.current, counted.current, isFast);
        const isSame = next.first === now.first && next.end === now.end && next.isFast === now.isFast;
        return isSame && (!isSettled || next.top === now.top) ? now : next;
      });
    },
    [box],
  );

  const onScroll = useCallback((): void => {
    const { current } = before;
    clearTimeout(current.timer);
    current.timer = window.setTimeout(() => look(true), settleMs);
    if (current.frame !== 0) return;
    current.frame = requestAnimationFrame(() => {
      current.frame = 0;
      look(false);
    });
  }, [look]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another count shows other rows
  useEffect(() => look(true), [look, count]);
  useEffect(() => {
    const { current: element } = box;
    const watch = new ResizeObserver(() => look(true));
    if (element) watch.observe(element);
    const { current } = before;
    return () => {
      watch.disconnect();
      clearTimeout(current.timer);
      cancelAnimationFrame(current.frame);
      current.frame = 0;
    };
  }, [box, look]);

  const scrollTo = useCallback(
    (row: number): void => {
      const { current: element } = box;
      if (!element) return;
      const at = row * rowHeight;
      const visible = element.clientHeight - 2 * rowHeight;
      if (at < element.scrollTop) element.scrollTop = at;
      else if (at > element.scrollTop + visible) element.scrollTop = at - visible;
    },
    [box],
  );
  return { ...state, onScroll, scrollTo };
};
