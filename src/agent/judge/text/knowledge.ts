/** General knowledge of licences. A name is matched as whole words, upper and lower case alike. Source: the lists of the OSI and the SPDX project. */
export const OPEN_LICENCES =
  /\b(?:apache(?:[- ](?:software )?licen[sc]e(?:[, -]*(?:v(?:ersion)?\.? ?)?[12](?:\.\d)?)?|[, -]*(?:v(?:ersion)?\.? ?)?[12](?:\.\d)?(?!\d|\.\d)|(?=$|,|\s(?:or|and)\s|[- ]licensed))|mit(?:[- ]licen[sc]ed?)?|x11 licen[sc]e|(?:new |modified |simplified )?bsd(?:[- ]?[0-4][- ]clause)?|[0-4][- ]clause bsd|[al]?gpl(?:[- ]?v?\d(?:\.\d)?)?|gnu (?:(?:lesser|affero|library) )?general public licen[sc]e|gnu affero|(?:mozilla public licen[sc]e|mpl)(?:[- ]?v?\d(?:\.\d)?)?|(?:eclipse public licen[sc]e|epl)(?:[- ]?v?\d(?:\.\d)?)?|isc licen[sc]e|isc|unlicense|postgresql licen[sc]e|zlib licen[sc]e|artistic licen[sc]e|boost software licen[sc]e|bsl-1\.0|(?:european union public licen[sc]e|eupl)|cddl|common development and distribution licen[sc]e|python software foundation licen[sc]e|public domain|cc0|blueoak|mulanpsl|upl-1\.0|0bsd|ncsa)(?![\p{L}\p{N}])/iu;

/** Licences that show source code but are no open-source licences. */
export const CLOSED_LICENCES =
  /\b(?:business source licen[sc]e(?:,? (?:v(?:ersion)? ?)?1\.\d)?|busl(?:-?1\.\d)?|bsl(?![-\s]1\.0\b)|sspl(?:v?-?\d)?|server[- ]side public licen[sc]e|elastic licen[sc]e(?:,? v?(?:ersion )?2(?:\.0)?)?|commons clause|confluent community licen[sc]e|functional source licen[sc]e|fsl|polyform|source[- ]available|proprietary|closed[- ]source|commercial licen[sc]e|all rights reserved|eula|cc[- ]by[- ]nc)(?![\p{L}\p{N}])/iu;

/** Programming languages, to tell "written in Go" from "written in a hurry". */
export const LANGUAGES = new Set(
  'ada assembly bash c c++ c# clojure cobol crystal d dart delphi elixir elm erlang f# fortran go golang groovy haskell haxe java javascript julia kotlin lisp lua matlab nim objective-c ocaml pascal perl php prolog purescript python r racket reason rescript ruby rust scala scheme smalltalk solidity sql swift tcl typescript v vala zig'.split(
    ' ',
  ),
);

/** Parts of a thing, which are not the thing: a client written in Rust does not make a server written in Rust. */
export const COMPONENTS = new Set(
  'client driver binding plugin extension addon example sdk tutorial documentation doc website benchmark test connector wrapper dashboard frontend script sample demo course book guide article talk paper part module port fork clone rewrite competitor alternative rival successor predecessor installer template theme editor logo font icon image photo artwork content text picture trademark brand'.split(
    ' ',
  ),
);

/** Whoever has to do with a company and is not the company: what is said of them is not said of it. Singular. */
export const PARTIES = new Set(
  'investor parent mother sister holding subsidiary supplier partner client customer competitor bank lawyer auditor landlord host provider shareholder owner backer sponsor user reader visitor centre center warehouse bank agency consultant contractor predecessor rival ancestor city town village country county university school college church street building district neighbourhood neighborhood region industry market'.split(
    ' ',
  ),
);

/** Headings under which a page speaks of other things than its subject. */
export const OTHERS_HEADING =
  /\b(?:alternatives?|competitors?|comparisons?|compared?|versus|vs\.?|see also|related|similar|other (?:projects|databases|companies|tools|products)|inspired by|inspirations?|testimonials?|our customers|case stud(?:y|ies)|who uses|references|further reading|acknowledge?ments?|recommended|you may also like|sponsors?|partners|(?:popular|trending|latest|recent) (?:posts?|articles?|stories|news)|what others)\b|^(?:more|other) (?!offices?|locations?|details|information|about|info)\p{L}+$/iu;

/** Headings under which a page speaks of what is not there yet. */
export const PLANS_HEADING = /\b(?:roadmap|future|planned|coming soon|upcoming|wish ?list|ideas|proposals?|not yet)\b/iu;
