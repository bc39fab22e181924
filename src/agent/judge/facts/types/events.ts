import { isWritingKind, kindNamed } from '../../../../language/asks/nouns.ts';

/** A type of event that has a date. */
export interface Event {
  asked: RegExp;
  /** Words for it in a sentence, and as a label. */
  said: RegExp;
  label: RegExp;
  /** Words that mean nothing else; absent if that is true of all words in `said`. */
  plain?: RegExp;
  /** Its property in structured data. */
  hint?: RegExp;
  /** Groups with rules of their own: founding, start, release of a version, birth and death. */
  of?: 'beginning' | 'start' | 'release' | 'life';
  /** Whether a year alone is too vague. */
  isDay?: true;
  /** Whether it is said as an instruction to the reader: “send your application by 4 May”. */
  isOrder?: true;
  /** Whether a line that begins with a date gives it. */
  isDateLine?: true;
  /** Whether it is an event of the page itself, given at its top or bottom. */
  isOfPage?: true;
}

/** Common events and how pages state them; the first that matches is used. */
const EVENTS: readonly Event[] = [
  {
    asked: /^(?:publish|publication|post|dated?$|issued)/iu,
    said: /\b(?:publish\w*|posted|written|issued|dated)\b/iu,
    // “Date of birth” is another date
    label:
      /\b(?:publish\w*|publication|posted|issued|written)\b|^(?:the\s)?dated?(?: of (?:the )?(?:post|article|report|entry|page))?$|^(?:post|article|report|entry|page|press) date$/iu,
    hint: /^(?:datePublished|article:published_time)$/u,
    isDateLine: true,
    isOfPage: true,
  },
  {
    asked: /^(?:updat|modif|revis|edit)/iu,
    said: /\b(?:updated?|modified|revised|edited|reviewed|checked)\b/iu,
    label: /\b(?:updated?|modified|modification|revised|edited|reviewed)\b/iu,
    hint: /^(?:dateModified|article:modified_time)$/u,
    isOfPage: true,
  },
  {
    asked: /^(?:added|listed|joined)/iu,
    said: /\b(?:added|listed|joined|(?:profile|entry|listing|page) created|in the \p{L}+ since)\b/iu,
    label: /\b(?:added|listed|joined|created)\b/iu,
    isOfPage: true,
  },
  {
    asked: /^(?:decid|decision|resol|ruled|accept|reject)/iu,
    said: /\b(?:decision|decided|resolution|resolved|announced|approved|ruled|verdict|accepted|rejected|adopted|enacted|signed)\b/iu,
    label: /\b(?:decision|decided|resolution|resolved|ruling|approved|accepted|adopted)\b/iu,
    isOfPage: true,
  },
  {
    asked: /^(?:creat|draft|introduc|submit)/iu,
    said: /\b(?:found(?:ed|ing)|establish(?:ed)?|set (?:it )?up|creat(?:ed|ion)|draft(?:ed)?|started|begun|began|submitted|introduced|initiated|dates? (?:from|back)|since|launch(?:ed)?)\b/iu,
    label: /^date$|\b(?:creat(?:ed|ion)|draft(?:ed)?|started|submitted|introduced|since|founded)\b/iu,
    isOfPage: true,
  },
  {
    asked: /^since/iu,
    of: 'beginning',
    said: /\b(?:since|found(?:ed|ing|ation)|establish(?:ed)?|set (?:it )?up|started|creat(?:ed|ion)|began|first)\b/iu,
    label: /\b(?:since|found(?:ed|ing|ation)?|established|started|created|est)\b|^year$/iu,
    plain: /\b(?:since|found(?:ed|ing|ation)|establish(?:ed)?|set (?:it )?up|created|began)\b/iu,
    hint: /^foundingDate$/u,
  },
  {
    asked: /^open/iu,
    of: 'beginning',
    said: /\b(?:(?:converted|turned|transformed|made)\s(?:it\s)?(?:in)?to\san?\s(?:\p{L}+\s)?(?:hotel|inn|guest ?house|hostel|museum|restaurant|caf[eé]|pub|theatre|school|studio|gallery|bed and breakfast|campsite|brewery|library)|open(?:ed|ing)?(?: (?:it|its doors|to the public))?|inaugurated|since|began|built|est\.|establish(?:ed)?|founded|welcom(?:ed|ing)|in business|started|going|goes back|dates? (?:from|back))\b/iu,
    label: /\b(?:opened|opening|inaugurat\w+|since|built|est|established|founded)\b|^year$/iu,
    plain:
      /\b(?:(?:converted|turned|transformed|made)\s(?:it\s)?(?:in)?to\san?\s(?:\p{L}+\s)?(?:hotel|inn|guest ?house|hostel|museum|restaurant|caf[eé]|pub|theatre|school|studio|gallery|bed and breakfast|campsite|brewery|library)|inaugurated|opened|opening|welcom(?:ed|ing)|(?:has|have) been (?:a|here|open)|in business since|built|started|(?:open|here|running|going|at it|there|stood|standing|serv\w+|brew\w+|bak\w+|cook\w+|mak\w+|sell\w+)\b[^.;,]{0,40}\bsince)\b/iu,
    hint: /^(?:foundingDate|openingDate)$/u,
  },
  {
    asked: /^(?:found|establish|start|launch|incorporat|form|set|built|begun|exist|around|going|business)/iu,
    of: 'beginning',
    said: /\b(?:first (?:releas|version|commit)\w*|exist(?:s|ed)?|found(?:ed|ing|ation)|establish(?:ed)?|set (?:it )?up|start(?:ed)?|creat(?:ed|ion)|open(?:ed|ing)?(?: (?:it|its doors|to the public))?|launch(?:ed)?|incorporated|inaugurated|since|dates? (?:from|back)|began|became|built|goes back|formed|welcom(?:ed|ing)|in business|going|instituted)\b/iu,
    label:
      /\b(?:found(?:ed|ing|ation)?|establish(?:ed|ment)?|opened|opening|inaugurat\w+|since|start(?:ed)?|created|launched|built|incorporated|formed|est)\b|^year$/iu,
    plain:
      /\b(?:first (?:releas|version|commit)\w*|exist(?:s|ed)? since|found(?:ed|ing|ation)|establish(?:ed)?|incorporated|inaugurated|set (?:it )?up|opened by|opened (?:the|this|our) (?:place|shop|house|hotel|inn|caf[eé]|restaurant|studio|workshop|museum|school)|began|born|built|formed|opened (?:its doors|to the public|as|it\b|in\b)|(?:dates|goes) back|dates from|got (?:started|going)|started (?:it|the|our|this|out|in)\b|(?:was|were) (?:started|begun)|has been around|(?:has|have) been (?:a|here|open)|in business since)\b/iu,
    hint: /^foundingDate$/u,
  },
  {
    asked: /^(?:releas|ship|out$|came out$)/iu,
    of: 'release',
    said: /\b(?:(?:version|v)\s?\d|releas|launch|publish|ship|came out|(?:was|were) out|brought (?:\p{L}+\s)?out|debut|appeared|announc|tagged|first (?:version|copy|tag|commit|upload)|out in the open|open[- ]sourced|made (?:open source|public)|on the package index|(?:available|around|out|exists?|existed|on (?:pypi|npm|cran|crates\.io|github))\b[^.;,]{0,30}\bsince)\w*/iu,
    label: /\b(?:releas|launch|publish|first version)\w*|^(?:since|(?:project )?started|date)$/iu,
    hint: /^releaseDate$/u,
  },
  {
    asked: /^beginning$/u,
    of: 'start',
    said: /\b(?:start(?:s|ing)?|begin(?:s|ning)?|first (?:day|lesson|evening|night|session)|take up duty|like you here|join(?:ing)? us|(?<!prices? |rates? |\d )from|commenc\w*|kicks? off)\b/iu,
    label: /\b(?:start(?:s|ing)?|begin(?:s|ning)?|first day|from|when|entry|commenc\w*|dates?)\b/iu,
    hint: /^(?:startDate|jobStartDate)$/u,
    isDay: true,
  },
  {
    asked: /^(?:phd|doctorate|degree|graduat\w*|habilitation|thesis)$/iu,
    said: /\b(?:(?<!supervis\p{L}{1,4} an? )phd(?! students?)|ph\.d|doctorate|doctoral|dr\. ?(?:phil|rer|med)|dissertation|thesis|graduated|habilitat\w+)\b/iu,
    label: /\b(?:phd|ph\.d|doctorate|degree|graduated|thesis|habilitation)\b/iu,
  },
  { asked: /^born/iu, of: 'life', said: /\b(?:born|birth)\b/iu, label: /\b(?:born|birth)\b/iu, hint: /^birthDate$/u },
  {
    asked: /^died?/iu,
    of: 'life',
    said: /\b(?:died|passed away|(?:until|at) (?:his|her|their) death)\b/iu,
    label: /\b(?:died|death)\b/iu,
    hint: /^deathDate$/u,
  },
  {
    asked: /^(?:apply|appli|clos|deadline)/iu,
    said: /\b(?:apply|applications?|clos(?:es?|ing)|deadline|by|before|until|up to|no later than|reach us|back to us)\b/iu,
    label: /\b(?:apply|applications?|clos(?:es?|ing)|deadline)\b|\bby$/iu,
    plain:
      /\b(?:deadline|closing date|no later than|last day|(?:applications?|entries|calls?|submissions?|registration|round)\b[^.;]{0,30}\bclos(?:es?|ing)|(?:post|posting|position|vacancy|advert|ad|job|application period|window) clos(?:es|ed|ing)|(?:apply|applications?|entries|enrol|register|submi\w+|send|write|letters?|cvs?|ring|call us|e-?mails?|repl(?:y|ies)|answers?|forms?|papers|nominations?|proposals?|let us know|hear from|reach us|to us)\b(?:[^.;]|\.(?=\S)){0,90}\b(?:by|before|until|till|up to))\b/iu,
    isOrder: true,
    hint: /^(?:validThrough|applicationDeadline|endDate)$/u,
    isDay: true,
  },
  {
    asked: /^(?:available|vacant|free)/iu,
    said: /\b(?:available|vacant|free|move in|ready)\b[^.;]{0,20}\b(?:from|on|as of|since)\b|\b(?:available|vacant)\W*$|^\W*from\W*$/iu,
    label: /^(?:available|availability|free|vacant|vacancy|move[- ]in|entry|start|period)\b/iu,
    hint: /^availability(?:Starts)?$/u,
    isDay: true,
  },
];

/** The event that the last of some words names: “first released”. */
export const eventNamed = (event: string): Event | undefined => EVENTS.find(({ asked }) => asked.test(event.split(/\s/u).at(-1) ?? ''));

/** A job, a course or an event begins, but is not founded. */
export const eventOf = (event: string, noun: string) =>
  /^(?:start|begin)/iu.test(event) &&
  /(?:^|\s)(?:job|vacancy|position|post|internship|apprenticeship|course|class|lesson|workshop|training|event|tour|developer|nurse|teacher)s?$/iu.test(
    noun,
  )
    ? 'beginning'
    : event || usualEvent(noun);

/** The event of a date without a verb: the release of a program, the closing date of a job, none for a person, else the founding. */
export function usualEvent(noun: string): string {
  const kind = kindNamed(noun);
  if (kind.isSoftware) return 'released';
  if (/^(?:job|vacanc(?:y|ies)|position|grant|scholarship|internship)s?$/iu.test(noun)) return 'apply';
  if (isWritingKind(noun)) return 'published';
  // a date of a person may be of anything
  return kind.isPerson ? '' : 'founded';
}
