import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import { isPublicAddress, checkedDestination } from "./ssrf-guard.ts";
import { OutboundError } from "./errors.ts";
import { createHttpClient } from "./http-client.ts";
import { resolvedAddresses, resolveName } from "./resolve.ts";

const problemOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof OutboundError) return error.problem;
    throw error;
  }
  return "none";
};

suite("CVE-2024-39713, CVE-2026-2455: the outbound HTTP client calls nothing but the public Internet", () => {
  const PRIVATE = [
    ...[
      "0.0.0.0",
      "0.1.2.3",
      "127.0.0.1",
      "127.255.255.254",
      "10.0.0.1",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
    ],
    ...["169.254.169.254", "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"],
    ...["224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fc00::1", "fd00:ec2::254", "fe80::1", "ff02::1"],
    ...["::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1"],
    ...["2002:7f00:1::", "2001::1", "2001:db8::1", "fec0::1", "100::1", "5f00::1"],
  ];

  test("an address that is not public is refused in every form", () => {
    for (const address of PRIVATE) assert.equal(isPublicAddress(address), false, address);
    for (const address of ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "2a00:1450:4001::1"]) {
      assert.equal(isPublicAddress(address), true, address);
    }
    for (const address of ["", "localhost", "8.8.8", "0x7f.1", "1"])
      assert.equal(isPublicAddress(address), false, address);
  });

  test("every spelling of such an address is refused, and so are other protocols, ports and user names", async () => {
    const hosts = PRIVATE.map((address) => (address.includes(":") ? `[${address}]` : address));
    const odd = [
      "2130706433",
      "0177.1",
      "0x7f.1",
      "127.1",
      "①②⑦.⓪.⓪.①",
      "localhost",
      "localhost.",
      "127.0.0.1.",
      "a@127.0.0.1",
    ];
    for (const host of [...hosts, ...odd]) {
      assert.equal(await problemOf(checkedDestination(`http://${host}/`, false)), "forbidden", host);
    }
    const others = [
      "file:///etc/passwd",
      "gopher://8.8.8.8/",
      "ftp://8.8.8.8/",
      "http://8.8.8.8:22/",
      "https://u:p@8.8.8.8/",
    ];
    for (const url of others) assert.equal(await problemOf(checkedDestination(url, false)), "forbidden", url);
    for (const url of ["", "no address", "http://"]) {
      assert.equal(await problemOf(checkedDestination(url, false)), "unusable", url);
    }
  });

  test("a name is refused when one of its addresses is private, and the connection goes to the addresses that were checked", async () => {
    const resolve =
      (...list: string[]) =>
      () =>
        Promise.resolve(list.map((address) => ({ address, family: 4 })));
    const check = (...list: string[]) => checkedDestination("https://bot.example/", false, resolve(...list));
    assert.equal(await problemOf(check("8.8.8.8", "10.0.0.1")), "forbidden");
    assert.equal(await problemOf(check()), "unreachable");
    assert.deepEqual(
      (await check("8.8.8.8", "8.8.4.4")).addresses.map(({ address }) => address),
      ["8.8.8.8", "8.8.4.4"],
    );
  });
});

test("a name in /etc/hosts has the addresses there", async () => {
  const hosts = "127.0.0.1\tlocalhost box # box2\n\n# 10.0.0.1 dev\n::1 LocalHost\r\nnonsense box";
  const found = (name: string) => resolvedAddresses(hosts, name).map(({ address, family }) => `${address} ${family}`);
  assert.deepEqual(found("localhost"), ["127.0.0.1 4", "::1 6"]);
  assert.deepEqual(found("box"), ["127.0.0.1 4"]);
  for (const name of ["dev", "box2", "127.0.0.1", ""]) assert.deepEqual(found(name), [], name);
  assert.ok((await resolveName("localhost")).length > 0);
  assert.deepEqual(await resolveName("no-such-name.invalid"), []);
});

suite("a server that misbehaves costs the caller little", () => {
  let server: Server;
  let url = "";
  const seen: string[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  before(async () => {
    server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      answer(request, response);
    });
    await new Promise<void>((next) => server.listen(0, "127.0.0.1", next));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const anywhere = (address: string) => checkedDestination(address, true);
  const post = (timeout = 10_000, check = anywhere) =>
    createHttpClient(check, timeout).post({
      url: `${url}/start`,
      headers: { "content-type": "text/plain" },
      body: "hello",
    });

  test("the server gets the request with its body, and its response comes back", async () => {
    answer = (request, response) => {
      let body = "";
      request.on("data", (data) => (body += data));
      request.on("end", () => response.writeHead(418).end(`${request.headers["content-type"]} ${body}`));
    };
    assert.deepEqual(await post(), { status: 418, body: "text/plain hello" });
  });

  test("CVE-2026-2456, CVE-2024-47401: reading an endless response stops at 1 MiB", async () => {
    let sent = 0;
    answer = (_request, response) => {
      const flood = () => {
        while (!response.destroyed && response.write("x".repeat(65_536))) sent += 65_536;
      };
      response.on("drain", flood).on("error", () => {});
      flood();
    };
    assert.equal(await problemOf(post()), "unusable");
    assert.ok(sent < 50_000_000, `${sent} bytes`);
  });

  test("a server that never answers, or sends too slowly, is given up", async () => {
    for (const behave of [
      () => {},
      (_request: IncomingMessage, response: ServerResponse) => {
        const sending = setInterval(() => response.write("x"), 20);
        response.on("close", () => clearInterval(sending));
      },
    ]) {
      answer = behave;
      assert.equal(await problemOf(post(300)), "unreachable");
    }
  });

  test("CVE-2023-32683, CVE-2021-21273, CVE-2021-21392: redirects are followed a few times, as clients do, and each is checked", async () => {
    answer = ({ url: path }, response) => {
      if (path === "/end") response.end("there");
      else
        response.writeHead(path === "/start" ? 307 : 302, { location: path === "/start" ? "/second" : "/end" }).end();
    };
    seen.length = 0;
    assert.deepEqual(await post(), { status: 200, body: "there" });
    assert.deepEqual(seen, ["POST /start", "POST /second", "GET /end"]);
    answer = (_request, response) => response.writeHead(302, { location: "/again" }).end();
    assert.equal(await problemOf(post()), "unusable");
    for (const location of ["file:///etc/passwd", "gopher://127.0.0.1/", "http://u@127.0.0.1/"]) {
      answer = (_request, response) => response.writeHead(302, { location }).end();
      assert.equal(await problemOf(post()), "forbidden", location);
    }
  });

  test("CVE-2023-32683: of a page only the beginning is read, it must be HTML, and its redirects are checked as well", async () => {
    const page = (check = anywhere, timeout = 10_000) => createHttpClient(check, timeout).page(`${url}/start`, 1000);
    const says = (headers: Record<string, string>, status = 200) => {
      answer = (_request, response) => response.writeHead(status, headers).end("x".repeat(100_000));
    };
    says({ "content-type": "text/html; charset=utf-8" });
    const { bytes, ...rest } = await page();
    assert.deepEqual(rest, { url: `${url}/start`, contentType: "text/html; charset=utf-8" });
    assert.equal(bytes.length, 1000);
    for (const headers of [
      {},
      { "content-type": "image/png" },
      { "content-type": "text/html", "content-encoding": "br" },
    ]) {
      says(headers);
      assert.equal(await problemOf(page()), "unusable", JSON.stringify(headers));
    }
    says({ "content-type": "text/html" }, 404);
    assert.equal(await problemOf(page()), "unusable");
    answer = (_request, response) => response.writeHead(302, { location: `${url}/inside` }).end();
    seen.length = 0;
    const onlyStart = (address: string) => checkedDestination(address, address === `${url}/start`);
    assert.equal(await problemOf(page(onlyStart)), "forbidden");
    assert.deepEqual(seen, ["GET /start"]);
    answer = () => {};
    assert.equal(await problemOf(page(anywhere, 300)), "unreachable");
  });

  test("without permission the machine itself is not called, not even by a redirect", async () => {
    answer = (_request, response) => response.writeHead(307, { location: `${url}/inside` }).end();
    seen.length = 0;
    const onlyStart = (address: string) => checkedDestination(address, address === `${url}/start`);
    assert.equal(await problemOf(post(10_000, onlyStart)), "forbidden");
    assert.deepEqual(seen, ["POST /start"]);
    assert.equal(await problemOf(post(10_000, (address) => checkedDestination(address, false))), "forbidden");
    assert.deepEqual(seen, ["POST /start"]);
  });
});
