/** Cuts to at most `length` code points, at a space where there is one. */
export function shorten(text: string, length: number): string {
  const points = [...text];
  if (points.length <= length) return text;
  const cut = points.slice(0, length).join('');
  return /^(.{20,})\s/su.exec(cut)?.[1] ?? cut;
}
