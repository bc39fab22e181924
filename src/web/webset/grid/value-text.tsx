import { isLink, shortUrl } from '../view.ts';

/** A value as a cell shows it: a web address is a link that opens in a new tab. */
export function ValueText({ value }: { value: string }) {
  if (!isLink(value))
    return (
      <span className="cell-value" dir="auto">
        {value}
      </span>
    );
  return (
    <a className="cell-value cell-value-url" dir="auto" href={value} target="_blank" rel="noopener noreferrer" tabIndex={-1} data-link>
      {shortUrl(value)}
    </a>
  );
}
