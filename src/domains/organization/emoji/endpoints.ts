import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { optional, text } from "#api/parameters/params.ts";
import { freeName, removableEmoji } from "./access.ts";
import { addEmoji, removeEmoji } from "./actions.ts";
import { checkedEmojiName } from "./name.ts";
import { emojiPicture } from "./picture.ts";
import { EmojiMapSchema, presentEmoji } from "./present.ts";

const emojiName = text("The emoji's name, without colons.", { max: 200 });

export const getEmoji = endpoint({
  id: "get-custom-emoji",
  method: "GET",
  path: "/realm/emoji",
  summary: "The organization's own emoji, with those taken out of use.",
  auth: "user",
  scope: "organization:read",
  params: {},
  result: { emoji: EmojiMapSchema },
  errors: [],
  run: ({ realm }) => ({ emoji: presentEmoji(realm.model) }),
});

export const postEmoji = endpoint({
  id: "upload-custom-emoji",
  method: "POST",
  path: "/realm/emoji/{emoji_name}",
  summary: "Adds an emoji of the organization's own.",
  auth: "human_member",
  scope: "organization:write",
  audits: ["emoji.created"],
  params: { emoji_name: emojiName, filename: optional(text("The file's name, which nothing needs.", { max: 1000 })) },
  file: "The picture: PNG, JPEG, GIF or WebP, at most 5 MiB; it is drawn 64 pixels wide and high.",
  result: {},
  errors: ["BAD_REQUEST", "BAD_IMAGE"],
  emits: ["realm_emoji/update", "realm_emoji/add"],
  async run({ realm, actor, params, files }) {
    const name = checkedEmojiName(params.emoji_name);
    freeName(realm.model, actor, name);
    const [file, ...others] = files;
    if (file === undefined || others.length > 0) throw badRequest("You must upload exactly one file.");
    const picture = await emojiPicture(file.data);
    await realm.write(actor, (tx, present) => addEmoji(tx, present, freeName(tx.model, present, name), picture));
    return {};
  },
});

export const deleteEmoji = endpoint({
  id: "deactivate-custom-emoji",
  method: "DELETE",
  path: "/realm/emoji/{emoji_name}",
  summary: "Takes an emoji of the organization's own out of use.",
  auth: "human_member",
  scope: "organization:write",
  audits: ["emoji.deactivated"],
  params: { emoji_name: emojiName },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["realm_emoji/update", "realm_emoji/update_one"],
  async run({ realm, actor, params }) {
    await realm.write(actor, (tx, present) => removeEmoji(tx, removableEmoji(tx.model, present, params.emoji_name)));
    return {};
  },
});

export const emojiEndpoints = [getEmoji, postEmoji, deleteEmoji] as const;
