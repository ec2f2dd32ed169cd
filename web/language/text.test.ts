import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { fromServer, loadLanguage } from "./text.ts";

suite("sentences of the server", () => {
  const translation = {
    "refusal\u0004Wrong password!": "Das Passwort ist falsch!",
    "refusal\u0004Channel '{channel}' is already in '{group}'": "„{group}“ hat „{channel}“ schon",
    "refusal\u0004Too long (limit: {limit}).": "Zu lang (höchstens {limit}).",
    "No such text": "Kein solcher Text",
    "{count} messages": { one: "eine Nachricht", other: "{count} Nachrichten" },
  };
  let language = "de";
  let texts: object = translation;
  const browser = {
    localStorage: { getItem: () => language },
    document: {
      documentElement: {},
      querySelector: () => ({
        content: `data:application/json,${encodeURIComponent(JSON.stringify(texts))}`,
        dataset: {},
        setAttribute: () => undefined,
      }),
    },
  };
  before(async () => {
    for (const [name, value] of Object.entries(browser))
      Object.defineProperty(globalThis, name, { value, configurable: true });
    await loadLanguage();
  });
  after(async () => {
    // Other files of this process are in English.
    [language, texts] = ["en", {}];
    await loadLanguage();
    for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name);
  });

  test("are translated, with what varies in them, and stay as they are otherwise", () => {
    const expected = {
      "Wrong password!": "Das Passwort ist falsch!",
      "Channel 'a' is already in 'b'": "„b“ hat „a“ schon",
      "Channel '$& {group}' is already in ''": "„“ hat „$& {group}“ schon",
      "No such text": "No such text",
      "Too long (limit: 60).": "Zu lang (höchstens 60).",
      "Too long (limit: 60). Really": "Too long (limit: 60). Really",
      "Wrong password! Twice": "Wrong password! Twice",
      "Too long (limit:": "Too long (limit:",
      "": "",
    };
    for (const [sentence, translated] of Object.entries(expected)) assert.equal(fromServer(sentence), translated);
  });
});
