import type { ReactNode } from 'react';

export const explanationTexts = {
  close: 'Close',
  noFigure: 'There is none',
  exactly: (figure: ReactNode) => <>exactly {figure}</>,
  nothingAdds: 'This figure has no parts.',
  parts: 'Parts',
  partsAdd: (count: number) => `${count} ${count === 1 ? 'part adds' : 'parts add'} up to the exact figure.`,
  before: 'Before',
  more: 'More',
  download: 'Download as CSV',
} as const;
