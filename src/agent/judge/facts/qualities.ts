/** A quality that many ask for, and that no word list tells: what asks for it, what says it on a page, and what says that it is not so. */
export interface Quality {
  asks: RegExp;
  yes: RegExp;
  no?: RegExp;
}

const WORK: readonly Quality[] = [
  {
    asks: /^(?:fully\s)?remote(?:ly)?$|^(?:work\s)?(?:from )?home$/iu,
    yes: /\b(?:remote[- ]first|fully remote|100 ?% remote|work(?:s|ing)? (?:remotely|from (?:home|anywhere))|from anywhere|anywhere in (?:the )?\p{Lu}|wherever you (?:are|live)|home[- ]based|telework|distributed (?:team|company)|no (?:head)?(?:quarters|office)|home office)\b|:\s?(?:remote|anywhere|home)\b/iu,
    no: /\bon[- ]?site\b|\bin (?:our|the) (?:office|workshop|clean room|classroom|studio)\b|days? (?:a week )?(?:in the office|at home|of them at home)|\bno (?:remote|home office)\b/iu,
  },
  {
    asks: /^part[\s-]?time$/iu,
    yes: /\b(?:part|half)[- ]time\b|\b(?:two|three|four) (?:days|mornings|evenings|afternoons) a week\b|\b(?:(?:ten|twelve|fourteen|fifteen|sixteen|eighteen|twenty(?:-(?:one|two|four))?) hours\b|(?:(?<!\d)[4-9]|(?<!\d)1\d|(?<!\d)2\d|(?<!\d)30) hours (?:a|per|every) week\b)|\((?:[2-7]\d|80) ?%\)/iu,
    no: /\bfull[- ]time\b|\b(?:3[5-9]|4\d)(?: to 4\d)? hours (?:a|per) week\b|\b1\.0 fte\b/iu,
  },
  {
    asks: /^live[\s-]in$/iu,
    yes: /\b(?:live[- ]in|board and lodging|bed and board|(?:free |own |staff )?accommodation (?:is )?(?:provided|included|free)|room (?:and board )?(?:is )?(?:provided|included|free|of your own)|you (?:live|sleep|lodge) (?:in|with|at|on|above|up)|(?:flat|house|cottage|room|caravan|bothy|bunk) (?:comes|goes) with|with (?:a )?(?:room|board|lodging|flat|cottage))\b/iu,
    no: /\bno accommodation\b|\bfind your own (?:room|place|lodging)/iu,
  },
  {
    asks: /^(?:no |without )?(?:prior |previous |earlier )?experience$/iu,
    yes: /\bno (?:prior |previous |earlier )?(?:experience|knowledge|training|qualifications?)\b|\bnever (?:done|worked|held|touched|cleaned)\b|\b(?:need|do|needs?) not (?:to )?have\b|\bneed you\b|\bnobody is expected\b|\b(?:we|i)(?:['’]ll| will|) (?:teach|train|show) you\b|\bfull training\b|\btrained on the job\b|\bbeginners (?:are )?welcome\b/iu,
    no: /\b(?:\d+|two|three|five|several)\+? years(?:['’])? (?:of )?(?:\p{L}+ )?experience\b|\bexperience (?:is )?(?:required|needed|essential)\b|\bexperienced\b/iu,
  },
];

const COURSES: readonly Quality[] = [
  {
    asks: /^online$/iu,
    yes: /\b(?:(?<!(?:register|registration|book|booking|order|pay|buy|shop|apply|up|available|tickets?|forms?)\s)online|self-paced|remotely|distance learning|over video|by video|video lessons|e-learning|webinar|virtual (?:class|course)|from home)\b/iu,
    no: /\bin[- ]person\b|\b(?:in|at) our (?:classroom|studio|school)\b/iu,
  },
  {
    asks: /^(?:good )?(?:for )?(?:absolute )?beginners?$/iu,
    yes: /\b(?:no (?:prior |previous )?(?:knowledge|experience|background|skills)\b|beginners?|newcomers?|novices?|never (?:written|held|done|touched|used|rowed|sung|played)|from (?:scratch|zero)|introduct(?:ion|ory)|learn to)\b/iu,
    no: /\badvanced\b|\bfor (?:experienced|senior)\b|years of (?:experience|practice)|\bnot (?:suitable )?for beginners\b/iu,
  },
];

const PLACES: readonly Quality[] = [
  {
    asks: /^free(?: of charge)?$|^free (?:admission|entry|entrance)$|^admission free$/iu,
    yes: /\b(?:free of charge|free (?:entry|admission|entrance)|(?:entry|admission|entrance|repairs?|everything)[^.]{0,20}\b(?:is|are) free\b|no (?:charge|admission|entry fee|cost)|costs? nothing|(?:nobody|no one) pays|do(?:es)? not (?:pay|cost|charge)|gratis|for free)\b|^free\b/iu,
    no: /\b(?:costs?|charge|fee of|admission)\s[^.]{0,20}(?:[€£$]\s?\d|\d+ (?:euros?|pounds?|dollars?))/iu,
  },
  {
    asks: /^quiet(?:ly)?$|^peaceful$/iu,
    yes: /\b(?:quiet|peaceful|tranquil|silence|no (?:music|noise|traffic|loudspeakers?|radio)|away from (?:the )?(?:road|traffic|noise)|neither [^.]{0,40}makes any noise)\b/iu,
    no: /\b(?:noisy|live (?:bands|music)|disco|earplugs|motorway)\b/iu,
  },
  {
    asks: /^near (?:train|railway) station$/iu,
    yes: /\b(?:minutes?|metres|yards|steps|next to|opposite|close to|beside|round the corner from)\b[^.;]{0,50}\b(?:railway |train |main |central )?station\b|\bstation\b[^.;]{0,50}\b(?:minutes?|metres|yards|steps)\b/iu,
  },
  {
    asks: /^(?:something )?(?:for )?(?:children|kids|famil(?:y|ies))$/iu,
    yes: /\b(?:children|kids|juniors?|youth|under[- ](?:tens|twelves|eighteens|\d+s)|ages? (?:\d+|\p{L}+) to (?:\d+|\p{L}+)|famil(?:y|ies)|toddlers?|young (?:ones|people))\b/iu,
    no: /\b(?:no (?:children|under-?\d+s)|adults only|over (?:16|18)s? only)\b/iu,
  },
  {
    asks: /^outdoor (?:seating|seats|tables|dining)$|^(?:tables )?outside$/iu,
    yes: /\b(?:terrace|beer garden|courtyard|pavement tables|tables? (?:outside|out on|on the (?:pavement|square|terrace)|in (?:our|the) (?:garden|courtyard))|outdoor (?:seating|seats|tables|dining)|sit outside|(?:seats|more|tables)? ?in the garden|under the (?:trees|\p{L}+ trees))\b/iu,
    no: /\bno (?:tables? outside|terrace|outdoor (?:seating|seats|tables))\b/iu,
  },
  {
    asks: /^(?:child|kid|family)[- ]?friendly$/iu,
    yes: /\b(?:children (?:are )?(?:very |always )?welcome|high chairs?|children['’]s menu|play (?:corner|area|ground|room)|playground|for (?:the )?(?:children|kids|famil(?:y|ies))|half portions|sandpit)\b/iu,
    no: /\b(?:no (?:children|under-?\d+s)|adults only|over (?:16|18)s? only)\b/iu,
  },
  {
    asks: /^(?:step-free|level|barrier-free) (?:entrance|access)$|^wheelchair (?:accessible|access)$|^(?:wheelchair[- ])?accessible$/iu,
    yes: /\b(?:step-free|no steps?|level (?:access|entrance|with)|wheelchair(?:[- ](?:accessible|friendly)|s (?:can|are))|ramp|barrier-free)\b/iu,
    no: /\b(?:not (?:wheelchair[- ])?accessible|(?:two|three|four|five|six|steep|several|\d+) steps|(?:only )?by (?:a )?stairs?|no lift)\b/iu,
  },
  {
    asks: /^(?:by )?(?:post|mail)$|^(?:sent |delivered )?by (?:post|mail)$/iu,
    yes: /\b(?:by (?:post|mail|courier)|mail order|we (?:also )?(?:ship|send|post)|shipped to|delivered (?:to|within)|courier|letter ?box|(?:free )?(?:shipping|delivery)|any address|insulated box|online shop|order online)\b/iu,
    no: /\b(?:no (?:shipping|delivery|mail order)|do(?:es)? not (?:ship|send|post|deliver)|collection only|only (?:here|at the (?:door|farm|shop)))\b/iu,
  },
  {
    asks: /^(?:no |without )?(?:waiting list|wait)$/iu,
    yes: /\bno (?:waiting list|queue|wait)\b|\b(?:plots?|places|room) (?:are |is )?(?:free|available|vacant|open)\b|\b(?:start|begin|join|key) (?:right away|straight away|at once|the same (?:day|week))\b|\broom for you\b/iu,
    no: /\bwaiting list (?:of|is|has|stands)\b|\b(?:years?|months?) (?:on|of) (?:the )?(?:waiting list|wait)/iu,
  },
  {
    asks: /^(?:no |without )?auditions?$/iu,
    yes: /\bno (?:auditions?|entrance test|try-?outs?)\b|\b(?:nobody|no one) will ask you to (?:sing|audition|play)\b|\b(?:need|do) not (?:have to )?audition\b|\bwithout (?:an )?audition\b/iu,
    no: /\bby audition\b|\bauditions? (?:are|is|in|on|every|take)\b|\bpass an? audition\b/iu,
  },
];

const FIRMS: readonly Quality[] = [
  {
    asks: /^family[- ](?:owned|run)$/iu,
    yes: /\bfamily[- ](?:owned|run|business|firm|company|enterprise|held)\b|\b(?:held|owned|run) by (?:the|one|our|a|[\p{Lu}]\p{L}+) family\b|\bbelongs (?:entirely |wholly )?to (?:the|our|one) family\b|\b(?:second|third|fourth|fifth)[- ]generation\b/iu,
    no: /\b(?:listed on|publicly traded|owned by (?:its (?:members|employees|staff)|a group))\b/iu,
  },
];

const SOFTWARE: readonly Quality[] = [
  {
    asks: /^command[\s-]line$/iu,
    yes: /\b(?:command[- ]line|terminal|shell|prompt|CLI|console)\b/iu,
  },
  {
    asks: /^(?:still |actively )?maintained$/iu,
    yes: /\b(?:(?:actively |still )(?:maintained|developed)|fix(?:es)? (?:are|is|come) (?:shipped|released)|gets? (?:bug )?fixes|(?:release|update|version|new one)s?[^.]{0,30}\b(?:every|monthly|weekly|each|this year|this spring|last (?:week|month))|(?:every|each) (?:spring|autumn|month|week|year)[^.]{0,20}release|last release:? (?:\p{L}+ )?(?:days|weeks) ago)\b/iu,
    no: /\b(?:no longer (?:maintained|developed)|unmaintained|archived|abandoned|discontinued|looking for a (?:new )?maintainer|no (?:new )?releases? since|last release:? (?:in )?20(?:0\d|1\d))\b/iu,
  },
  {
    asks: /^(?:no |without )?(?:an )?account$/iu,
    yes: /\bno (?:account|log-?in|sign-?up|registration|password|e-?mail|name)\b|\b(?:do(?:es)? not|don['’]t|need not|without) (?:sign(?:ing)? up|register(?:ing)?|log(?:ging)? in|(?:creat(?:e|ing)|need) an account)|\bnothing has to be registered\b/iu,
    no: /\b(?:create|need|requires?|open) an account\b|\bsign up (?:first|to)\b|\bafter (?:signing up|registration)\b/iu,
  },
  {
    asks: /^(?:no |without |zero )?(?:runtime )?dependenc(?:y|ies)$/iu,
    yes: /\b(?:zero|no|without(?: any)?)[- ](?:\p{L}+ )?dependenc|\bdependency-free\b|\bnothing (?:at all|beyond|outside|but)\b[^.]{0,40}\b(?:standard library|linked)|\b(?:only the standard library|standard library only|pulls in nothing)\b/iu,
    no: /\bdepends on\b|\bdependencies:?\s(?:\p{L}[\p{L}\d-]+|\d+)/iu,
  },
];

/** What common qualities are said with: by hand, short, and proposed by what people ask. */
const QUALITIES: readonly Quality[] = [...WORK, ...COURSES, ...PLACES, ...FIRMS, ...SOFTWARE];

export const qualityAsked = (words: readonly string[]): readonly Quality[] => QUALITIES.filter(({ asks }) => asks.test(words.join(' ')));
