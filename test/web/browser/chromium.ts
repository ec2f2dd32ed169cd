import { chromiumPath, skipWithout } from "../../harness/needs/needs.ts";

/** The browser of this machine; none where the tests are left out. */
export const executablePath = skipWithout("chromium") === false ? chromiumPath() : undefined;
