import { setDefault } from "#domains/channels/defaults/actions.ts";
import { createDefaultGroup, deleteDefaultGroup } from "#domains/channels/defaults/groups/actions.ts";
import { createFolder, reorderFolders, updateFolder } from "#domains/channels/folders/actions.ts";
import { archiveChannel } from "#domains/channels/actions/archive-channel.ts";
import { enroll } from "#domains/channels/subscriptions/actions/enroll.ts";
import { type Post, postToChannel, postToPeople } from "#domains/conversations/send/post/actions/post.ts";
import {
  addLinkifier,
  changeLinkifier,
  orderLinkifiers,
  removeLinkifier,
  addPlayground,
  removePlayground,
} from "#domains/organization/linkifiers/actions.ts";
import { createField, orderFields, removeField, updateField, changeProfile } from "#domains/people/profiles/actions.ts";
import { setGrant } from "#domains/records/users/actions.ts";
import { regenerateKey } from "#domains/people/accounts/actions.ts";
import { addDomain, changeDomain, removeDomain } from "#domains/organization/settings/actions/change-domains.ts";
import { updateNewcomerSettings } from "#domains/organization/settings/actions/update-newcomer-settings.ts";
import { createUser } from "#domains/people/lifecycle/actions/create-user.ts";
import { deactivateUser } from "#domains/people/lifecycle/actions/deactivate-user.ts";
import { clearAvatar } from "#domains/people/lifecycle/actions/set-avatar.ts";
import { channelRecord } from "#engine/model/lookup/record-lookup.ts";
import type {
  Channel,
  ChannelFolder,
  DefaultChannelGroup,
  Linkifier,
  Playground,
  ProfileField,
  User,
} from "#engine/model/records.ts";
import type { Tx } from "#engine/writer/tx.ts";

interface Found {
  readonly user: User;
  readonly channel: Channel;
  readonly folder: ChannelFolder;
  readonly group: DefaultChannelGroup;
  readonly linkifier: Linkifier;
  readonly playground: Playground;
  readonly field: ProfileField;
}

/** Actions take what access.ts has let through, never a record that was only found. */
export async function actsOnRecords(tx: Tx, post: Post, found: Found): Promise<void> {
  const { user, channel, folder, group, linkifier, playground, field } = found;
  // forbidden: TS2345
  await postToChannel(tx, user, channel, "topic", post);
  // forbidden: TS2345
  await archiveChannel(tx, user, channelRecord(tx.model, channel.id) ?? channel);
  // forbidden: TS2322
  await enroll(tx, { channels: [channel], users: [] });
  // forbidden: TS2322
  await enroll(tx, { channels: [], users: [user] });
  // forbidden: TS2322
  postToPeople(tx, user, [user], post);
  // forbidden: TS2345
  await regenerateKey(tx, user);
  // forbidden: TS2345
  await setGrant(tx, user, "can_create_users", true);
  // forbidden: TS2345
  await addLinkifier(tx, user, linkifier);
  // forbidden: TS2345
  await changeLinkifier(tx, linkifier, linkifier);
  // forbidden: TS2345
  await removeLinkifier(tx, linkifier);
  // forbidden: TS2345
  await orderLinkifiers(tx, user, []);
  // forbidden: TS2345
  await addPlayground(tx, user, playground);
  // forbidden: TS2345
  await removePlayground(tx, playground);
  // forbidden: TS2345
  await createField(tx, user, 1, {});
  // forbidden: TS2345
  await updateField(tx, field, {});
  // forbidden: TS2345
  await removeField(tx, field);
  // forbidden: TS2345
  await orderFields(tx, user, []);
  // forbidden: TS2345
  await createUser(tx, { email: "a@example.com", fullName: "A", role: 100, passwordHash: "" });
  // forbidden: TS2345
  await deactivateUser(tx, user);
  // forbidden: TS2345
  await clearAvatar(tx, user);
  // forbidden: TS2345
  await changeProfile(tx, user, user, []);
  // forbidden: TS2345
  await addDomain(tx, { domain: "example.com", allow_subdomains: true });
  // forbidden: TS2345
  await changeDomain(tx, { domain: "example.com", allow_subdomains: true }, false);
  // forbidden: TS2345
  await removeDomain(tx, { domain: "example.com", allow_subdomains: true });
  // forbidden: TS2345
  await updateNewcomerSettings(tx, user, {});
  // forbidden: TS2345
  await createFolder(tx, user, { name: "folder", description: "" });
  // forbidden: TS2345
  await updateFolder(tx, user, folder, { isArchived: true });
  // forbidden: TS2345
  await reorderFolders(tx, user, []);
  // forbidden: TS2345
  await setDefault(tx, channel, true);
  // forbidden: TS2345
  await createDefaultGroup(tx, user, { name: "group", description: "" }, []);
  // forbidden: TS2345
  await deleteDefaultGroup(tx, group);
}
