/** The people of the demonstration. The first ones are in every demonstration, however small. */
export interface DemoPerson {
  readonly name: string;
  readonly role: "owner" | "administrator" | "moderator" | "member" | "guest";
  readonly title: string;
  readonly team: Team;
  readonly pronouns: string;
  readonly city: string;
  readonly timezone: string;
  readonly since: string;
  readonly about: string;
  readonly status?: { readonly text: string; readonly emoji: string };
}

export type Team = "Company" | "Engineering" | "Hardware" | "Product" | "Customers";

export const TEAMS: readonly Team[] = ["Company", "Engineering", "Hardware", "Product", "Customers"];

/** Shared by all of them, and printed: a demonstration holds nothing secret. */
export const PASSWORD = "seven lanterns by the canal";
export const DOMAIN = "fernhollow.example";

/** `maren@fernhollow.example` */
export const emailOf = ({ name }: DemoPerson): string => {
  const [first = ""] = name.split(" ");
  return `${first
    .normalize("NFD")
    .replaceAll(/[^a-z]/gi, "")
    .toLowerCase()}@${DOMAIN}`;
};

export const firstName = (name: string): string => name.split(" ")[0] ?? name;

const person = (
  name: string,
  role: DemoPerson["role"],
  [team, title]: readonly [Team, string],
  [pronouns, city, timezone, since]: readonly [string, string, string, string],
  about: string,
  status?: readonly [string, string],
): DemoPerson => ({
  name,
  role,
  title,
  team,
  pronouns,
  city,
  timezone,
  since,
  about,
  ...(status !== undefined && { status: { emoji: status[0], text: status[1] } }),
});

const HERE = "Europe/Amsterdam";

export const PEOPLE: readonly DemoPerson[] = [
  person(
    "Maren Okafor",
    "owner",
    ["Company", "Founder"],
    ["she/her", "Rotterdam", HERE, "2019-03-04"],
    "Grew up in my aunt's tomato greenhouse. I read everything in **#general**, so write as if I do.",
    ["seedling", "planting season"],
  ),
  person(
    "Tobias Lindqvist",
    "administrator",
    ["Engineering", "Head of engineering"],
    ["he/him", "Gothenburg", "Europe/Stockholm", "2019-05-13"],
    "Ask me about queues, budgets and sourdough. I answer long messages with short ones; it is not personal.",
    ["headphones", "deep work until 11"],
  ),
  person(
    "Priya Raman",
    "moderator",
    ["Customers", "Support lead"],
    ["she/her", "Leeds", "Europe/London", "2020-01-20"],
    "If a grower is unhappy I want to know before they write to us.",
  ),
  person(
    "Jonas Weidinger",
    "member",
    ["Engineering", "Firmware"],
    ["he/him", "Graz", "Europe/Vienna", "2020-06-01"],
    "Microcontrollers, radios, and whatever smells of solder. `volatile` is not a synchronization primitive.",
    ["mag", "chasing a race"],
  ),
  person(
    "Aiko Tanabe",
    "member",
    ["Engineering", "Backend"],
    ["she/her", "Osaka", "Asia/Tokyo", "2021-02-15"],
    "Keeps the readings flowing. Usually asleep when Europe has lunch.",
  ),
  person(
    "Samuel Achterberg",
    "member",
    ["Product", "Web development"],
    ["he/him", "Utrecht", HERE, "2020-09-07"],
    "Charts, forms, and the occasional very small animation.",
  ),
  person(
    "Lucía Ferrer",
    "member",
    ["Product", "Design"],
    ["she/her", "Valencia", "Europe/Madrid", "2021-04-12"],
    "I draw first and argue afterwards. Show me how people really use it.",
    ["art", "sketching the alert screen"],
  ),
  person(
    "Dmitri Halloran",
    "administrator",
    ["Engineering", "Operations"],
    ["he/him", "Cork", "Europe/Dublin", "2019-11-25"],
    "Backups are a rumor until somebody restores one.",
    ["pager", "on call"],
  ),
  person(
    "Nadia Benhaddou",
    "member",
    ["Customers", "Field engineer"],
    ["she/her", "Almería", "Europe/Madrid", "2021-10-04"],
    "In a greenhouse without reception most of the day. Send me a list, not a question.",
    ["car", "driving to Níjar"],
  ),
  person(
    "Ewan McCrae",
    "member",
    ["Hardware", "Electronics"],
    ["he/him", "Dundee", "Europe/London", "2019-08-19"],
    "Boards, enclosures, water ingress. I have a drawer for every connector we regret.",
  ),
  person(
    "Chidi Eze",
    "member",
    ["Engineering", "Data"],
    ["he/they", "Lagos", "Africa/Lagos", "2022-03-01"],
    "Forecasts soil moisture for a living, fails to forecast the bus.",
  ),
  person(
    "Greta Sundholm",
    "moderator",
    ["Company", "Finance and office"],
    ["she/her", "Rotterdam", HERE, "2020-02-03"],
    "Invoices, contracts, plants that are not for testing.",
    ["calendar", "closing the quarter"],
  ),
  person(
    "Rosalind Keane",
    "member",
    ["Customers", "Sales"],
    ["she/her", "Bristol", "Europe/London", "2021-06-21"],
    "I promise only what is in the changelog. Nearly always.",
  ),
  person(
    "Mateus Vieira",
    "member",
    ["Customers", "Partnerships"],
    ["he/him", "Porto", "Europe/Lisbon", "2022-09-05"],
    "Cooperatives, integrators, and a great deal of coffee.",
    ["airplane", "trade fair in Berlin"],
  ),
  person(
    "Hana Novotná",
    "member",
    ["Engineering", "Quality"],
    ["she/her", "Brno", "Europe/Prague", "2021-01-11"],
    "I break things politely and write down how.",
  ),
  person(
    "Ibrahim Sesay",
    "member",
    ["Hardware", "Manufacturing"],
    ["he/him", "Eindhoven", HERE, "2020-04-27"],
    "Lead times, line stops, pallets. Please do not change the screw.",
  ),
  person(
    "Yuki Arakawa",
    "member",
    ["Product", "Mobile development"],
    ["they/them", "Berlin", "Europe/Berlin", "2022-05-16"],
    "Works offline first, replies offline second.",
    ["coffee", "back in a bit"],
  ),
  person(
    "Clara Devreese",
    "member",
    ["Customers", "Marketing"],
    ["she/her", "Ghent", "Europe/Brussels", "2022-01-10"],
    "Turns release notes into sentences that growers finish reading.",
  ),
  person(
    "Owen Prydderch",
    "member",
    ["Customers", "Support"],
    ["he/him", "Aberystwyth", "Europe/London", "2023-02-06"],
    "Second line, first to reply. Diolch!",
  ),
  person(
    "Felix Brandt",
    "guest",
    ["Hardware", "Industrial design (freelance)"],
    ["he/him", "Hamburg", "Europe/Berlin", "2024-04-08"],
    "Here for the Sprig 3 enclosure.",
  ),
];
