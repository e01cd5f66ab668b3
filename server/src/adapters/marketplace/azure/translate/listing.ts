import type { ListingWrite } from '../../changes.ts';
import type { Json } from './json.ts';

const listingFields: readonly [keyof ListingWrite, string][] = [
  ['title', 'title'],
  ['summary', 'searchResultSummary'],
  ['shortDescription', 'shortDescription'],
  ['longDescription', 'description'],
  ['gettingStarted', 'gettingStartedInstructions'],
  ['keywords', 'searchKeywords'],
  ['privacyPolicyUrl', 'privacyPolicyLink'],
  ['supportContact', 'supportContact'],
  ['engineeringContact', 'engineeringContact'],
];

/** What a listing says, in Microsoft's words. */
export const listingContent = (listing: ListingWrite): Json => ({
  ...Object.fromEntries(
    listingFields.flatMap(([ours, theirs]) => (listing[ours] === undefined ? [] : [[theirs, listing[ours]]])),
  ),
  ...(listing.resources === undefined
    ? {}
    : { generalLinks: listing.resources.map(({ text, url }) => ({ displayText: text, link: url })) }),
});
