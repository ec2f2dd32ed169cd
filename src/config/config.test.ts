import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { ConfigError, readConfig, settingsHelp } from "./config.ts";
import { allSettings } from "./settings.ts";

type Environment = Record<string, string>;

function refusal(argv: string[], env: Environment = {}): string {
  try {
    readConfig(argv, env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    assert.match(error.message, /^[^\n]+[.?]$/, "one sentence");
    return error.message;
  }
  throw new Error("the configuration was accepted");
}

test("an operator who configures nothing gets a server for this machine only", () => {
  assert.deepEqual(readConfig([], {}), {
    port: 9991,
    host: "127.0.0.1",
    http: "fast",
    web: "on",
    dataDir: resolve("data"),
    databaseUrl: undefined,
    databasePooler: false,
    natsUrl: undefined,
    replicaUrl: undefined,
    ownerEmail: undefined,
    ownerPassword: undefined,
    organizationName: "Parley",
    rateLimit: true,
    webPublicChannels: false,
    presenceOfAll: false,
    development: false,
    metricsToken: undefined,
    metricsPort: undefined,
    logLevel: "info",
    publicUrl: undefined,
    allowedHosts: undefined,
    trustedProxies: undefined,
    poolSize: 10,
    groupsInFlight: 2,
    secret: undefined,
    backupPassphrase: undefined,
    smtpUrl: undefined,
    pushRelayUrl: undefined,
    bigBlueButtonUrl: undefined,
    bigBlueButtonSecret: undefined,
    termsUrl: undefined,
    gravatar: false,
    signOn: [],
    jwtLogins: [],
    privateProviders: false,
    zoomClientId: undefined,
    zoomClientSecret: undefined,
    zoomUrl: "https://zoom.us",
    zoomApiUrl: "https://api.zoom.us",
    mailFrom: "noreply@localhost",
    mailInPort: undefined,
    mailInHost: "127.0.0.1",
    mailInDomain: undefined,
    mailInProtocol: "smtp",
    outboundAllowPrivate: false,
    maxFileMib: 100,
    uploadQuotaMib: undefined,
    filesUrl: undefined,
    filesAccessKey: undefined,
    filesSecretKey: undefined,
    newFiles: "bucket",
    jitsiServerUrl: "https://meet.jit.si",
  });
});

test("a flag is written with a space or an equals sign and wins over its variable", () => {
  assert.equal(readConfig([], { PARLEY_PORT: "1000" }).port, 1000);
  assert.equal(readConfig(["--port", "2000"], { PARLEY_PORT: "1000" }).port, 2000);
  assert.equal(readConfig(["--port=3000", "--host=::1"], { PARLEY_PORT: "1000" }).port, 3000);
  assert.equal(readConfig(["--owner-password==a=b"], {}).ownerPassword, "=a=b");
});

test("an operator sets every setting by its variable", () => {
  const config = readConfig([], {
    PARLEY_HOST: "chat.example.com",
    PARLEY_DATA: "/var/lib/my parley",
    PARLEY_OWNER_EMAIL: "iago@example.com",
    PARLEY_ORGANIZATION_NAME: "The Venetian Navy",
    PARLEY_RATE_LIMIT: "off",
    PARLEY_METRICS_TOKEN: "of-at-least-twenty-characters",
    PARLEY_METRICS_PORT: "9992",
    PARLEY_ALLOWED_HOSTS: "Chat.lan, chat.example.com",
    PARLEY_TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8,fd00::/8",
    PARLEY_LOG_LEVEL: "silent",
    PARLEY_PUBLIC_URL: "https://chat.example.com/",
    PARLEY_POOL_SIZE: "25",
  });
  assert.equal(config.host, "chat.example.com");
  assert.equal(config.dataDir, "/var/lib/my parley");
  assert.equal(config.ownerEmail, "iago@example.com");
  assert.equal(config.organizationName, "The Venetian Navy");
  assert.equal(config.rateLimit, false);
  assert.deepEqual([config.metricsToken, config.metricsPort], ["of-at-least-twenty-characters", 9992]);
  assert.deepEqual(config.allowedHosts, ["chat.lan", "chat.example.com"]);
  assert.deepEqual(config.trustedProxies, ["127.0.0.1", "10.0.0.0/8", "fd00::/8"]);
  assert.equal(config.logLevel, "silent");
  assert.equal(config.publicUrl, "https://chat.example.com");
  assert.equal(config.poolSize, 25);
});

test("Parley's own database variable wins over the one that hosting services set", () => {
  const hosted = { DATABASE_URL: "postgres://hosted/db" };
  assert.equal(readConfig([], hosted).databaseUrl, "postgres://hosted/db");
  const several = "postgres://one:5432,two:5433/db";
  assert.equal(readConfig(["--database-url", several], {}).databaseUrl, several);
  const both = { ...hosted, PARLEY_DATABASE_URL: "postgresql://own/db" };
  assert.equal(readConfig([], both).databaseUrl, "postgresql://own/db");
  assert.equal(readConfig(["--database-url", "postgres://flag/db"], both).databaseUrl, "postgres://flag/db");
});

test("the error for a misspelt name suggests the nearest one", () => {
  assert.equal(refusal(["--prot", "1"]), "There is no flag --prot: did you mean --port?");
  assert.equal(
    refusal([], { PARLEY_RATELIMIT: "off" }),
    "There is no variable PARLEY_RATELIMIT: did you mean PARLEY_RATE_LIMIT?",
  );
  assert.equal(refusal(["--frobnicate=1"]), "There is no flag --frobnicate: parley help lists all of them.");
});

test("a NATS server is named by a URL, a cluster by several", () => {
  const natsUrl = "nats://a:4222,tls://user:password@b";
  assert.equal(readConfig(["--nats-url", natsUrl.replace(",", " , ")], {}).natsUrl, natsUrl);
  for (const bad of ["a:4222", "http://a", "nats://a,", "nats:"]) {
    assert.match(refusal([`--nats-url=${bad}`]), /^--nats-url must be a URL such as nats:/);
  }
});

test("variables that are not Parley's settings are left alone", () => {
  readConfig([], { PARLEY_TEST_CLUSTER: "{}", PARLEYVOUS: "oui", PORT: "1", PATH: "/bin" });
});

test("the error for a bad value says what is expected and what was read", () => {
  const cases: [flag: string, bad: string[]][] = [
    ["--port", ["http", "-1", "65536", "1e3", "80.5", " 80"]],
    ["--host", ["no such host", "-a", "http://localhost", "999.1.1.1", "a..b"]],
    ["--public-url", ["chat.example.com", "ftp://a", "https://a?b", "https://a/b"]],
    ["--rate-limit", ["false", "ON"]],
    ["--metrics-port", ["0", "http"]],
    ["--allowed-hosts", ["http://a", "a,", "a b", "a:80", "*", "999.1.1.1"]],
    [
      "--trusted-proxies",
      ["proxy", "10.0.0.0/33", "10.0.0.0/", "::1/129", "127.0.0.1,", "10.0.0.0/8/8", "fe80::1%eth0"],
    ],
    ["--log-level", ["verbose"]],
    ["--database-pooler", ["transaction"]],
    ["--owner-email", ["iago", "iago@", "Iago <iago@example.com>"]],
    ["--pool-size", ["2", "many"]],
  ];
  for (const [flag, texts] of cases) {
    for (const text of texts) {
      const message = refusal([`${flag}=${text}`]);
      assert.ok(message.startsWith(`${flag} must be `) && message.endsWith(`, not ${JSON.stringify(text)}.`), message);
    }
  }
  assert.equal(
    refusal([], { PARLEY_PORT: "x" }),
    'PARLEY_PORT must be a whole number from 0 to 65535, not "x".',
    "the source at fault is named",
  );
});

test("the error for a missing value says so", () => {
  assert.equal(refusal(["--port"]), "The flag --port needs a value.");
  assert.equal(refusal(["--port", "--host", "::1"]), "The flag --port needs a value.");
  assert.equal(refusal(["--host=::1", "--host", "::1"]), "The flag --host is given twice.");
  for (const { flag, variables } of allSettings) {
    assert.match(refusal([`${flag}=`]), new RegExp(`^${flag} is empty: `));
    for (const name of variables) assert.match(refusal([], { [name]: " " }), new RegExp(`^${name} is empty: `));
  }
});

test("a secret short enough to be found by trying is refused", () => {
  assert.match(refusal([], { PARLEY_SECRET: "nineteen characters" }), /^PARLEY_SECRET must be at least 20 characters/);
  for (const token of ["nineteen-characters", "twenty characters at least"]) {
    assert.equal(
      refusal([], { PARLEY_METRICS_TOKEN: token }),
      "PARLEY_METRICS_TOKEN must be at least 20 characters without spaces.",
    );
  }
  assert.equal(readConfig([], { PARLEY_SECRET: "the twenty characters" }).secret, "the twenty characters");
});

test("a refusal never shows a secret", () => {
  const secret = "hunter2";
  const refusals = [
    refusal(["--database-url", `mysql://root:${secret}@db/parley`]),
    refusal([], { DATABASE_URL: secret }),
    refusal(["--public-url", `postgres://root:${secret}@db/parley`]),
    refusal([`--owner-pasword=${secret}`]),
    refusal(["--owner-password", "correct", secret]),
    refusal(["--owner-password", "correct", `--owner-password=${secret}`]),
    refusal([], { PARLEY_OWNER_PASWORD: secret }),
    refusal([], { PARLEY_SECRET: secret }),
  ];
  for (const message of refusals) assert.ok(!message.includes(secret), message);
});

test("the help names every flag, its variables and its default", () => {
  const help = settingsHelp();
  for (const { flag, variables, fallback } of allSettings) {
    for (const part of [flag, ...variables, fallback ?? flag]) assert.ok(help.includes(part), part);
  }
  assert.ok(help.split("\n").every((line) => line.length <= 120));
});

test("the URL of a bucket has all parts of it, and a wrong one is refused without its secret", () => {
  const url = "s3://key:se%2Fcret@s3.example.com:9000/files/chat/one?region=eu-1&tls=off";
  assert.deepEqual(readConfig(["--files-url", url], {}).filesUrl, {
    origin: "http://s3.example.com:9000",
    bucket: "files",
    prefix: "chat/one/",
    region: "eu-1",
    accessKey: "key",
    secretKey: "se/cret",
  });
  const { filesUrl } = readConfig([], { PARLEY_FILES_URL: "s3://s3.example.com/files" });
  assert.deepEqual(
    [filesUrl?.origin, filesUrl?.prefix, filesUrl?.region, filesUrl?.accessKey],
    ["https://s3.example.com", "", "us-east-1", undefined],
  );
  for (const wrong of [
    "https://key:hunter22@host/files",
    "s3://key:hunter22@host",
    "s3://key:hunter22@host/files/../x y",
    "s3://key:hunter22@host/files?tls=maybe",
    "s3://key:hunter22@host/files?ssl=on",
    "s3://key:%hunter22@host/files",
  ]) {
    const message = refusal(["--files-url", wrong]);
    assert.match(message, /^--files-url must be a URL such as s3:/, wrong);
    assert.doesNotMatch(message, /hunter22/);
  }
});
