import type { Command } from "../command.ts";

interface RealmStats {
  readonly subdomain: string;
  readonly name: string;
  readonly users: number;
  readonly channels: number;
  readonly messages: number;
  readonly queues: number;
  readonly position: number;
}

export const stats: Command = {
  name: "stats",
  usage: "",
  about: "Shows how much each organization holds.",
  words: [],
  flags: [],
  records: [],
  async run({ site, say }) {
    const rows = await site.db.reads<RealmStats[]>`
      select r.subdomain, r.name,
             (select count(*) from account where realm_id = r.id) as users,
             (select count(*) from channel where realm_id = r.id) as channels,
             (select count(*) from message where realm_id = r.id) as messages,
             (select count(*) from event_queue where realm_id = r.id) as queues,
             h.position
      from realm r join realm_head h on h.realm_id = r.id order by r.id`;
    for (const row of rows) {
      say(`${row.name}${row.subdomain === "" ? "" : ` (${row.subdomain})`}`);
      say(
        `  users ${row.users}, channels ${row.channels}, messages ${row.messages}, queues ${row.queues}, log ${row.position}`,
      );
    }
  },
};
