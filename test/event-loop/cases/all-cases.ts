import type { WatchedServer } from "../target.ts";
import { MAX_PAGE, storedCases, storeWorst } from "../stored.ts";
import { directoryCases } from "./directory-cases.ts";
import { ALL, endpointCases, type Share } from "./endpoint-cases.ts";
import { fieldCases, headerCases } from "./field-cases.ts";
import type { HeavyCase } from "./heavy-case.ts";
import { mailCases } from "./mail-cases.ts";
import { multipartCases } from "./multipart-cases.ts";
import { pageCases } from "./page-cases.ts";
import { samlCases } from "./saml-cases.ts";
import { SHAPES } from "./shapes.ts";
import { toolCases } from "./tool-cases.ts";
import { webhookCases } from "./webhook-cases.ts";

/** How much is tried: of how many shapes, and how many of the parts. */
interface Extent {
  readonly texts: Share;
  /** One part of an event in so many. A multiple of the number of fields would try the same one of all fixtures. */
  readonly eventDistance: number;
  readonly eventShapes: number;
  readonly pageShapes: number;
  readonly multipartShapes: number;
  readonly fieldKinds: number;
  readonly headerShapes: number;
  readonly toolShapes: number;
  readonly directoryShapes: number;
  readonly mailShapes: number;
  readonly samlPlaces: number;
  readonly storedMessages: number;
}

export const WHOLE: Extent = {
  texts: ALL,
  eventDistance: 1,
  eventShapes: 10,
  pageShapes: SHAPES.length,
  multipartShapes: SHAPES.length,
  fieldKinds: 10,
  headerShapes: 20,
  toolShapes: SHAPES.length,
  directoryShapes: SHAPES.length,
  mailShapes: SHAPES.length,
  samlPlaces: 5,
  storedMessages: MAX_PAGE,
};

export const SHORT: Extent = {
  texts: { short: 1, long: 4 },
  eventDistance: 71,
  eventShapes: 1,
  pageShapes: 2,
  multipartShapes: 1,
  fieldKinds: 1,
  headerShapes: 1,
  toolShapes: 2,
  directoryShapes: 1,
  mailShapes: 1,
  samlPlaces: 1,
  storedMessages: 600,
};

/** What is tried, by what must not hold the event loop. What is stored last is everything before it, too. */
const PARTS = {
  "any parameter of any endpoint at its limit": ({ goods, callerOf }, { texts }) =>
    endpointCases(goods, callerOf, texts),
  "any part of any service's event": (_watched, { eventDistance, eventShapes }) =>
    webhookCases(eventDistance, eventShapes),
  "any field, path or query of any page": ({ keys }, { pageShapes }) => pageCases(keys, pageShapes),
  "any multipart body": ({ callerOf }, { multipartShapes }) => multipartCases(callerOf, multipartShapes),
  "as many fields as fit": ({ goods, callerOf }, { fieldKinds }) => fieldCases(goods, callerOf, fieldKinds),
  "any header that is read": (_watched, { headerShapes }) => headerCases(headerShapes),
  "any argument of any tool of assistants": (_watched, { toolShapes }) => toolCases(toolShapes),
  "any message of a provider": ({ saml }, { samlPlaces }) => samlCases(saml, samlPlaces),
  "any attribute, filter or patch of directories": ({ directory }, { directoryShapes }) =>
    directoryCases(directory, directoryShapes),
  "any part of a mail": (_watched, { mailShapes }) => mailCases(mailShapes),
  "a read of what was stored": ({ goods }) => storedCases(goods),
} satisfies Record<string, (watched: WatchedServer, extent: Extent) => Generator<HeavyCase>>;

export type Title = keyof typeof PARTS;
export const TITLES = Object.keys(PARTS) as Title[];
/** Those of the long run only: they send and store hundreds of megabytes, and none of them has run to its end in 100 s. */
const LONG_ONLY: readonly Title[] = ["any multipart body", "any part of a mail", "a read of what was stored"];
export const SHORT_TITLES = TITLES.filter((title) => !LONG_ONLY.includes(title));

/** The cases of a part. What they need is stored first. */
export async function casesOf(title: Title, watched: WatchedServer, extent: Extent): Promise<Generator<HeavyCase>> {
  if (title === "a read of what was stored")
    await storeWorst({ ...watched, place: watched.target, messages: extent.storedMessages });
  return PARTS[title](watched, extent);
}
