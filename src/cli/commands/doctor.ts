import { type Config, ConfigError } from "#config/config.ts";
import { connectPool } from "#engine/db/database.ts";
import { systemClock } from "#platform/clock.ts";
import type { BareInput, Command } from "../command.ts";
import { examineDatabase } from "../doctor/database.ts";
import { examined, type Finding } from "../doctor/finding.ts";
import { examineDisk, examineMail, examineProxy, examineSignOn, examineUrl } from "../doctor/surroundings.ts";
import { explain } from "../explain.ts";
import { openBare } from "../installation/installation.ts";

export const doctor: Command = {
  name: "doctor",
  usage: "",
  about: "Examines database, disk, clocks, mail, URL, proxy, files, backups and ways to log in, and says what to do.",
  words: [],
  flags: [],
  records: [],
  async runBare({ config, say, progress }) {
    const findings: Finding[] = [];
    const examine = async (part: Promise<readonly Finding[]>) => {
      for (const finding of await part) {
        findings.push(finding);
        say(`${finding.state.padEnd(6)} ${finding.sentence}`);
      }
    };
    await examine(
      examined(
        () => inDatabase(config, progress),
        (reason) => `The database cannot be examined: ${reason}`,
      ),
    );
    await examine(
      examined(
        () => examineDisk(config),
        (reason) => `The disk cannot be examined: ${reason}.`,
      ),
    );
    await examine(
      examined(
        () => examineMail(config),
        (reason) => `The mail server refuses (${reason}): look at --smtp-url.`,
      ),
    );
    const { publicUrl } = config;
    await examine(
      examined(
        () => examineUrl(config),
        (reason) => `${publicUrl} cannot be reached: ${reason} Look at the proxy and the DNS.`,
      ),
    );
    await examine(examined(async () => examineProxy(config), String));
    await examine(examined(() => examineSignOn(config), String));
    const faults = findings.filter(({ state }) => state === "wrong").length;
    if (faults > 0) throw new ConfigError(faults === 1 ? "One thing is wrong." : `${faults} things are wrong.`);
    say("Nothing is wrong.");
  },
};

async function inDatabase(config: Config, progress: BareInput["progress"]): Promise<readonly Finding[]> {
  try {
    const { address, close } = await openBare(config, progress, false);
    const sql = connectPool(address, { max: 1, name: "parley doctor" });
    try {
      return await examineDatabase(config, sql, systemClock);
    } finally {
      await sql.end({ timeout: 3 });
      await close();
    }
  } catch (error) {
    throw new ConfigError(explain(error));
  }
}
