/** Rows of the data feeds. Times are epoch milliseconds of business time. */

/** A fault of one delivered file; the next delivery corrects it. */
export type Distortion = 'half' | 'moved-columns' | 'new-column' | 'wrong-header' | 'bad-encoding';

/** Until when a seller account's feeds are delivered; the id is the account's. */
export type FeedState = { id: string; deliveredAt: number };

/** The latest delivered version of a row; the id is `<account>/<feed>/<key>`. */
export type FeedVersion = { id: string; digest: string };

/** A delivered revision of a record of daily usage that is soft-deleted; the id is `<account>/<usage_feed_id>/<valid_from>`. */
export type UsageDeletion = { id: string; accountId: string; cells: string[] };

/** A month's file of a feed; the id is `<account>/<key>`. */
export type FeedObject = {
  id: string;
  accountId: string;
  feed: string;
  /** The object's key in the bucket. */
  key: string;
  partIds: string[];
  size: number;
  /** 32 hexadecimal digits. */
  etag: string;
  modifiedAt: number;
  distortion: Distortion | null;
};

/** The rows that one delivery appended to a file. Never changed. */
export type FeedPart = { id: string; rows: string[][] };
