import encodeQR from 'qr';

/** The width of the quiet zone in modules, without which readers may not find the code (ISO/IEC 18004, 5.3.8). */
const quietZone = 4;

/** The dark modules as one path: a rectangle for each run of them in a row. */
const pathOf = (rows: readonly boolean[][]): string =>
  rows
    .flatMap((row, y) => {
      const runs = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []));
      return runs.map((x) => {
        const end = row.indexOf(false, x);
        return `M${x} ${y}h${(end < 0 ? row.length : end) - x}v1H${x}z`;
      });
    })
    .join('');

/** A text as a QR code. It is dark on light in every colour scheme, because many readers accept nothing else. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      width={220}
      height={220}
      shapeRendering="crispEdges"
      style={{ maxWidth: '100%' }}
    >
      <rect width="100%" height="100%" fill="#ffffff" />
      <path d={pathOf(rows)} fill="#000000" />
    </svg>
  );
};
