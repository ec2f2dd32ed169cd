import { Type } from "#platform/schema/type.ts";
import { modelSection } from "#engine/runtime/snapshot.ts";
import { managedBots } from "./access.ts";
import { BotSchema, presentBot } from "#domains/records/users/bots/present.ts";

export const botSections = [
  modelSection({
    scope: "bots:manage",
    wants: ["realm_bot"],
    fields: { realm_bots: Type.Array(BotSchema) },
    present: (model, { user, site, showsKeys }) => ({
      realm_bots: managedBots(model, user).map((bot) => presentBot(model, showsKeys ? site.keys : undefined, bot)),
    }),
  }),
];
