import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { startTestServer, type TestServer } from "../harness/server.ts";

suite("the browser client is served", () => {
  let server: TestServer;
  let page: string;
  before(async () => {
    server = await startTestServer();
    page = await (await fetch(`${server.url}/`)).text();
  });

  const named = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, path = ""]) => path);
  const get = async (path: string, encoding: string) => {
    const { statusCode, headers, body } = await request(`${server.url}${path}`, {
      headers: { "accept-encoding": encoding },
    });
    return { statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
  };

  test("at / and /login, under a policy that lets no script run that is not a file of ours", async () => {
    for (const path of ["/", "/login"]) {
      const response = await fetch(`${server.url}${path}`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("cache-control"), "no-cache");
      const policy = response.headers.get("content-security-policy") ?? "";
      const scripts = [
        "default-src 'none'",
        "script-src 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types parley",
      ];
      for (const part of [...scripts, "base-uri 'none'", "frame-ancestors 'none'"])
        assert.ok(policy.includes(part), part);
      assert.doesNotMatch(policy, /unsafe|\*/);
    }
    assert.doesNotMatch(page, /<script>|<style|\son\w+=/);
  });

  test("in files that browsers keep for ever, compressed for those that can read that", async () => {
    const files = named(/(?:src|href|content)="(\/static\/web\/[^"]+\.(?:js|css|json))"/g);
    assert.ok(files.length >= 4);
    assert.ok(
      files.some((path) => /\/de-\w+\.json$/.test(path)),
      "the translation of a language",
    );
    for (const path of files) {
      const plain = await get(path, "identity");
      const [brotli, gzip] = [await get(path, "gzip, br"), await get(path, "gzip")];
      assert.match(String(plain.headers["cache-control"]), /immutable/);
      assert.equal(brotli.headers["content-encoding"], "br");
      assert.deepEqual(brotliDecompressSync(brotli.body), plain.body);
      assert.deepEqual(gunzipSync(gzip.body), plain.body);
    }
    assert.equal((await get("/static/web/app-AAAAAAAA.js", "br")).statusCode, 404);
    assert.equal((await get("/static/web/..%2f..%2fpackage.json", "br")).statusCode, 404);
  });

  test("with at most 45 kB of script and 14 kB of style before the first picture", async () => {
    const size = async (paths: readonly string[]) => {
      const bodies = await Promise.all(paths.map(async (path) => (await get(path, "br")).body.length));
      return bodies.reduce((sum, length) => sum + length, 0);
    };
    const scripts = named(/(?:src|href)="(\/static\/web\/[^"]+\.js)"/g);
    assert.ok((await size(scripts)) <= 45_000);
    assert.ok((await size(named(/href="(\/static\/web\/[^"]+\.css)"/g))) <= 14_000);
  });

  test("as an app: with icons, a share target, and a service worker that is asked for anew each time", async () => {
    const [path = ""] = named(/rel="manifest" href="([^"]+)"/g);
    const manifest = JSON.parse((await get(path, "identity")).body.toString()) as {
      icons: { src: string; type: string; sizes: string; purpose?: string }[];
      share_target: { action: string };
    };
    const pictures = manifest.icons.filter(({ type }) => type === "image/png");
    assert.deepEqual(
      pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`),
      ["192x192 any", "512x512 any", "512x512 maskable"],
    );
    for (const { src } of pictures) {
      const { headers, body } = await get(src, "identity");
      assert.equal(headers["content-type"], "image/png");
      assert.equal(body.subarray(1, 4).toString(), "PNG");
    }
    assert.equal((await get(`${manifest.share_target.action}?text=x`, "identity")).body.toString(), page);
    const { headers, body } = await get("/service-worker.js", "identity");
    assert.match(String(headers["content-type"]), /javascript/);
    assert.equal(headers["cache-control"], "no-cache");
    assert.doesNotMatch(body.toString(), /\bimport\b|\bexport\b/);
  });

  test("not at all, if the operator does not want it", async () => {
    // A separate process serves no client unless a test asks for it.
    const without = await startTestServer({ isSeparate: true });
    assert.equal((await fetch(`${without.url}/`)).status, 404);
  });
});
