import { advisories } from "../test/security/advisories/list.ts";
import { problemsOf, testedIds } from "../test/security/advisories/titles.ts";

/** Lists the advisories without a test; exits with 1 if there are any. */
const problems = problemsOf(testedIds());
for (const problem of problems) console.error(problem);
const all = advisories.flatMap(({ ids }) => ids);
const notHere = advisories.filter(({ whyNot }) => whyNot !== undefined).flatMap(({ ids }) => ids);
console.log(`advisories: ${all.length}, which cannot happen here: ${notHere.length}, problems: ${problems.length}`);
process.exitCode = problems.length === 0 ? 0 : 1;
