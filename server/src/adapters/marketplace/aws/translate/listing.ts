import { z } from 'zod';
import type { ListingWrite } from '../../changes.ts';
import type { Document } from './change.ts';

const text = z.string().min(1).optional().catch(undefined);
const texts = z.array(z.string().min(1)).min(1).optional().catch(undefined);
const links = z
  .array(z.object({ Text: z.string(), Url: z.string() }))
  .optional()
  .catch(undefined);
const part = <S extends z.ZodType>(shape: S) => shape.optional().catch(undefined);

/** A product's document in the reference's shape, as far as it covers the listing. */
const listingDocument = z.object({
  Description: part(
    z.object({
      ProductTitle: text,
      ShortDescription: text,
      LongDescription: text,
      Sku: text,
      Highlights: texts,
      Categories: texts,
      SearchKeywords: texts,
    }),
  ),
  PromotionalResources: part(
    z.object({ LogoUrl: text, Videos: part(z.array(z.object({ Url: z.string() }))), AdditionalResources: links }),
  ),
  SupportInformation: part(z.object({ Description: text })),
});

const present = <T extends Record<string, unknown>>(fields: T): Document =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Document;

/** Lists that AWS does not accept empty are omitted. */
const unlessEmpty = <T>(list: T[] | undefined): T[] | undefined => (list && list.length > 0 ? list : undefined);

/** The details of UpdateInformation. Empty texts stay unchanged at AWS, like absent ones. */
export const informationOf = (listing: ListingWrite): Document =>
  present({
    ProductTitle: listing.title || undefined,
    ShortDescription: listing.shortDescription || undefined,
    LongDescription: listing.longDescription || undefined,
    Sku: listing.sku || undefined,
    LogoUrl: listing.logoUrl || undefined,
    VideoUrls: listing.videoUrls,
    Highlights: unlessEmpty(listing.highlights),
    AdditionalResources: listing.resources?.map((link) => ({ Text: link.text, Url: link.url })),
    SupportDescription: listing.supportDescription || undefined,
    Categories: unlessEmpty(listing.categories),
    SearchKeywords: unlessEmpty(listing.keywords),
  });

/** The listing of a product's document; values that are not a listing's are skipped. */
export const informationOfDocument = (document: Record<string, unknown>): Document => {
  const { Description, PromotionalResources, SupportInformation } = listingDocument.parse(document);
  return present({
    ...Description,
    LogoUrl: PromotionalResources?.LogoUrl,
    VideoUrls: PromotionalResources?.Videos?.map(({ Url }) => Url),
    AdditionalResources: PromotionalResources?.AdditionalResources,
    SupportDescription: SupportInformation?.Description,
  });
};
