import { htmlPage } from '../../support/web.ts';

const SAYS = [
  'is an international nonprofit dedicated to reading',
  'was founded as a charity and lives on donations',
  'is a 501(c)(3) organisation run by volunteers',
];
const OTHER = [
  'is a company that sells software to banks',
  'is a listed manufacturer of pumps',
  'is a consultancy with offices in three cities',
];
export const CRITERION = 'Operates as a nonprofit';

/** Whether an organisation is a nonprofit, by its number or by its name. */
export const isNonprofit = (of: number | string) => Number(String(of).replace('Org', '')) % 2 === 0;

/** An organisation's description of itself, never in the criterion's words. */
export const organisation = (i: number) => {
  const said = (isNonprofit(i) ? SAYS : OTHER)[i % 3];
  return htmlPage(`Org${i}`, `Org${i} ${said} since ${1990 + i}.`, `Its office is in house ${i}, and it has a blog.`);
};

/** Pages of organisations; every other one is a nonprofit. */
export const organisations = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`/org${i}`, organisation(i)]));

interface Cell {
  effective: string;
  judge: string;
  reason: string;
  answers: number;
  evidence: { quote: string } | null;
}
/** A row as ROWS selects it. */
export interface Decided {
  title: string;
  likelihood: number | null;
  matchVerdict: string;
  verdicts: [Cell];
}

export const QUEUE = `query($id:UUID!){webset(id:$id){reviewQueue(first:1){row{uuid title}cells{criterion{uuid}likelihood passages{quote start end}}}criteria{learning{answers decided current}}}}`;
export const ROWS = `query($id:UUID!){webset(id:$id){rows(first:100,orderBy:LIKELIHOOD){nodes{title likelihood matchVerdict verdicts{effective judge reason answers probability evidence{quote}}}}}}`;
export const BY_ANSWERS = `query($id:UUID!){webset(id:$id){answersDeny counts{noMatch noByAnswers needsReview}
  rows(first:100,filter:{noByAnswers:true}){nodes{title matchVerdict verdicts{why{code text}evidence{quote}}}}}}`;
export const DENY = 'mutation($input:SetAnswersDenyInput!){setAnswersDeny(input:$input){webset{answersDeny}}}';
export const SAY = 'mutation($input:ReviewVerdictInput!){reviewVerdict(input:$input){row{uuid}}}';
export const START = 'mutation($input:StartRunInput!){startRun(input:$input){webset{uuid}}}';
