import { z } from 'zod';
import { startIndexInput } from '../../domain/run-event.ts';
import { DOWNLOAD_MEDIA, downloadFormatInput, proofInput } from '../download/download.ts';
import { bomInput, detailsInput, formatInput, verdictInput, viewInput } from '../export.ts';
import { type Json, json, OPTIONAL_COOKIE, parameter, plain, ref } from './schemas.ts';

const sessionId = parameter('sessionId', 'path', 'The id of the session.', z.uuid());
const bom = parameter('bom', 'query', '1: the CSV begins with a byte order mark, by which Excel knows that it is UTF-8.', bomInput);
const verdict = parameter('verdict', 'query', 'Only results of this combined verdict.', verdictInput);
const view = parameter('view', 'query', 'The id of a saved view: its results in its order, with the columns that it shows.', viewInput);

const download = (operation: Json) => ({
  servers: [{ url: '/', description: 'Outside of the versioned prefix.' }],
  get: { tags: ['sessions'], security: OPTIONAL_COOKIE, ...operation },
});

const ATTACHMENT = {
  'Content-Disposition': { description: '`attachment`, with the name `webset-<id-prefix>.<format>`.', schema: { type: 'string' } },
};
const DOWNLOAD_REFUSALS = {
  401: plain('This whole service is for those who have signed in.'),
  403: plain('The session belongs to another user, or the request comes from a page of another origin.'),
  404: plain('There is no such session.'),
  500: plain('The export failed.'),
};

export const exportPath = download({
  operationId: 'sessions.export',
  summary: 'Download the dataset',
  description:
    'The session as an attachment, its results in the order found: every one of every verdict, unless `verdict` or `view` says which.',
  parameters: [
    sessionId,
    parameter('format', 'query', 'CSV or a JSON document.', formatInput),
    bom,
    verdict,
    view,
    parameter('details', 'query', '1: each result of the JSON has its id, its likelihood and the evidence of each cell.', detailsInput),
  ],
  responses: {
    200: {
      description: 'The dataset.',
      headers: ATTACHMENT,
      content: {
        'text/csv': { schema: { type: 'string', description: 'URL, Title, a column an enrichment, a column a criterion, Overall.' } },
        ...json(ref('schemas', 'Export')),
      },
    },
    400: plain('The format is neither csv nor json, or a parameter has another value than these, or is not for this format.'),
    ...DOWNLOAD_REFUSALS,
  },
});

const file = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } };

export const downloadPath = download({
  operationId: 'websets.download',
  summary: 'Download the dataset with its proof',
  description:
    'The results, matches first, with three more columns for each column and criterion: the quote, the address of its page and who decided. A CSV, or a file with numbers and whole days as such: an Excel workbook, whose addresses are links, or Apache Parquet, where a column of texts beside each column of dates has them as found.',
  parameters: [
    parameter('websetId', 'path', 'The id of the session.', z.uuid()),
    { ...parameter('format', 'query', 'The kind of file.', downloadFormatInput), required: true },
    bom,
    parameter('proof', 'query', '0: without the columns of quotes, pages and who decided.', proofInput),
    verdict,
    view,
  ],
  responses: {
    200: {
      description: 'The dataset.',
      headers: { 'Content-Disposition': { description: '`attachment`, named by the title of the session.', schema: { type: 'string' } } },
      content: { 'text/csv': { schema: { type: 'string' } }, [DOWNLOAD_MEDIA.xlsx]: file, [DOWNLOAD_MEDIA.parquet]: file },
    },
    400: plain('The format is none of csv, xlsx and parquet, or a parameter has another value than these, or is not for this format.'),
    429: plain('Two downloads of the caller are under way; `Retry-After` says how many seconds to wait.'),
    ...DOWNLOAD_REFUSALS,
  },
});

const shareId = parameter('shareId', 'path', 'The id of a share: a link that reads, or one for the caller’s account.', z.uuid());
const SHARE_REFUSALS = { ...DOWNLOAD_REFUSALS, 404: plain('There is no such share, it was revoked, or it is for another account.') };

/** The same of a session that is shared: its ids are those of the share. */
export const sharedPath = ({ get, ...path }: ReturnType<typeof download>, operationId: string) => {
  const { parameters, responses, ...operation } = get as Json & { parameters?: Json[]; responses?: Json };
  const named = [shareId, ...(parameters ?? []).slice(1)];
  return { ...path, get: { ...operation, operationId, parameters: named, responses: { ...responses, ...SHARE_REFUSALS } } };
};

export const streamPath = download({
  operationId: 'sessions.stream',
  summary: 'Follow the run',
  description:
    'The session’s run events as lines of JSON, past ones first, until the run ends or five minutes are over. Heartbeats are blank lines.',
  parameters: [
    sessionId,
    parameter('startIndex', 'query', 'The index after the last event consumed: 0 or nothing for all.', startIndexInput),
  ],
  responses: {
    200: { description: 'One event a line.', content: { 'application/x-ndjson': { schema: ref('schemas', 'RunEvent') } } },
    400: plain('`startIndex` is not a whole number from 0, below 2^53.'),
    401: plain('This whole service is for those who have signed in.'),
    403: plain('The request comes from a page of another origin.'),
    404: plain('There is no such session, it belongs to another user, or no run was ever started.'),
    429: plain('The address follows as many streams as it may; `Retry-After` says how many seconds to wait.'),
    500: plain('Something went wrong inside.'),
    502: plain('The events cannot be reached at the moment.'),
  },
});
