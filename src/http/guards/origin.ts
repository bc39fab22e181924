import type { RequestHandler } from 'express';
import { Fault } from '../../domain/errors.ts';
import { refuse } from './refuse.ts';

/**
 * Refuses browsers that call from a page of another origin: SameSite=Lax sends cookies from another port of the same site.
 * Clients that are no browsers send none of these headers.
 */
export function originGuard(origins: readonly string[]): RequestHandler {
  return (req, res, next) => {
    const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = req.headers;
    if (origin !== undefined ? origins.includes(origin) : !isForeign(site) || isNavigation(req.method, mode, dest)) next();
    else refuse(req, res, new Fault('FORBIDDEN', 'Requests from another origin are refused'));
  };
}

type Header = string | string[] | undefined;

const isForeign = (site: Header) => site !== undefined && site !== 'same-origin' && site !== 'none';

/** A person followed a link: a page of another origin cannot read the answer. */
const isNavigation = (method: string, mode: Header, dest: Header) => method === 'GET' && mode === 'navigate' && dest === 'document';
