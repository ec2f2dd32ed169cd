/**
 * The numbers by which pages are found quickly. With any others a page has the same messages, and takes longer; only
 * `MAX_SEARCH_MS` decides whether a search says that it has not looked at everything.
 *
 * Figures are milliseconds for a request in 1,000,000 messages on two cores, before → with the number, and with what they
 * were measured. "Estimate" means that the number follows from others and was not compared with its neighbours.
 *
 * | Number                      | Figure                                             | Measured with                              |
 * | --------------------------- | -------------------------------------------------- | ------------------------------------------ |
 * | NEARBY_IDS, …_A_MESSAGE     | newcomer's newest page: 1,250 → 53; 24 channels:   | `npm run bench -- --only newcomer`, plans  |
 * |                             | 19.5 → 19.6; followed topics, none: 3,690 → 75     | logged with row counts (decision 0038)     |
 * | SHORT_HISTORY               | newcomer, messages of a bot: 600 to 1,100 → 60;    | the same (decision 0038)                   |
 * |                             | the count costs others 1                           |                                            |
 * | REACH_FACTOR                | oldest 1,000 of is:unread, all unread in 4,000     | logged plans (decision 0037);              |
 * |                             | conversations: 6,050 → 150                         | `--only unread,mark-read`                  |
 * | MAX_GAP_ROWS                | estimate: planning a second pass costs about 1     | –                                          |
 * | MAX_SEARCH_MS               | a bound, not a figure (decision 0021)              | `--only search-growth,search-load`         |
 * | ALWAYS_SEARCHED             | estimate: the first range of the index             | –                                          |
 * | FIRST_CHECKED, MAX_CHECKED  | words of every message: 22 → 17, together with     | `--only search,search-growth`              |
 * |                             | reading conversations in order                     |                                            |
 * | TELLING, ENTRIES_A_CHECK    | two common words, one in forty for the reader:     | `--only search` (decision 0030); 4 against |
 * |                             | 209 → 93; with statistics 201 → 4 a range          | 201 with EXPLAIN                           |
 * | TELLING_FOUND, SPARE        | two common words: 34 → 27, together with looking   | `--only search`, p50 of 50, three runs     |
 * |                             | the next range up while one is checked             |                                            |
 * | MAX_READ_RANGE              | estimate: 32 blocks, some 30 of reading texts      | –                                          |
 */

/** How many IDs next to the anchor are read before the reader's conversations are: a number, and more for each message. */
export const NEARBY_IDS = 20_000;
export const NEARBY_IDS_A_MESSAGE = 20;

/** A history of at most so many messages is read as quickly as by an index for a sender or a link. */
export const SHORT_HISTORY = 2000;

/** How many times as many messages as a long page has are read to find its reach. Some gaps have fewer than their share. */
export const REACH_FACTOR = 8;
/** A page is long if this many messages of all places together were read for it: of a shorter one, planning more costs more. */
export const MAX_GAP_ROWS = 500_000;

/** A search that takes longer is stopped, and says so, but not before it has gone through this many messages. */
export const MAX_SEARCH_MS = 400;
export const ALWAYS_SEARCHED = 4096;
/** How many messages are checked by one statement: few at first, because their first page is often enough. */
export const FIRST_CHECKED = 1000;
export const MAX_CHECKED = 8000;
/** Fewer messages do not tell which share of all is the reader's. */
export const TELLING = 100;
/** To check a message takes as long as to read about this many entries of the index of conversations. */
export const ENTRIES_A_CHECK = 8;
/** Fewer found messages do not tell how far the search will go. */
export const TELLING_FOUND = 8;
/** A range that is a little too short costs another round trip, one that is too long costs all the rest of it. */
export const SPARE = 1.2;
/** If there are only phrases, each message of a range is read. */
export const MAX_READ_RANGE = 16_384;
