import { z } from 'zod';
import { DESCRIPTION_MAX, LABEL_MAX } from '../domain/criterion.ts';
import { FORMATS } from '../domain/enrichment.ts';
import { ROW_STATUSES } from '../domain/row-state.ts';
import { EVENT_TYPES } from '../domain/run-event.ts';
import { FAILURE_REASONS, RUN_STATES, STOP_REASONS } from '../domain/run-state.ts';
import { JUDGES, VERDICTS } from '../domain/verdict.ts';
import { CATEGORIES, TITLE_MAX, WEBSET_STATUSES } from '../domain/webset-state.ts';

// The things that REST answers are made of; the tests hold every answer against them.

const id = z.uuid();
const moment = z.iso.datetime();
const count = z.int().min(0);
const label = z.string().min(1).max(LABEL_MAX);
const description = z.string().max(DESCRIPTION_MAX).nullable();
const verdict = z.enum(VERDICTS);

const run = z
  .object({
    id,
    state: z.enum(RUN_STATES),
    reason: z
      .enum([...STOP_REASONS, ...FAILURE_REASONS])
      .nullable()
      .describe('Why it ended; null while it is alive. Reasons may be added.'),
    attempt: count.describe('How many times a worker has taken it.'),
    startedAt: moment.nullable(),
    endedAt: moment.nullable(),
    counts: z.object({
      found: count.describe('Distinct candidates found.'),
      read: count.describe('Pages read.'),
      unreadable: count.describe('Pages that could not be read.'),
      judged: count.describe('Rows judged.'),
      matched: count.describe('Rows that match.'),
    }),
  })
  .describe('One search of the web for a session.');

export const session = z
  .object({
    id: id.describe('Of a session without an owner it is the capability to read and edit it.'),
    title: z.string().max(TITLE_MAX).nullable().describe('Null until it is renamed.'),
    originalQuery: z.string().min(1),
    category: z.enum(CATEGORIES).nullable(),
    notes: z.string().nullable(),
    status: z.enum(WEBSET_STATUSES),
    runAlive: z.boolean().describe('Whether a run is in progress: poll until it is false.'),
    createdAt: moment,
    updatedAt: moment,
    run: run.nullable().describe('The latest run; null before the first.'),
  })
  .describe('A request in plain English and the dataset that answers it, called a webset elsewhere.');

export const criterion = z.object({ id, label, description }).describe('A yes/no check that every result is judged by.');
export const enrichment = z
  .object({ id, label, description, format: z.enum(FORMATS) })
  .describe('A column whose value is taken from each result’s page.');

const result = z
  .object({
    verdict: verdict.describe('A person’s where one reviewed it, else the reasoner’s.'),
    evidence: z.string().nullable().describe('The page’s own words, as the reasoner found them; null where silence or no proof decided.'),
  })
  .describe('What was found out about one result and one criterion.');

const cells = {
  enrichments: z
    .record(z.string(), z.string().nullable())
    .describe('The value of each column by its label, as text; null where there is none.'),
  criteria: z.record(z.string(), result.nullable()).describe('The result of each criterion by its label; null until it is evaluated.'),
};

const found = {
  url: z.string(),
  title: z.string(),
  status: z.enum(ROW_STATUSES),
  matchVerdict: verdict
    .nullable()
    .describe('Over all criteria of the run that last judged it, a person’s verdict before the reasoner’s; null until all are evaluated.'),
};

const quote = z
  .object({
    quote: z.string(),
    page: z.object({ id, url: z.string(), sha256: z.string().describe('The SHA-256 of its canonical text, in hex.') }),
    start: count.describe('Where the quote begins in the canonical text of the page, in UTF-16 code units.'),
    end: count.describe('Where it ends, exclusive.'),
  })
  .describe('The page’s own words that prove a cell, and where they are.');
const quotes = z.record(z.string(), quote.nullable());
const deciders = z.record(z.string(), z.enum([...JUDGES, 'person']).nullable());

/** The fields that `details` adds to an exported result. */
const proven = z.object({
  id,
  likelihood: z.number().min(0).max(1).nullable().describe('That it meets all criteria; null until it is scored.'),
  evidence: z
    .object({ enrichments: quotes, criteria: quotes })
    .describe('The quote of each value and verdict by its label; null without one.'),
  decidedBy: z.object({ enrichments: deciders, criteria: deciders }).describe('Who decided each value and verdict; null where nothing is.'),
});

const row = z.object({ id, ...found, ...cells }).describe('One result.');

export const details = session
  .extend({ criteria: z.array(criterion), enrichments: z.array(enrichment), rows: z.array(row) })
  .describe('A session with its criteria, columns and results.');

const exported = z
  .object({
    id,
    query: z.string(),
    category: z.enum(CATEGORIES).nullable(),
    status: z.enum(WEBSET_STATUSES),
    createdAt: moment,
    criteria: z.array(z.object({ label, description })),
    enrichments: z.array(z.object({ label, description, format: z.enum(FORMATS) })),
    results: z.array(z.object({ ...found, ...cells, ...proven.partial().shape })),
  })
  .describe('A session’s dataset as a JSON document.');

const event = z
  .object({
    index: z.int().min(0).describe('Its place in the session’s log, gapless from 0. To go on later, ask from the next index.'),
    type: z.enum(EVENT_TYPES),
    at: moment,
    runId: id,
    data: z.record(z.string(), z.unknown()).describe('Depends on the type, and is no stable contract.'),
  })
  .describe('One line of the stream: a signal to fetch the session again. No results travel in it.');

/** The things that answers are made of, by their names in the description. */
export const THINGS = {
  Run: run,
  Session: session,
  SessionDetails: details,
  Criterion: criterion,
  Enrichment: enrichment,
  CriterionResult: result,
  Row: row,
  Export: exported,
  RunEvent: event,
};
