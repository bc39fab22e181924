import type { RequestHandler } from 'express';
import { setPolicy } from './headers.ts';

/** A line for people who open the address in a browser. */
export const home = (samples: boolean): RequestHandler => {
  const links = [
    '<a href="/auth/account">your account</a>',
    '<a href="/graphql">GraphQL</a>',
    '<a href="/docs">the REST operations</a>',
    ...(samples ? ['<a href="/samples/">the sample web</a>'] : []),
  ];
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Webset</title>
  </head>
  <body><p>Webset turns a request in plain English into a verified dataset. Here are ${new Intl.ListFormat('en').format(links)}.</p></body>
</html>
`;
  return (_req, res) => {
    setPolicy(res, 'app');
    res.type('html').send(page);
  };
};
