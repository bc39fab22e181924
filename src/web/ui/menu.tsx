import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';

export interface MenuItem {
  /** Needed where two items may have the same label. */
  key?: string;
  label: string;
  icon?: IconName;
  /** A link instead of an action. */
  href?: string;
  download?: boolean;
  newTab?: boolean;
  grave?: boolean;
  checked?: boolean;
  /** One of several exclusive items: choosing it closes the menu. */
  single?: boolean;
  disabled?: boolean;
  hint?: string;
  act?: () => void;
}

const EDGE = 8;

/** A button with a menu below it (WAI-ARIA menu button), in a native popover. A null item separates two groups. */
export function Menu({
  items,
  children,
  className,
  label,
  tabIndex,
}: {
  items: (MenuItem | null)[];
  children: ReactNode;
  className: string;
  label?: string;
  tabIndex?: number;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const fromEnd = useRef(false);
  const [open, setOpen] = useState(false);

  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])') ?? [])];
  const show = (last = false) => {
    fromEnd.current = last;
    list.current?.showPopover();
  };
  const hide = () => {
    list.current?.hidePopover();
    button.current?.focus();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the items are there
  useLayoutEffect(() => {
    if (!open) return;
    place(button.current, list.current);
    entries()
      .at(fromEnd.current ? -1 : 0)
      ?.focus();
    const onResize = () => list.current?.hidePopover();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) all.at(to >= all.length ? 0 : to)?.focus();
    else if (event.key === 'Tab') list.current?.hidePopover();
    else if (event.key === 'Escape') hide();
    else if (/^\S$/u.test(event.key)) all.find((one) => one.textContent?.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    if (to !== undefined || event.key === 'Escape') event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        title={label}
        onClick={(event) => {
          event.stopPropagation();
          if (open) hide();
          else show();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          event.stopPropagation();
          show(event.key === 'ArrowUp');
        }}
      >
        {children}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the items take the focus, the list their keys */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className="menu"
        role={open ? 'menu' : undefined}
        aria-label={label}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={onKeyDown}
        onClick={(event) => event.stopPropagation()}
      >
        {open &&
          items.map((item, i) =>
            item === null ? <hr key={`after ${items[i - 1]?.label}`} /> : <Entry key={item.key ?? item.label} item={item} close={hide} />,
          )}
      </div>
    </>
  );
}

function Entry({ item, close }: { item: MenuItem; close: () => void }) {
  const inside = (
    <>
      {item.checked === undefined ? (
        item.icon && <Icon name={item.icon} />
      ) : item.checked ? (
        <Icon name="match" />
      ) : (
        <span className="icon" />
      )}
      <span className="menu-words">
        {item.label}
        {item.hint && <small>{item.hint}</small>}
      </span>
    </>
  );
  const common = { className: `menu-item ${item.grave ? 'menu-grave' : ''}`, tabIndex: -1 };
  if (item.href !== undefined) {
    const extra = { ...(item.newTab && { target: '_blank', rel: 'noreferrer' }), ...(item.download && { download: '' }) };
    return (
      <a role="menuitem" {...common} {...extra} href={item.href} onClick={close}>
        {inside}
      </a>
    );
  }
  const checkable = item.checked !== undefined;
  return (
    <button
      type="button"
      role={checkable ? (item.single ? 'menuitemradio' : 'menuitemcheckbox') : 'menuitem'}
      aria-checked={checkable ? item.checked : undefined}
      aria-disabled={item.disabled || undefined}
      {...common}
      onClick={() => {
        if (item.disabled) return;
        if (!checkable || item.single) close();
        item.act?.();
      }}
    >
      {inside}
    </button>
  );
}

/** Places a menu below its button, or above it, within the window. */
function place(button: HTMLElement | null, menu: HTMLElement | null): void {
  if (!button || !menu) return;
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const left = at.left + width > innerWidth - EDGE ? at.right - width : at.left;
  const below = at.bottom + 4;
  const above = at.top - height - 4;
  const lowest = innerHeight - EDGE - height;
  // over the button when there is no room above or below
  const top = below <= lowest ? below : above > EDGE ? above : Math.max(EDGE, lowest);
  menu.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  menu.style.top = `${top}px`;
}
