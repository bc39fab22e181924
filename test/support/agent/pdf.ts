/** A PDF of one page with these lines: [text, font size, distance from the top]. */
export function pdfOf(lines: [text: string, size: number, down: number][], { title = '' } = {}): Buffer {
  const content = lines.map(([text, size, down]) => `BT /F1 ${size} Tf 1 0 0 1 72 ${800 - down} Tm (${text}) Tj ET`).join('\n');
  return pdfWith(content, title);
}

/** Text at a position of a page, from the left and the top, with its link. */
export interface Placed {
  text: string;
  x?: number;
  down: number;
  size?: number;
  url?: string;
}

/** A PDF of these pages, with texts in this order. A letter is half as wide as the font size. */
export function pdfOfSheets(sheets: Placed[][]): Buffer {
  const objects: (string | Buffer)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    [],
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>'],
  ];
  const kids: string[] = [];
  for (const placed of sheets) {
    const stream = placed
      .map(
        ({ text, x = 72, down, size = 10 }) => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${800 - down} Tm (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`,
      )
      .join('\n');
    const links = placed.flatMap(({ text, x = 72, down, size = 10, url }) =>
      url
        ? `<< /Type /Annot /Subtype /Link /Rect [${x} ${798 - down} ${x + text.length * size * 0.6} ${802 - down + size}] /A << /S /URI /URI (${url}) >> >>`
        : [],
    );
    objects.push([`<< /Length ${stream.length} >>\nstream\n`, stream, '\nendstream']);
    const annotations = links.length > 0 ? ` /Annots [${links.join(' ')}]` : '';
    objects.push([
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length} 0 R /Resources << /Font << /F1 3 0 R >> >>${annotations} >>`,
    ]);
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = [`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`];
  return written(objects, '');
}

/** A PDF of one page with this content stream; `filter` names its encoding. */
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
  return written(
    objects.map((object) => [object].flat()),
    ' /Info 6 0 R',
  );
}

function written(objects: (string | Buffer)[][], more: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  for (const [i, object] of objects.entries()) {
    offsets.push(parts.reduce((sum, { length }) => sum + length, 0));
    const body = object.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part));
    parts.push(Buffer.from(`${i + 1} 0 obj\n`), ...body, Buffer.from('\nendobj\n'));
  }
  const at = parts.reduce((sum, { length }) => sum + length, 0);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${more} >>\n`,
    ),
  );
  parts.push(Buffer.from(`startxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}
