// No module: browsers send Origin with those, and the page must say its piece at a foreign address, too.
// The pages under /auth/: forms that post JSON to /api/auth, and say in words what went wrong.
const main = document.querySelector('main');
const page = main.dataset.page;
const next = main.dataset.next;

const WORDS = {
  INVALID_EMAIL_OR_PASSWORD: 'No account has this e-mail address and password.',
  INVALID_EMAIL: 'This is not an e-mail address.',
  INVALID_PASSWORD: 'The password is not right.',
  PASSWORD_TOO_SHORT: 'The password is too short: it needs at least 8 characters.',
  PASSWORD_TOO_LONG: 'The password is too long: at most 128 characters.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is an account with this e-mail address already. Sign in instead.',
  EMAIL_PASSWORD_SIGN_UP_DISABLED: 'This service takes no new accounts. Ask whoever runs it.',
  FORBIDDEN: 'This service is not set up for this address. Whoever runs it can add it to ORIGINS.',
  PASSWORD_REQUIRED: 'Enter your password.',
};

/** Calls better-auth. Answers `{ data }`, or `{ error }` in words. */
async function call(path, body) {
  const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(`/api/auth${path}`, init);
    const data = await response.json().catch(() => null);
    if (response.ok) return { data };
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after')) || 60;
      return { error: `Too many tries. Wait ${seconds} seconds and try again.` };
    }
    if (response.status === 401 && page === 'account') return { error: 'You are not signed in any more. Sign in again.' };
    if (response.status >= 500) return { error: 'The service has trouble at the moment. Try again in a while.' };
    return { error: WORDS[data?.code] ?? data?.message ?? data?.error ?? `The service refused this (${response.status}).` };
  } catch {
    return { error: 'The service cannot be reached. Check your connection and try again.' };
  }
}

function show(form, kind, words) {
  const note = form.querySelector('.note');
  note.className = `note ${kind}`;
  note.textContent = words;
  note.hidden = false;
}

/** Sends a form once at a time; `work` gets its fields and answers what went wrong, if anything did. */
function onSubmit(name, work) {
  const form = document.querySelector(`form[data-form="${name}"]`);
  if (!form) return;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const note = form.querySelector('.note');
    const inputs = [...form.querySelectorAll('input')];
    for (const input of inputs) input.setAttribute('aria-invalid', String(!input.validity.valid));
    const wrong = inputs.find((input) => !input.validity.valid);
    if (wrong) {
      show(form, 'bad', wrong.dataset.wrong);
      wrong.focus();
      return;
    }
    const button = form.querySelector('button');
    note.hidden = true;
    button.disabled = true;
    const error = await work(Object.fromEntries(new FormData(form)), form);
    button.disabled = false;
    if (!error) return;
    show(form, 'bad', error);
    inputs.find((input) => input.type === 'password')?.focus();
  });
}

/** Goes on after signing in, when the browser kept the cookie. */
async function enter() {
  const { data } = await call('/get-session');
  if (!data) return 'Your browser did not keep the cookie. Use https or localhost, and allow cookies for this address.';
  location.assign(next);
}

async function start() {
  // outside of https and localhost a browser drops the cookie, which is marked Secure
  if (!window.isSecureContext) {
    document.querySelector('#insecure').hidden = false;
    for (const button of document.querySelectorAll('button')) button.disabled = true;
    return;
  }
  onSubmit('login', async ({ email, password }) => {
    const { error } = await call('/sign-in/email', { email, password });
    return error ?? enter();
  });
  onSubmit('sign-up', async ({ email, password }) => {
    const { error } = await call('/sign-up/email', { email, password, name: '' });
    return error ?? enter();
  });
  onSubmit('sign-out', async () => {
    const { error } = await call('/sign-out', {});
    if (!error) location.assign('/auth/login');
    return error;
  });
  onSubmit('password', async ({ currentPassword, newPassword }, form) => {
    const { error } = await call('/change-password', { currentPassword, newPassword, revokeOtherSessions: true });
    if (error) return error;
    form.reset();
    show(form, 'good', 'Your password is changed, and every other browser is signed out.');
  });
  onSubmit('delete', async ({ password }) => {
    const { error } = await call('/delete-user', { password });
    if (!error) location.assign('/auth/sign-up');
    return error;
  });

  const { data, error } = await call('/get-session');
  if (page !== 'account') {
    if (data) location.replace(next);
  } else if (data) {
    document.querySelector('#email').textContent = data.user.email;
    document.querySelector('#account').hidden = false;
  } else if (error) {
    document.querySelector('#trouble').textContent = error;
    document.querySelector('#trouble').hidden = false;
  } else location.replace('/auth/login?next=/auth/account');
}

void start();
