import { createRowAdder, createRowChanger } from '../../../contract/versioned-rows.ts';
import { insertCancellation, updateCancellationRow } from './store.ts';
import { viewCancellation } from './view.ts';

export const addCancellation = createRowAdder({
  type: 'cancelreq',
  view: viewCancellation,
  insert: insertCancellation,
});

export const changeCancellation = createRowChanger({
  type: 'cancelreq',
  view: viewCancellation,
  update: updateCancellationRow,
});
