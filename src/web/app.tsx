import { Component, type ReactNode } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { usePerson } from './api/account.ts';
import { HomePage } from './home/home-page.tsx';
import { words } from './texts/texts.ts';
import { Arrive } from './ui/arrive.tsx';
import { Button, Notice } from './ui/button.tsx';
import { Icon } from './ui/icon.tsx';
import { pagePart } from './ui/part.tsx';
import { useTitle } from './ui/title.ts';
import { Toasts } from './ui/toast.tsx';

const WebsetPage = pagePart(async () => (await import('./webset/webset-page.tsx')).WebsetPage);
const SettingsPage = pagePart(async () => (await import('./settings/settings-page.tsx')).SettingsPage);
const CollectionsPage = pagePart(async () => (await import('./collections/collections-page.tsx')).CollectionsPage);
const signing = () => import('./auth/sign-in-pages.tsx');
const LoginPage = pagePart(async () => (await signing()).LoginPage);
const SignUpPage = pagePart(async () => (await signing()).SignUpPage);
const AccountPage = pagePart(async () => (await import('./auth/account-page.tsx')).AccountPage);

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The app: a bar at the top and the page of the address. */
export function App() {
  return (
    <Guard>
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <Top />
      <Arrive>
        <Switch>
          <Route path="/">
            <HomePage />
          </Route>
          <Route path="/w/:id">{({ id }) => (UUID.test(id) ? <WebsetPage key={id} id={id} /> : <Nowhere />)}</Route>
          <Route path="/s/:id">{({ id }) => (UUID.test(id) ? <WebsetPage key={id} id={id} shared /> : <Nowhere />)}</Route>
          <Route path="/collections">
            <CollectionsPage />
          </Route>
          <Route path="/settings">
            <SettingsPage />
          </Route>
          <Route path="/auth/login">
            <LoginPage />
          </Route>
          <Route path="/auth/sign-up">
            <SignUpPage />
          </Route>
          <Route path="/auth/account">
            <AccountPage />
          </Route>
          <Route>
            <Nowhere />
          </Route>
        </Switch>
      </Arrive>
      <Toasts />
    </Guard>
  );
}

function Top() {
  const person = usePerson();
  const [place] = useLocation();
  const next = place.startsWith('/auth/') || place === '/' ? '' : `?next=${encodeURIComponent(place)}`;
  return (
    <header className="top">
      <Link className="brand" href="/">
        <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="var(--accent)" />
          <g fill="none" stroke="var(--accent-ink)" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
            <path d="M8 11h9M8 16h6M8 21h4" />
            <path d="m16.5 19.5 3 3 6-7.5" />
          </g>
        </svg>
        {words.brand}
      </Link>
      <nav aria-label={words.top.label} className="top-nav">
        <Link className="button button-quiet" href="/collections">
          <Icon name="text" />
          <span className="top-word">{words.top.collections}</span>
        </Link>
        <Link className="button button-quiet" href="/settings">
          <Icon name="gear" />
          <span className="top-word">{words.top.settings}</span>
        </Link>
        {person !== undefined && (
          <Link className="button button-quiet" href={person ? '/auth/account' : `/auth/login${next}`}>
            <Icon name="person" />
            <span className={person ? 'top-word' : undefined}>{person ? words.top.account : words.top.signIn}</span>
          </Link>
        )}
      </nav>
    </header>
  );
}

function Nowhere() {
  useTitle(words.states.page.title);
  return (
    <main id="main" className="page">
      <Notice
        icon="search"
        level={1}
        title={words.states.page.title}
        actions={
          <Link className="button button-plain" href="/">
            {words.home}
          </Link>
        }
      >
        {words.states.page.text}
      </Notice>
    </main>
  );
}

/** Shown when rendering throws. Only a class component can catch that. */
class Guard extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError = () => ({ broken: true });
  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main className="page">
        <Notice
          icon="alert"
          level={1}
          title={words.states.crashed.title}
          actions={<Button onClick={() => location.reload()}>{words.states.reload}</Button>}
        >
          {words.states.crashed.text}
        </Notice>
      </main>
    );
  }
}
