import Big from 'big.js';
import type { Json } from '../state.ts';
import { fieldOf, type ObjectType } from './schema.ts';

/**
 * The fields derived from others: full names, the state of an opportunity by its stage, and the one of
 * `UnitPrice` and `TotalPrice` of a line that was not given. `changed` is what the writer has set.
 */
export const deriveFields = (object: ObjectType, fields: Json, changed: Json): Json => {
  if (object.name === 'Contact' || object.name === 'User') return fullName(fields);
  if (object.name === 'Opportunity') return stateOfStage(object, fields, changed);
  return object.name === 'OpportunityLineItem' ? pricesOf(fields, changed) : {};
};

const fullName = ({ FirstName, LastName }: Json): Json => ({
  Name: [FirstName, LastName].filter((part) => typeof part === 'string').join(' '),
});

const stateOfStage = (object: ObjectType, { StageName }: Json, changed: Json): Json => {
  const stage = fieldOf(object, 'StageName')?.picklist?.find(({ value }) => value === StageName);
  const state = { IsClosed: stage?.closed === true, IsWon: stage?.won === true };
  const isMoved = changed.StageName !== undefined && changed.Probability === undefined;
  return isMoved && stage?.probability !== undefined ? { ...state, Probability: stage.probability } : state;
};

const pricesOf = ({ Quantity, UnitPrice, TotalPrice }: Json, changed: Json): Json => {
  if (typeof Quantity !== 'number') return {};
  const isTotalGiven = typeof changed.TotalPrice === 'number' && changed.UnitPrice === undefined;
  if (isTotalGiven && Quantity !== 0)
    return { UnitPrice: new Big(Number(TotalPrice)).div(Quantity).round(2).toNumber() };
  return typeof UnitPrice === 'number' ? { TotalPrice: new Big(UnitPrice).times(Quantity).round(2).toNumber() } : {};
};
