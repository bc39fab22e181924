/** Line icons on a 16 x 16 grid, in the colour of the text. */
const PATHS = {
  match: 'M3.2 8.6 6.4 11.8 12.8 4.6',
  partial: 'M8 2.4a5.6 5.6 0 1 1 0 11.2A5.6 5.6 0 0 1 8 2.4Zm0 0v11.2',
  no_match: 'M4.2 4.2l7.6 7.6m0-7.6-7.6 7.6',
  needs_review: 'M5.6 6.1a2.4 2.4 0 1 1 3.6 2.1c-.8.5-1.2.9-1.2 1.7M8 12.4v.2',
  waiting: 'M8 4.6V8l2.2 1.6M8 2.4a5.6 5.6 0 1 1 0 11.2A5.6 5.6 0 0 1 8 2.4Z',
  failed: 'M8 2.6 14 13H2Zm0 4v3m0 1.6v.2',
  text: 'M3 4h10M3 8h10M3 12h6',
  url: 'M6.6 9.4a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7l-.6.6m1.4 2.3a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7l.6-.6',
  number: 'M6.4 2.8 5 13.2M11 2.8 9.6 13.2M3 6h10.4M2.6 10H13',
  date: 'M2.8 4.2h10.4v9H2.8Zm0 3h10.4M5.6 2.6v2.6m4.8-2.6v2.6',
  check: 'M2.6 3.6h10.8v9.2H2.6Zm2.6 4.6 2 2 3.6-4',
  close: 'M4 4l8 8m0-8-8 8',
  plus: 'M8 3.2v9.6M3.2 8h9.6',
  minus: 'M3.2 8h9.6',
  dots: 'M3.6 8h.02M8 8h.02M12.4 8h.02',
  down: 'M4 6.4 8 10.4l4-4',
  up: 'M4 9.8 8 5.8l4 4',
  left: 'M9.8 4 5.8 8l4 4',
  right: 'M6.2 4l4 4-4 4',
  out: 'M6.4 3.6H3.4v9h9v-3M9 3.2h3.8V7M12.6 3.4 7.4 8.6',
  share:
    'M11.6 5.4a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM4.4 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Zm7.2 4.4a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM6 7.2l4-2.6M6 8.8l4 2.6',
  download: 'M8 2.8v7m-3-2.6 3 3 3-3M3 13h10',
  play: 'M5 3.2v9.6L12.6 8Z',
  stop: 'M4.4 4.4h7.2v7.2H4.4Z',
  search: 'M7 2.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4Zm3.2 7.4 3 3',
  gear: 'M8 5.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4ZM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4',
  person: 'M8 2.6a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4ZM2.8 13.6c.5-2.5 2.5-3.8 5.2-3.8s4.7 1.3 5.2 3.8',
  eye: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8ZM8 6.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4Z',
  pencil: 'M3 13l.6-2.8 7-7 2.2 2.2-7 7Zm6.2-8.4 2.2 2.2',
  trash: 'M3 4.4h10M6.2 4.4V2.8h3.6v1.6M4.2 4.4l.6 8.8h6.4l.6-8.8',
  copy: 'M5.6 5.6h7.6v7.6H5.6ZM10.4 5.6V2.8H2.8v7.6h2.8',
  alert: 'M8 2.4a5.6 5.6 0 1 1 0 11.2A5.6 5.6 0 0 1 8 2.4Zm0 2.8v3.4m0 2v.2',
  columns: 'M2.8 3.2h10.4v9.6H2.8Zm3.5 0v9.6m3.5-9.6v9.6',
  views: 'M2.8 3.4h10.4M2.8 8h10.4M2.8 12.6h5.4M11 10.6v4M9 12.6h4',
  filter: 'M2.6 3.6h10.8L9.4 8.4v4.4l-2.8-1.4v-3Z',
  pin: 'M6 2.6h4l-.4 4 2 2.2H4.4l2-2.2ZM8 8.8v4.6',
  again: 'M12.9 6.2A5.2 5.2 0 1 0 13.2 9M13.2 3v3.4H9.8',
  activity: 'M1.8 8.4h3l1.8-4.6 2.8 8.4 1.8-3.8h3',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon, hidden from screen readers: the text beside it has its meaning. */
export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }) => (
  <svg className={`icon icon-${name}`} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
