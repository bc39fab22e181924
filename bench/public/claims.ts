import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guardVerdict } from '../../src/agent/evidence/evidence-guard.ts';
import { judgeByRules } from '../../src/agent/judge/rules/lexical.ts';
import { inlinePage } from '../../src/agent/read/html/inline.ts';
import { readDocument } from '../../src/agent/read/read-document.ts';
import type { Page } from '../../src/domain/page/page.ts';
import { FOLDERS } from './corpora.ts';

// Claims that people judged, each with the text it cites, as the rules judge them without a model.

const LABEL = 80;
const DESCRIPTION = 500;

interface Judged {
  verdict: string;
  quote: string | null;
}

function judge(page: Page, label: string, description: string): Judged {
  const question = { id: 'claim', label: label.slice(0, LABEL), description: description.slice(0, DESCRIPTION) };
  const finding = judgeByRules({ page, request: label, criteria: [question], columns: [] }).verdicts.get('claim');
  if (!finding) throw new Error('The judge left a criterion out');
  const { verdict, evidence } = guardVerdict(page, question, finding);
  return { verdict, quote: evidence?.quote ?? null };
}

export interface ClaimScore {
  claims: number;
  /** The right one of match, partial and no_match; a needs_review is right where the page says nothing. */
  accuracy: number;
  /** Of those judged a match, the share that is one. */
  matchPrecision: number;
  quotes: number;
  /** Quotes that the page's text holds, to the letter. */
  verbatim: number;
}

interface Claim {
  criterion: { label: string; description: string };
  url: string;
  file: string;
  label: string;
  refuted?: boolean;
}

/** WiCE's claims of the folder's local web (its `claims.jsonl`). */
export async function scoreWice(folder: string): Promise<ClaimScore> {
  const base = join(folder, FOLDERS.claims);
  const score = { claims: 0, right: 0, matches: 0, trueMatches: 0, quotes: 0, verbatim: 0 };
  for (const line of readFileSync(join(base, 'claims.jsonl'), 'utf8').trim().split('\n')) {
    const { criterion, url, file, label, refuted } = JSON.parse(line) as Claim;
    const page = await readDocument({ url, mediaType: 'text/html', charset: 'utf-8', body: readFileSync(join(base, file)) });
    const { verdict, quote } = judge(page, criterion.label, criterion.description);
    score.claims++;
    if (verdict === label || (label === 'no_match' && !refuted && verdict === 'needs_review')) score.right++;
    if (verdict === 'match') score.matches++;
    if (verdict === 'match' && label === 'match') score.trueMatches++;
    if (quote !== null) score.quotes++;
    if (quote !== null && page.text.includes(quote)) score.verbatim++;
  }
  const { claims, quotes, verbatim } = score;
  return { claims, quotes, verbatim, accuracy: score.right / claims, matchPrecision: score.trueMatches / Math.max(1, score.matches) };
}

export interface AttributionScore {
  claims: number;
  accuracy: number;
  /** The mean of F1 for “attributable” and F1 for “not attributable”. */
  macroF1: number;
}

interface Attribution {
  claim: string;
  references: string[];
  attribution_label: string;
}

/** AttributionBench's test set from sources that its training set lacks: a claim is attributable when the judge says match. */
export function scoreAttribution(folder: string): AttributionScore {
  const path = join(folder, FOLDERS.attribution, 'data/test_ood_all_subset_balanced.jsonl');
  const counts = { yes: 0, falseYes: 0, no: 0, falseNo: 0 };
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const { claim, references, attribution_label } = JSON.parse(line) as Attribution;
    const page = inlinePage({ url: 'https://reference.example/', title: '', text: references.join('\n') });
    const isYes = judge(page, claim, claim).verdict === 'match';
    const isTrue = attribution_label === 'attributable';
    if (isYes) counts[isTrue ? 'yes' : 'falseYes']++;
    else counts[isTrue ? 'falseNo' : 'no']++;
  }
  const { yes, falseYes, no, falseNo } = counts;
  const claims = yes + falseYes + no + falseNo;
  const f1 = (hit: number) => (2 * hit) / (2 * hit + falseYes + falseNo);
  return { claims, accuracy: (yes + no) / claims, macroF1: (f1(yes) + f1(no)) / 2 };
}
