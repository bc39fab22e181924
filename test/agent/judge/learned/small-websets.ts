/** Three small websets of ordinary pages with answers by a person who read them: one line per page, `+` if it meets the criterion. */
export const WEBSETS: { criterion: { label: string; description: string | null }; pages: string }[] = [
  {
    criterion: { label: 'Zero dependencies', description: 'The package needs no other package at run time' },
    pages: `
+ Tinydate | Tinydate formats dates. It has no dependencies and weighs 900 bytes. Install it from npm. | Patterns are compiled once.
+ Slugger | Slugger turns titles into slugs. | Zero dependencies, works in every browser. | Accents are folded.
+ Murmur | A hash function for short strings. | It is dependency-free and written in plain JavaScript. | Seeds are 32 bit.
+ Parseq | Parses query strings. | There is nothing else to install: the package stands alone. | Arrays keep their order.
+ Clsx Mini | Joins class names. | No runtime dependencies. | Falsy values are left out.
+ Bytesize | Prints sizes of files. | Has no dependencies whatsoever. | Units are binary or decimal.
+ Wordwrap | Breaks long lines. | A lazy, zero-dependency library for terminals. | Wide letters count twice.
+ Semverish | Compares versions. | It comes without dependencies. | Ranges follow the common rules.
- Formkit | Builds forms. | It depends on three packages, among them a validator. | Themes can be swapped.
- Chartly | Draws charts in SVG. | Needs a scale library and a colour library as peer dependencies. | Axes are drawn by hand.
- Mailerd | Sends mail. | Its dependencies are a socket pool and a template engine. | Queues survive restarts.
- Routeur | A router for servers. | Install the two required dependencies first. | Routes may have parameters.
- Imgpress | Makes images smaller. | It brings a native dependency that is compiled on install. | Formats are guessed from the bytes.
- Tablet | Draws tables in a terminal. | It pulls in eleven packages, the largest of them a colour table. | Cells can span columns.
- Logline | Writes logs. | Depends on a stream library. | Levels are numbers.
- Storage Kit | Keeps objects in a cloud. | The dependency list is long: a signer, a client, a parser. | Uploads are resumed.`,
  },
  {
    criterion: { label: 'Dogs are welcome', description: 'Guests may bring a dog' },
    pages: `
+ Hotel Lindenhof | A house with forty rooms by the river. | Dogs are welcome in all rooms. | Breakfast is from seven to ten.
+ Gasthof Post | An inn on the market square. | Your dog stays free of charge. | The kitchen closes at nine.
+ Pension Adler | Eleven rooms under old roofs. | Bring your four-legged friend: bowls and blankets are ready. | Parking is behind the house.
+ Seeblick | A hotel at the lake. | Pets are allowed for twelve euros a night. | Boats can be hired.
+ Alpenrose | A mountain house at 1,200 metres. | Dogs are welcome, on a lead in the dining room. | The lift starts at eight.
+ Stadthotel | Ninety rooms near the station. | We welcome dogs of every size. | The bar is open until one.
+ Zum Anker | Rooms over a harbour. | Dogs may stay in the garden rooms. | The ferry leaves every hour.
- Villa Rosa | A quiet house for adults. | Animals cannot be taken in. | The spa is open from noon.
- Parkhotel | Two hundred rooms at the fair. | Dogs are not allowed, guide dogs excepted. | Halls hold six hundred guests.
- Bergkristall | A hotel for families. | Because of allergies pets must stay at home. | Children under six stay free.
- Haus Sonne | Seven rooms and a garden. | No pets, please. | Bicycles can be borrowed.
- Kurhotel | A hotel beside the baths. | Guests enter the baths by a tunnel. | Doctors are in the house.
- Weinhof | A farm with vines and rooms. | Wine is tasted on Fridays. | The cellar is from 1740.
- Hotel am Tor | A house in the old town. | Rooms look on the gate. | Check-in is from three.
- Rosengarten | Thirty rooms among roses. | The garden is shown in June. | Weddings are held in the barn.`,
  },
  {
    criterion: { label: 'Fully remote', description: 'The job can be done from anywhere, without an office' },
    pages: `
+ Support agent | We answer mail for shops. | This role is fully remote. | Shifts are six hours.
+ Copy editor | A magazine for gardeners. | Work from anywhere; we meet twice a year. | Texts are short.
+ Data clerk | We clean addresses. | The position is 100% remote. | A quiet room is all you need.
+ Tester | Our app maps paths. | There is no office: everybody works from home. | Phones are lent.
+ Translator | Manuals for machines. | Fully remote within your own hours. | Terms are given.
+ Designer | A studio of nine. | All of us work remotely, and so will you. | Tools are paid for.
+ Accountant | Books of forty firms. | Remote only, no office days. | Deadlines are monthly.
- Baker | Bread for a town. | Work begins at three in the bakery. | Flour comes from nearby.
- Driver | Parcels in the north. | The depot is in Leeds. | Vans are electric.
- Nurse | A ward with twenty beds. | Shifts are on site in Bath. | Meals are free.
- Engineer | Pumps and valves. | Hybrid: three days a week in our office in Hull. | Travel is rare.
- Receptionist | A hotel of ninety rooms. | You work at the front desk in York. | Languages help.
- Teacher | A school by the sea. | Lessons are held in Dover. | Classes are small.
- Mechanic | Bicycles and trams. | Our workshop is in the harbour. | Tools are there.
- Analyst | Prices of grain. | Our team is on site, in the city. | Reports are weekly.`,
  },
];
