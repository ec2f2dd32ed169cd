import type * as ldapts from "ldapts";
import { OutboundError } from "../errors.ts";
import { connectDirectory, type DirectoryAddress, ldapLibrary, STEP_MS, directoryFailure } from "./connection.ts";
import { ldapFilter, type Test } from "./filters.ts";

/** An entry of a directory. */
export interface DirectoryEntry {
  readonly dn: string;
  /** The values of an attribute, however its name is written; none if it has none. */
  readonly texts: (attribute: string) => readonly string[];
  /** The same of attributes whose values are no texts. */
  readonly bytes: (attribute: string) => readonly Buffer[];
}

export interface DirectorySearch {
  readonly base: string;
  readonly test: Test;
  readonly attributes: readonly string[];
  /** Those of them whose values are no texts. */
  readonly binary: readonly string[];
}

/** A connection to a directory. Every failure but a wrong password is an `OutboundError`. */
export interface Directory {
  /** Whether a password opens an entry; from then on the connection is that entry's. */
  readonly bind: (dn: string, password: string) => Promise<boolean>;
  /** At most so many entries. What a directory says of other directories is left aside. */
  readonly find: (search: DirectorySearch, most: number) => Promise<readonly DirectoryEntry[]>;
  /** All entries, in pages. Fails if one of them fails. */
  readonly pages: (search: DirectorySearch) => AsyncIterable<readonly DirectoryEntry[]>;
  readonly close: () => Promise<void>;
}

const PAGE = 500;

export async function openDirectory(address: DirectoryAddress, answerMs: number = STEP_MS): Promise<Directory> {
  const library = await ldapLibrary();
  const client = await connectDirectory(address, answerMs);
  const options = ({ test, attributes, binary }: DirectorySearch): ldapts.SearchOptions => ({
    scope: "sub",
    derefAliases: "never",
    timeLimit: answerMs / 1000,
    filter: ldapFilter(library, test),
    attributes: [...attributes],
    explicitBufferAttributes: [...binary],
  });
  return {
    async bind(dn, password) {
      // By an empty password a directory lets in anybody, as nobody.
      if (dn === "" || password === "") return false;
      try {
        await client.bind(dn, password);
        return true;
      } catch (error) {
        if (saysNo(library, error)) return false;
        throw directoryFailure(error);
      }
    },
    find: (search, most) =>
      failing(async () => {
        const { searchEntries } = await client.search(search.base, { ...options(search), sizeLimit: most });
        return searchEntries.map(entryOf);
      }),
    async *pages(search) {
      const pages = client.searchPaginated(search.base, {
        ...options(search),
        paged: { pageSize: PAGE },
      });
      try {
        for await (const { searchEntries } of pages) yield searchEntries.map(entryOf);
      } catch (error) {
        throw directoryFailure(error);
      }
    },
    // The library keeps its socket also after a bind that was refused.
    close: () => client.unbind().catch(() => {}),
  };
}

/** Whether a directory has refused somebody, and is not itself in trouble. */
function saysNo(library: typeof ldapts, error: unknown): boolean {
  return [
    library.InvalidCredentialsError,
    // An entry without a password, one that is locked, and one that the directory does not let in.
    library.InappropriateAuthError,
    library.ConstraintViolationError,
    library.InsufficientAccessError,
    library.UnwillingToPerformError,
    library.NoSuchObjectError,
  ].some((refusal) => error instanceof refusal);
}

async function failing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof OutboundError ? error : directoryFailure(error);
  }
}

function entryOf({ dn, ...attributes }: ldapts.Entry): DirectoryEntry {
  const byName = new Map(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]));
  const values = (attribute: string): readonly (string | Buffer)[] =>
    [byName.get(attribute.toLowerCase()) ?? []].flat();
  return {
    dn,
    texts: (attribute) => values(attribute).filter((value) => typeof value === "string" && value !== "") as string[],
    bytes: (attribute) => values(attribute).map((value) => (typeof value === "string" ? Buffer.from(value) : value)),
  };
}
