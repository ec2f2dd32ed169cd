import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { badRequest } from "#platform/errors.ts";
import { integer, optional, text, withSlashes } from "#api/parameters/params.ts";
import { unixSeconds } from "#platform/clock.ts";
import { ownUpload, ownUploads, readableUpload } from "./access.ts";
import { removeUpload } from "./actions.ts";
import { UPLOADS_PATH } from "./name.ts";
import { AttachmentSchema, presentUpload } from "./present.ts";
import { discardContent, receiveUpload } from "./receive.ts";
import { temporaryPath } from "./serving/temporary.ts";

const postUpload = endpoint({
  id: "upload-file",
  method: "POST",
  path: "/user_uploads",
  summary: "Uploads a file, for messages to link to.",
  auth: "user",
  scope: "files:write",
  audits: "personal",
  params: { filename: optional(text("Nothing: the name is the file's own.", { max: 1000 })) },
  file: "The file, in a field of any name; register tells how large it may be.",
  streamsFile: true,
  result: { url: Type.String(), uri: Type.String(), filename: Type.String() },
  errors: ["BAD_REQUEST", "REALM_UPLOAD_QUOTA"],
  emits: ["attachment/add"],
  async run({ site, realm, actor, incoming }) {
    if (incoming === undefined) throw badRequest("You must specify a file to upload");
    const { path, name: filename } = await receiveUpload(realm, actor, incoming, site.config);
    const url = `${UPLOADS_PATH}/${path}`;
    return { url, uri: url, filename };
  },
});

const getUploadUrl = endpoint({
  id: "get-file-temporary-url",
  method: "GET",
  path: "/user_uploads/{realm_id_str}/{filename}",
  summary: "An address of a file that works for a minute, for programs that cannot say who they are.",
  auth: "user",
  scope: "files:read",
  params: {
    realm_id_str: integer("The organization, as in the file's address.", { min: 0 }),
    filename: withSlashes(text("The rest of the file's address.", { max: 1000 })),
  },
  result: { url: Type.String() },
  errors: ["BAD_REQUEST"],
  async run({ site, realm, actor, params }) {
    const upload = await readableUpload(realm, actor, `${params.realm_id_str}/${params.filename}`);
    return { url: temporaryPath(site.keys, realm.id, actor, upload, unixSeconds(new Date(site.clock.now()))) };
  },
});

const getAttachments = endpoint({
  id: "get-attachments",
  method: "GET",
  path: "/attachments",
  summary: "The caller's files, with the messages that share them.",
  auth: "user",
  scope: "files:read",
  params: {},
  result: { attachments: Type.Array(AttachmentSchema), upload_space_used: Type.Integer() },
  errors: [],
  async run({ realm, actor }) {
    const { shared, used } = await ownUploads(realm, actor);
    return {
      attachments: shared.map(([upload, messages]) => presentUpload(upload, messages)),
      upload_space_used: used,
    };
  },
});

const deleteAttachment = endpoint({
  id: "remove-attachment",
  method: "DELETE",
  path: "/attachments/{attachment_id}",
  summary: "Removes a file of the caller's. The messages that link to it stay as they are.",
  auth: "user",
  scope: "files:write",
  audits: "personal",
  params: { attachment_id: integer("The file.", { min: 0 }) },
  result: {},
  errors: ["BAD_REQUEST"],
  emits: ["attachment/remove"],
  async run({ realm, actor, params }) {
    const file = await realm.write(actor, async (tx, owner) => {
      const upload = await ownUpload(tx, owner, params.attachment_id);
      await removeUpload(tx, upload);
      return upload.file;
    });
    await discardContent(realm, file);
    return {};
  },
});

export const uploadEndpoints = [postUpload, getUploadUrl, getAttachments, deleteAttachment] as const;
