import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createLogger } from "#platform/logger.ts";
import { createProxies } from "./client-address.ts";

const quiet = createLogger("silent");
const from = (remoteAddress: string | undefined, forwarded?: string) => ({
  remoteAddress,
  headers: { "x-forwarded-for": forwarded },
});

suite("where a request comes from", () => {
  test("without trusted proxies the peer's address counts, whatever its headers say", () => {
    const { clientAddress } = createProxies([], quiet);
    assert.equal(clientAddress(from("192.0.2.7")), "192.0.2.7");
    assert.equal(clientAddress(from("192.0.2.7", "198.51.100.1")), "192.0.2.7");
    assert.equal(clientAddress(from("127.0.0.1", "198.51.100.1")), "127.0.0.1");
    assert.equal(clientAddress(from(undefined, "198.51.100.1")), "unknown");
  });

  test("an IPv6 address counts as its /64, and IPv4 inside of IPv6 as IPv4", () => {
    const { clientAddress } = createProxies([], quiet);
    const key = "2001:db8:1:2::/64";
    for (const address of ["2001:db8:1:2::1", "2001:db8:1:2:ffff::", "2001:DB8:1:2:0:0:0:5"]) {
      assert.equal(clientAddress(from(address)), key);
    }
    assert.notEqual(clientAddress(from("2001:db8:1:3::1")), key);
    assert.equal(clientAddress(from("::ffff:192.0.2.7")), "192.0.2.7");
    assert.equal(clientAddress(from("fe80::1%eth0")), "fe80:0:0:0::/64");
  });

  test("the rightmost forwarded address counts that is not a trusted proxy itself", () => {
    const { clientAddress } = createProxies(["127.0.0.1", "10.0.0.0/8", "fd00::/8"], quiet);
    for (const peer of ["127.0.0.1", "::ffff:127.0.0.1", "10.9.8.7", "fd00::1"]) {
      assert.equal(clientAddress(from(peer, "198.51.100.1")), "198.51.100.1", peer);
    }
    const left = "203.0.113.9, 198.51.100.1";
    assert.equal(clientAddress(from("127.0.0.1", left)), "198.51.100.1", "what a client wrote itself stands left");
    assert.equal(clientAddress(from("127.0.0.1", `${left}, 10.0.0.1,10.0.0.2`)), "198.51.100.1");
    assert.equal(clientAddress(from("127.0.0.1", "10.0.0.3, 10.0.0.2")), "10.0.0.3", "all of them are proxies");
    assert.equal(clientAddress(from("127.0.0.1")), "127.0.0.1");
    assert.equal(clientAddress(from("192.0.2.7", "198.51.100.1")), "192.0.2.7", "not everybody is a proxy");
    assert.equal(clientAddress(from("127.0.0.2", "198.51.100.1")), "127.0.0.2");
    const withPorts = ["198.51.100.1:4711", " 198.51.100.1 "];
    for (const entry of withPorts) assert.equal(clientAddress(from("127.0.0.1", entry)), "198.51.100.1");
    assert.equal(clientAddress(from("127.0.0.1", "[2001:db8:1:2::1]:4711")), "2001:db8:1:2::/64");
  });

  test("a forwarded entry that is no address is not used: the proxy that passed it on counts instead", () => {
    const { clientAddress } = createProxies(["127.0.0.1"], quiet);
    for (const odd of ["", "unknown", "0x7f.1", "1.2.3", "_hidden", "<script>", "198.51.100.1, nonsense", ",,,"]) {
      assert.equal(clientAddress(from("127.0.0.1", odd)), "127.0.0.1", odd);
    }
    assert.equal(clientAddress(from("127.0.0.1", "nonsense, 198.51.100.1")), "198.51.100.1");
  });

  test("only a trusted proxy is believed that its client came by HTTPS", () => {
    const { scheme } = createProxies(["127.0.0.1"], quiet);
    const headers = { "x-forwarded-proto": "https" };
    assert.equal(scheme({ remoteAddress: "127.0.0.1", headers }), "https");
    assert.equal(scheme({ remoteAddress: "127.0.0.1", headers: {} }), "http");
    assert.equal(scheme({ remoteAddress: "127.0.0.1", headers: { "x-forwarded-proto": "javascript" } }), "http");
    assert.equal(scheme({ remoteAddress: "192.0.2.7", headers }), "http");
  });

  test("the log warns once about a proxy that is not trusted", () => {
    let lines = "";
    const { clientAddress } = createProxies([], createLogger("warn", { write: (line) => (lines += line) }));
    clientAddress(from("203.0.113.9", "198.51.100.1"));
    assert.equal(lines, "", "strangers write what they like");
    for (let n = 0; n < 3; n += 1) clientAddress(from("10.0.0.1", "198.51.100.1"));
    assert.equal(lines.match(/PARLEY_TRUSTED_PROXIES/g)?.length, 1);
    assert.match(lines, /"peer":"10\.0\.0\.1"/);
  });
});
