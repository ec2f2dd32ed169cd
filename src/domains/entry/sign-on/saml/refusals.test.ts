import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { startTestServer, type TestServer } from "../../../../../test/harness/server.ts";
import { begin, type Begun, sessionOf, signOnFlags } from "../test-support.ts";
import {
  askedOf,
  assertionXml,
  bring,
  type ForgedSaml,
  goodResponse,
  goOn,
  LOGIN,
  responseXml,
  samlBy,
  samlSignOn,
  signed,
  signingKey,
} from "./test-support.ts";

const SHA1 = {
  algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
  digest: "http://www.w3.org/2000/09/xmldsig#sha1",
};
const TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const EMAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

suite("logins by SAML that are refused", () => {
  let server: TestServer;
  const [own, other] = [signingKey(), signingKey()];
  const { key } = own;
  before(async () => {
    server = await startTestServer({
      flags: signOnFlags([samlBy(own.certificate), samlBy(own.certificate, {}, "second")]),
    });
  });
  const hamlet = (more: ForgedSaml = {}): ForgedSaml => ({
    nameId: "s-hamlet",
    attributes: { email: server.cast.hamlet.email },
    ...more,
  });
  const evil: ForgedSaml = { nameId: "s-evil", attributes: { email: "desdemona@elsinore.example" } };
  const good = (begun: Begun, more: ForgedSaml = {}) => goodResponse(begun, key, hamlet(more));

  /** People are told that something is wrong, with a number by which the log tells what. */
  async function refuses(
    name: string,
    reason: RegExp,
    make: (begun: Begun) => string,
    by: RegExp = /Corp could not show who you are/,
  ) {
    const answer = await samlSignOn(server, make);
    assert.deepEqual([answer.status, sessionOf(answer)], [400, undefined], name);
    assert.match(answer.text, by, name);
    const [, id = "none"] = /Number of this request: ([\w-]+)/.exec(answer.text) ?? [];
    const logged = server
      .output()
      .split("\n")
      .filter((line) => line.includes(id) && line.includes("provider refused"));
    assert.match(logged.join(), reason, name);
  }
  const letsIn = async () => assert.ok(sessionOf(await samlSignOn(server, good)));

  test("one that the provider has not signed, or not with an algorithm of today, lets nobody in; the good one does", async () => {
    const by = (sign: (assertion: string) => string) => (begun: Begun) =>
      responseXml(begun, sign(assertionXml(begun, hamlet())));
    await refuses(
      "unsigned",
      /Invalid signature/,
      by((assertion) => assertion),
    );
    await refuses(
      "another signer",
      /Invalid signature/,
      by((assertion) => signed(assertion, other.key)),
    );
    await refuses(
      "SHA-1",
      /rsa-sha1 is not accepted/,
      by((assertion) => signed(assertion, key, SHA1)),
    );
    await refuses(
      "SHA-1 as digest alone",
      /#sha1 is not accepted/,
      by((assertion) => signed(assertion, key, { digest: SHA1.digest })),
    );
    await refuses("only the response signed", /Invalid signature/, (begun) =>
      signed(responseXml(begun, assertionXml(begun, hamlet())), key, { of: "Response" }),
    );
    await refuses("changed after it was signed", /Invalid signature/, (begun) =>
      good(begun).replace("s-hamlet", "s-othello"),
    );
    await letsIn();
    const both = await samlSignOn(server, (begun) => signed(good(begun), key, { of: "Response" }));
    assert.ok(sessionOf(both), "the response may be signed, too");
  });

  test("one that is wrapped around another, or has a comment where it matters, lets nobody in", async () => {
    const parts = (begun: Begun) => ({
      signedOne: signed(assertionXml(begun, hamlet({ id: "_own" })), key),
      evilOne: assertionXml(begun, { ...evil, id: "_evil" }),
    });
    const wraps: [name: string, reason: RegExp, make: (signedOne: string, evilOne: string) => string][] = [
      ["before", /not one assertion in its place/, (signedOne, evilOne) => evilOne + signedOne],
      ["after", /not one assertion in its place/, (signedOne, evilOne) => signedOne + evilOne],
      [
        "in Extensions",
        /not one assertion in its place/,
        (signedOne, evilOne) => `<samlp:Extensions>${signedOne}</samlp:Extensions>${evilOne}`,
      ],
      [
        "in Advice",
        /not one assertion in its place/,
        (signedOne, evilOne) =>
          evilOne.replace("<saml:Conditions", `<saml:Advice>${signedOne}</saml:Advice><saml:Conditions`),
      ],
      [
        "in Object",
        /a signature has content of its own/,
        (signedOne, evilOne) => {
          const [signature = ""] = /<Signature.*<\/Signature>/s.exec(signedOne) ?? [];
          const within = signature.replace(
            "</Signature>",
            `<Object>${signedOne.replace(signature, "")}</Object></Signature>`,
          );
          return evilOne.replace("</saml:Issuer>", `</saml:Issuer>${within}`);
        },
      ],
      [
        "with the same ID",
        /two elements have one ID/,
        (signedOne, evilOne) => evilOne.replace("_evil", "_own") + signedOne,
      ],
      [
        "in place of it, by the signature alone",
        /Invalid signature/,
        (signedOne, evilOne) => {
          const [signature = ""] = /<Signature.*<\/Signature>/s.exec(signedOne) ?? [];
          return evilOne.replace("_evil", "_own").replace("</saml:Issuer>", `</saml:Issuer>${signature}`);
        },
      ],
    ];
    for (const [name, reason, make] of wraps)
      await refuses(name, reason, (begun) => {
        const { signedOne, evilOne } = parts(begun);
        return responseXml(begun, make(signedOne, evilOne));
      });
    await refuses("a digest in a comment", /a comment/, (begun) =>
      good(begun).replace(/<DigestValue>([^<]*)</, "<DigestValue><!--$1-->AAAA<"),
    );
    await refuses("a comment in the NameID", /a comment/, (begun) =>
      goodResponse(begun, key, hamlet({ nameId: "s-hamlet.evil" })).replace("s-hamlet.evil", "s-hamlet<!---->.evil"),
    );
    await refuses("a DOCTYPE", /a declaration/, (begun) => `<!DOCTYPE x [<!ENTITY e "s-hamlet">]>${good(begun)}`);
    await refuses("an instruction", /what is no element/, (begun) =>
      good(begun).replace("</saml:Issuer>", "</saml:Issuer><?x y?>"),
    );
    await refuses("two NameIDs", /not one NameID/, (begun) => {
      const twice = assertionXml(begun, hamlet()).replace(
        "</saml:NameID>",
        "</saml:NameID><saml:NameID>x</saml:NameID>",
      );
      return responseXml(begun, signed(twice, key));
    });
    await letsIn();
  });

  test("one that is for others, of others, or not of now lets nobody in", async () => {
    const wrongs: Record<string, [reason: RegExp, forged: ForgedSaml]> = {
      audience: [/audience mismatch/, { audience: "https://somebody.example" }],
      recipient: [/for somebody else/, { recipient: "https://somebody.example/acs" }],
      destination: [/for another address/, { destination: "https://somebody.example/acs" }],
      issuer: [/another issuer/, { issuer: "https://somebody.example" }],
      expired: [/No valid subject confirmation/, { from: -900, to: -600 }],
      early: [/not yet valid/, { from: 600, to: 900 }],
      "InResponseTo of nothing": [/InResponseTo is not valid/, { inResponseTo: "_0000" }],
      "session over": [/session at the provider is over/, { sessionEnds: -5 }],
      "transient NameID": [/not persistent/, { format: TRANSIENT }],
      "address as NameID": [/not persistent/, { format: EMAIL }],
      "empty NameID": [/is empty/, { nameId: "" }],
    };
    for (const [name, [reason, wrong]] of Object.entries(wrongs))
      await refuses(name, reason, (begun) => good(begun, wrong));
    await refuses("about another request within", /InResponseTo does not match/, (begun) => {
      const assertion = signed(assertionXml(begun, hamlet({ inResponseTo: "_0000" })), key);
      return responseXml(begun, assertion);
    });
    await refuses("without an end", /NotOnOrAfter/, (begun) => {
      const endless = assertionXml(begun, hamlet()).replace(/ NotOnOrAfter="[^"]*"(?= Recipient)/, "");
      return responseXml(begun, signed(endless, key));
    });
    const declined = (begun: Begun) => responseXml(begun, "").replace("status:Success", "status:Responder");
    await refuses("an error", /status:Responder/, declined, /Corp has not let you in/);
    await letsIn();
  });

  test("one counts once, in the browser that has asked for it, even if it comes twice at a time", async () => {
    const begun = await begin(server, LOGIN);
    const xml = good(begun);
    const both = await Promise.all([bring(server, begun, xml), bring(server, begun, xml)]);
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([303, 400]));
    const first = both.find(({ status }) => status === 303);
    assert.ok(first !== undefined);
    const stranger = await begin(server, LOGIN);
    assert.match((await goOn(server, stranger, first)).text, /begun in another browser/);
    assert.match((await goOn(server, begun, first)).text, /used already/, "whoever asks uses it up");
    assert.match((await bring(server, begun, xml)).text, /took too long, or was used already/);
    const again = await begin(server, LOGIN);
    const another = good(again, { id: "_same" });
    const answer = await bring(server, again, another);
    assert.ok(sessionOf(await goOn(server, again, answer)));
    assert.match((await goOn(server, again, answer)).text, /used already/);
    await refuses("the same assertion by another response", /used before/, (next) => good(next, { id: "_same" }));
    const [mine, theirs] = [
      await begin(server, "/accounts/login/social/saml/corp"),
      await begin(server, "/accounts/login/social/saml/corp"),
    ];
    const crossed = await bring(server, mine, good(mine), askedOf(theirs).state);
    assert.match(crossed.text, /could not show who you are/, "another's InResponseTo");
    const second = await begin(server, "/accounts/login/social/saml/second");
    const elsewhere = await bring(server, begun, good(second), askedOf(second).state);
    assert.match(elsewhere.text, /used already/, "the state of another provider");
    await letsIn();
  });

  test("one that nobody has asked for begins a login here instead", async () => {
    const begun = await begin(server, LOGIN);
    const unasked = good(begun).replace(/ InResponseTo="[^"]*"/g, "");
    const answer = await bring(server, begun, unasked, "https://chat.example.com/somewhere");
    assert.deepEqual(
      [answer.status, answer.headers.get("location"), answer.headers.get("set-cookie")],
      [303, LOGIN, null],
    );
    assert.match((await bring(server, begun, "no XML", "x")).text, /used already/);
    assert.equal((await bring(server, begun, "x".repeat(400_000), "x")).status, 413);
  });
});
