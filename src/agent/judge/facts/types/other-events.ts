// Words next to a date that show whether it belongs to another event or to this one.

/** Words for a later version, which is not the release of the thing itself. */
export const LATER =
  /\b(?:latest|current|newest|most recent|last|next|stable|(?:from|since|with)\s\d+\.\d+|(?:version|release|v)\s?(?:[2-9]|\d{2,}|1\.[1-9])[\d.]*|(?<![\d.,€£$])(?:[2-9]|\d{2}|1\.[1-9]\d?)\.\d+\.\d+)\b/iu;
/** Version 1.0, which may have followed other releases. */
export const ONE = /(?<![\d.])(?:\b(?:version|release|v)\s?1|\b1\.0)(?![\d.]*[1-9])/iu;
/** “Wrote the first version and donated it in 2019”: the date is that of the second verb. */
export const DONATED = /\b(?:donated|graduated|acquired|bought|sold|renamed|relicensed)\b(?!.*\b(?:releas|publish|launch|announc))/iu;
export const FIRST = /\b(?:first|initial(?:ly)?|original(?:ly)?|debut(?:ed)?|earliest)\b/iu;

/** Since then something other than the founding is true. */
export const SINCE_ELSE =
  /\b(?:listed|traded|moved|joined|owned|part of|certified|led|served|used|member|public|here|won)\b[^,;]{0,40}\bsince\b/iu;

/** “Was built as a doctor’s home in 1903”: it became what it is today later. */
export const BUILT_AS = /\bbuilt as (?:an?|the) (?!(?:hotel|inn|guest ?house|museum|theatre|school|club|pub|hostel|campsite|library)\b)/iu;

/** “Opening Thursday 29 May”: the opening of a show. */
export const OPENING = /^\s*opening\b(?!\s(?:in|of the|to the)\b)/iu;
/** “No longer maintained (since March 2024)”. */
export const ENDED = /\b(?:no longer|unmaintained|unsupported|end of life|deprecated|archived)\b/iu;

/** The date of birth or death is that of a relative. */
export const RELATIVE =
  /\b(?:married|wife|husband|widow\w*|sons?|daughters?|brothers?|sisters?|mother|father|parents|child(?:ren)?|uncle|aunt|cousin|taught by|student of)\b/iu;

/** “We opened an office in Ghent in 2012”. */
export const ANOTHER = /\b(?:opened|founded|started|launched|set up|built)\s(?:an?|another|new|our (?:second|third|new)|\d+)\s/iu;

/** The date is that of a record about the thing. */
export const OF_ENTRY = /\b(?:profile|entry|listing|page|document|draft|directory|account|member)\b|\brecord (?:created|added)/iu;
/** “The wash house was built in 1984”: a part of the thing, unlike “the house”. */
export const PART_OF =
  /^\s*(?:the|our|its)\s(?:new\s|old\s|present\s)?(?<part>[\p{L}-]+\s(?!was\b|were\b|is\b|has\b|itself\b|museum|company|firm|hotel|club|school|society|institute|brewery|label|shop|library|church|foundation|association|university)[\p{L}-]+|kitchen|terrace|wing|annex|extension|pool|garden|roof|lift|library|chapel|tower|barn|sauna|shop|website|café|cafe|bar|boathouse|office|branch|factory|plant)(?:\s(?:with|of|for|in)\s[^,;]{1,30})?\s(?:was|were|is|dates?|went|opened|opens|came|joined|followed)\b/iu;

/** “When in 2021 she and her brother set up the company”. */
export const MADE_THEN =
  /\b(?:set up|founded|started|opened|launched) (?:the|this|our|a|his|her|their)\s(?:\p{L}+\s)?(?:company|firm|business|workshop|studio|shop|museum|school|practice|house|hotel|club|association)\b/iu;
