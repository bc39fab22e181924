import { readFileSync } from 'node:fs';
import type { Request, RequestHandler } from 'express';
import express from 'express';
import { PASSWORD_LENGTH } from '../auth/auth.ts';
import { createAssets } from './assets.ts';
import { setPolicy } from './headers.ts';

const ACCOUNT = '/auth/account';

/** Where to go after signing in: a path of this origin, as a browser will read it, or the account's page. */
export function safeNext(wanted: unknown): string {
  if (typeof wanted !== 'string' || !URL.canParse(wanted, 'http://here.invalid')) return ACCOUNT;
  const { origin, pathname, search, hash } = new URL(wanted, 'http://here.invalid');
  const path = pathname + search + hash;
  return origin === 'http://here.invalid' && /^\/(?![/\\])/.test(wanted) && /^\/(?![/\\])/.test(path) ? path : ACCOUNT;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** The pages for signing in and up and for one's account: plain HTML, and a small script of ours. */
export function authPages({ signUp }: { signUp: boolean }): express.Router {
  const assets = createAssets('/auth');
  const read = (name: string) => readFileSync(new URL(`./pages/${name}`, import.meta.url));
  const style = assets.add('auth.css', 'text/css', read('auth.css'));
  const script = assets.add('auth.js', 'text/javascript', read('auth.js'));

  const serve =
    (page: string, title: string, content: (next: string) => string): RequestHandler =>
    (req: Request, res) => {
      const next = safeNext(req.query.next);
      setPolicy(res, 'app');
      res.type('html').send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Webset</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${style}">
    <script defer src="${script}"></script>
  </head>
  <body>
    <main data-page="${page}" data-next="${escaped(next)}">
      <a class="brand" href="/">Webset</a>
      <noscript><p class="note bad">This page needs JavaScript.</p></noscript>
      <p class="note bad" id="insecure" role="alert" hidden>You cannot sign in at this address, because your browser would drop the cookie. Use https or localhost.</p>
${content(next)}
    </main>
  </body>
</html>
`);
    };

  const router = express.Router();
  router.get(
    '/auth/login',
    serve('login', 'Sign in', (next) => loginPage(next, signUp)),
  );
  router.get('/auth/sign-up', serve('sign-up', 'Sign up', signUp ? signUpPage : closedPage));
  router.get(ACCOUNT, serve('account', 'Your account', accountPage));
  router.get('/auth/:file', assets.serve);
  return router;
}

const passing = (next: string) => (next === ACCOUNT ? '' : `?next=${encodeURIComponent(next)}`);
const note = '<p class="note" role="alert" hidden></p>';
const email =
  '<label>E-mail <input name="email" type="email" autocomplete="username" required data-wrong="Enter your e-mail address, such as ann@example.org."></label>';
const oldPassword = (name: string, label = 'Password') =>
  `<label>${label} <input name="${name}" type="password" autocomplete="current-password" required data-wrong="Enter your password."></label>`;
const newPassword = (name: string, label = 'Password') =>
  `<label>${label} <small>At least ${PASSWORD_LENGTH.min} characters</small> <input name="${name}" type="password" autocomplete="new-password" required minlength="${PASSWORD_LENGTH.min}" maxlength="${PASSWORD_LENGTH.max}" data-wrong="Choose a password of ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters."></label>`;

const loginPage = (next: string, signUp: boolean) => `      <section>
        <h1>Sign in</h1>
        <p class="soft">Your websets open to you alone.</p>
        <form data-form="login" method="post" novalidate>
          ${email}
          ${oldPassword('password')}
          <button>Sign in</button>
          ${note}
        </form>
        <p class="below">${
          signUp
            ? `No account yet? <a href="/auth/sign-up${escaped(passing(next))}">Sign up</a>`
            : 'This service takes no new accounts. Whoever runs it can make one for you.'
        }</p>
      </section>`;

const signUpPage = (next: string) => `      <section>
        <h1>Sign up</h1>
        <p class="soft">What you make while signed in is yours, and opens to nobody else.</p>
        <form data-form="sign-up" method="post" novalidate>
          ${email}
          ${newPassword('password')}
          <button>Make an account</button>
          ${note}
        </form>
        <p class="below">Have one already? <a href="/auth/login${escaped(passing(next))}">Sign in</a></p>
      </section>`;

const closedPage = () => `      <section>
        <h1>No new accounts</h1>
        <p class="soft">This service takes none. Whoever runs it can make one for you.</p>
        <p class="below">Have one already? <a href="/auth/login">Sign in</a></p>
      </section>`;

const accountPage = () => `      <p class="note bad" id="trouble" role="alert" hidden></p>
      <div id="account" hidden>
        <section>
          <h1>Your account</h1>
          <p class="soft who">Signed in as <strong id="email"></strong></p>
          <form data-form="sign-out" method="post" novalidate>
            <button class="quiet">Sign out</button>
            ${note}
          </form>
        </section>
        <section>
          <h2>Change your password</h2>
          <form data-form="password" method="post" novalidate>
            ${oldPassword('currentPassword', 'Present password')}
            ${newPassword('newPassword', 'New password')}
            <button>Change it</button>
            ${note}
          </form>
        </section>
        <section>
          <details>
            <summary>Delete your account</summary>
            <p>Your account and all your websets, with everything in them, will be gone for good.</p>
            <form data-form="delete" method="post" novalidate>
              ${oldPassword('password')}
              <button class="grave">Delete my account</button>
              ${note}
            </form>
          </details>
        </section>
      </div>`;
