import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "#config/config.ts";
import { presentAuditEvent } from "#domains/organization/audit/present.ts";
import { readNewAuditEvents } from "#domains/organization/audit/queries.ts";
import type { Command } from "../command.ts";

const AT_ONCE = 1000;
const LOOK_EVERY_MS = 1000;

export const audit: Command = {
  name: "audit",
  usage: "[--since TIME] [--follow] [--organization SUBDOMAIN]",
  about: "Prints the audit log as lines of JSON, the oldest first: from a time on, and with --follow what comes, too.",
  words: [],
  flags: ["--since", "--organization"],
  switches: ["--follow"],
  records: [],
  async run({ site, flags, realm, say }) {
    const since = Date.parse(flags.get("--since") ?? "1970-01-01");
    if (Number.isNaN(since)) throw new ConfigError("--since must be a time such as 2026-11-19T05:20:00Z.");
    const { id } = await realm();
    let after = -1;
    for (;;) {
      const events = await readNewAuditEvents(site.db.reads, id, { since: since / 1000, after, limit: AT_ONCE });
      for (const event of events) say(JSON.stringify(presentAuditEvent(event)));
      after = events.at(-1)?.id ?? after;
      if (events.length === AT_ONCE) continue;
      if (!flags.has("--follow")) return;
      await sleep(LOOK_EVERY_MS);
    }
  },
};
