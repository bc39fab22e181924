import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface Look {
  icon?: IconName;
  kind?: 'plain' | 'main' | 'quiet' | 'grave';
  busy?: boolean;
}

/** A button; while busy it keeps its size and ignores presses. */
export function Button({
  icon,
  kind = 'plain',
  busy = false,
  children,
  className = '',
  onClick,
  ...rest
}: Look & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={`button button-${kind} ${className}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...rest}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}

/** A button with an icon only; its label is for screen readers. */
export function IconButton({ icon, label, className = '', ...rest }: { icon: IconName; label: string } & ComponentProps<'button'>) {
  return (
    <button type="button" className={`icon-button ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}

/** Shown in place of content: a title, a text and actions. */
export function Notice({
  icon,
  title,
  children,
  actions,
  level = 2,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  level?: 1 | 2;
}) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="notice">
      <span className="notice-icon">
        <Icon name={icon} size={22} />
      </span>
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {actions && <div className="notice-actions">{actions}</div>}
    </div>
  );
}
