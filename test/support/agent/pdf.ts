/** A PDF of one sheet with these lines: [text, size of type, distance from the top]. */
export function pdfOf(lines: [text: string, size: number, down: number][], { title = '' } = {}): Buffer {
  const content = lines.map(([text, size, down]) => `BT /F1 ${size} Tf 1 0 0 1 72 ${800 - down} Tm (${text}) Tj ET`).join('\n');
  return pdfWith(content, title);
}

/** A PDF of one sheet with this content stream; `filter` names how it is packed. */
export function pdfWith(content: string | Buffer, title = '', filter = ''): Buffer {
  const stream = Buffer.isBuffer(content) ? content : Buffer.from(content, 'latin1');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    [`<< /Length ${stream.length}${filter && ` /Filter /${filter}`} >>\nstream\n`, stream, '\nendstream'],
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Title (${title}) >>`,
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  for (const [i, object] of objects.entries()) {
    offsets.push(parts.reduce((sum, { length }) => sum + length, 0));
    const body = [object].flat().map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part));
    parts.push(Buffer.from(`${i + 1} 0 obj\n`), ...body, Buffer.from('\nendobj\n'));
  }
  const at = parts.reduce((sum, { length }) => sum + length, 0);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\n`,
    ),
  );
  parts.push(Buffer.from(`startxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}
