import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Channel, User } from "#engine/model/records.ts";
import { channelRecord, userRecord } from "#engine/model/lookup/record-lookup.ts";
import type { MessageRow } from "#domains/conversations/queries.ts";
import { type MessageView, presentMessage } from "#domains/conversations/present.ts";
import type { Upload } from "#domains/files/queries.ts";
import { presentUpload } from "#domains/files/present.ts";
import { presentChannel, presentSubscribers, presentWithSubscribers } from "#domains/records/channels/present.ts";
import { presentUser, type UserView } from "#domains/records/users/present.ts";

interface Views {
  readonly ofUsers: UserView;
  readonly ofMessages: MessageView;
}

/** Nobody is shown what was only found: a private channel, a hidden person, a message or file of others. */
export function showsRecords({ model }: RealmRuntime, id: number, message: MessageRow, upload: Upload, views: Views) {
  const channel = channelRecord(model, id) as Channel;
  // forbidden: TS2345
  presentChannel(model, channel);
  // forbidden: TS2345
  presentSubscribers(model, channel, "true");
  // forbidden: TS2345
  presentWithSubscribers(model, channel, "true");
  // forbidden: TS2345
  presentUser(model, userRecord(model, id) as User, views.ofUsers);
  // forbidden: TS2345
  presentMessage(model, message, views.ofMessages);
  // forbidden: TS2345
  presentUpload(upload, []);
}
