import type { Integration } from "../integration.ts";
import { lookupIn } from "./common/lookup.ts";
import { anomalous, type Payload } from "../payload.ts";
import { blocks, linkTo, plain, quote } from "../text.ts";

const eventOfStatus = lookupIn<string>({ 0: "down", 1: "up", 2: "pending", 3: "maintenance" });

const sentenceOf = lookupIn<readonly [emoji: string, words: string]>({
  down: [":alert:", "is down"],
  up: [":check_mark:", "is up again"],
  pending: [":warning:", "does not answer as it should, and is tried again"],
  maintenance: [":working_on_it:", "is under maintenance"],
});

export const uptimeKuma: Integration = {
  name: "uptime_kuma",
  title: "Uptime Kuma",
  about: "Monitors of Uptime Kuma that go down or come up again. The topic is the name of the monitor.",
  setup: [
    "In Uptime Kuma, open **Settings**, **Notifications**, **Setup Notification**, and choose the type **Webhook**.",
    "As the **Post URL**, enter `{url}`; as the request body, choose **Preset - application/json**.",
    "**Test** sends a message; then save, and turn the notification on for the monitors.",
  ],
  events: {
    down: "A monitor is down.",
    up: "A monitor is up again.",
    pending: "A monitor is tried again before it counts as down.",
    maintenance: "A maintenance has begun.",
    test: "The test message, and others without a monitor.",
  },
  eventOf(payload) {
    const status = payload.number("heartbeat.status");
    if (status === undefined) return "test";
    return eventOfStatus(String(status)) ?? String(status);
  },
  message(payload, event) {
    const monitor = payload.at("monitor");
    const name = monitor.text("name") || "Uptime Kuma";
    if (event === "test") return { topic: name, content: `:wave: ${plain(payload.needed("msg"), 500)}` };
    const [emoji, words] = sentenceOf(event) ?? ["", event];
    if (monitor.text("name") === "") throw anomalous("The payload has no monitor.name");
    const reason = payload.text("heartbeat.msg");
    return {
      topic: name,
      content: blocks(`${emoji} ${linkTo(name, addressOf(monitor))} ${words}.`, quote(reason, 500)),
    };
  },
};

/** The form of a new monitor has `https://` in this field, whatever its type. */
const addressOf = (monitor: Payload): string => {
  const url = monitor.text("url");
  return url === "https://" || url === "http://" ? "" : url;
};
