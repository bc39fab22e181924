/** Parts of a thing: a client written in Rust does not make a server written in Rust. */
export const COMPONENTS = new Set(
  'client driver binding plugin extension addon example sdk tutorial documentation doc website benchmark test connector wrapper dashboard frontend script sample demo course book guide article talk paper part module port fork clone rewrite competitor alternative rival successor predecessor installer template theme editor logo font icon image photo artwork content text picture trademark brand'.split(
    ' ',
  ),
);

/** Parties that are not the company itself: assertions about them are not about it. Singular. */
export const PARTIES = new Set(
  'investor parent mother sister holding subsidiary supplier partner client customer competitor bank lawyer auditor landlord host provider shareholder owner backer sponsor user reader visitor centre center warehouse bank agency consultant contractor predecessor rival ancestor city town village country county university school college church street building district neighbourhood neighborhood region industry market'.split(
    ' ',
  ),
);

/** Headings of sections about things other than the page's subject. */
export const OTHERS_HEADING =
  /\b(?:alternatives?|competitors?|comparisons?|compared?|versus|vs\.?|see also|related|similar|other (?:projects|databases|companies|tools|products)|inspired by|inspirations?|testimonials?|our customers|case stud(?:y|ies)|who uses|references|further reading|acknowledge?ments?|recommended|you may also like|sponsors?|partners|(?:popular|trending|latest|recent) (?:posts?|articles?|stories|news)|what others)\b|^(?:more|other) (?!offices?|locations?|details|information|about|info)\p{L}+$/iu;

/** Headings of sections about plans. */
export const PLANS_HEADING = /\b(?:roadmap|future|planned|coming soon|upcoming|wish ?list|ideas|proposals?|not yet)\b/iu;
