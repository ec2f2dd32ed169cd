import type { Connection } from "../db/database.ts";
import { TRAITS } from "../posting/message.ts";

/** Notes on a message that it has submessages. */
export async function noteSubmessages(sql: Connection, realmId: number, messageId: number): Promise<void> {
  await sql`
    update message set traits = traits | ${TRAITS.hasSubmessage}::int2 where realm_id = ${realmId} and id = ${messageId}`;
}
