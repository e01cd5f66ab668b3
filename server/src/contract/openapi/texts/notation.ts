/** What the members of a type are. A text is true for that member: units, currencies and formats are named. */
export type TypeTexts = {
  readonly about: string;
  readonly members: Readonly<Record<string, string>>;
};

export type Texts = Readonly<Record<string, TypeTexts>>;
