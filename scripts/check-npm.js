// Runs at the end of `npm ci` in a clone. npm leaves out, without a word, those parts of packages that are made for this
// machine (of sharp, for example) and need a newer Node.js than the one that npm runs on: pictures would then fail much
// later. The Node.js that runs this file may be that old one, so this file uses nothing newer than Node.js 18.
import { readFileSync } from "node:fs";

const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const numbersOf = (text) => /(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number);
const [neededMajor, neededMinor] = numbersOf(engines.node);
// As in "npm/9.2.0 node/v18.20.4 linux x64 workspaces/false".
const version = /\bnode\/v(\S+)/.exec(process.env.npm_config_user_agent ?? "")?.[1];
const [major, minor] = numbersOf(version ?? "") ?? [neededMajor, neededMinor];

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  process.stderr.write(
    `npm runs on Node.js ${version} here, and has left out parts of packages that need a newer one. Parley brings its own ` +
      `Node.js, but npm needs ${neededMajor}.${neededMinor} or later: install that, and run npm ci again.\n`,
  );
  process.exitCode = 1;
}
