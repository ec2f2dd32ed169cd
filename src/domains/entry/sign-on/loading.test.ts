import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const HOOKS = `import { registerHooks } from "node:module";
registerHooks({ resolve(name, context, next) {
  if (/^(openid-client|oauth4webapi|jose)(\\/|$)/.test(name)) console.log("loaded", name);
  return next(name, context);
} });`;

/** What a process has loaded of the libraries for logins by providers. */
function loadedBy(program: string): string {
  const hooks = `data:text/javascript,${encodeURIComponent(HOOKS)}`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--import", hooks, "--input-type=module", "-e", program],
    { encoding: "utf8" },
  );
  assert.equal(status, 0, stderr);
  return stdout;
}

test("a server loads no library for logins by providers before somebody logs in by one", () => {
  assert.equal(loadedBy('await import("./src/server.ts"); process.exit(0)'), "");
  const used = `const { oidcLibrary } = await import("./src/domains/entry/sign-on/oidc/client.ts");
    await oidcLibrary(); process.exit(0)`;
  assert.match(loadedBy(used), /loaded openid-client/, "it would have been seen");
});
