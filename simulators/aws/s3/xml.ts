const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** An XML element with text, or with elements in their order. */
export const element = (name: string, content: string | readonly string[], attributes = ''): string => {
  const inner =
    typeof content === 'string' ? content.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign) : content.join('');
  return `<${name}${attributes}>${inner}</${name}>`;
};

/** The attribute that names S3's XML namespace. */
export const s3Namespace = ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
