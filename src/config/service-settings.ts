import { bucketUrl } from "./bucket-url.ts";
import { email, host, oneOfWords, serverUrl, smtpUrl, anyText, wholeNumber } from "./kinds.ts";
import type { SettingsOf } from "./setting.ts";

/** Mail that goes out, and mail that comes in. */
export const mailSettings: SettingsOf<
  "smtpUrl" | "mailFrom" | "mailInPort" | "mailInHost" | "mailInDomain" | "mailInProtocol"
> = {
  smtpUrl: {
    flag: "--smtp-url",
    variables: ["PARLEY_SMTP_URL"],
    kind: smtpUrl,
    help: "The mail server, such as smtp://user:password@host:587; without it no mail is sent.",
    isCommon: true,
    secret: true,
  },
  mailFrom: {
    flag: "--mail-from",
    variables: ["PARLEY_MAIL_FROM"],
    kind: email,
    fallback: "noreply@localhost",
    help: "The address that mail comes from.",
    isCommon: true,
  },
  mailInPort: {
    flag: "--mail-in-port",
    variables: ["PARLEY_MAIL_IN_PORT"],
    kind: wholeNumber(1, 65_535),
    help: "The port that takes mail to channels and replies to notifications, for your mail server; none without it.",
  },
  mailInHost: {
    flag: "--mail-in-host",
    variables: ["PARLEY_MAIL_IN_HOST"],
    kind: host,
    fallback: "127.0.0.1",
    help: "The address to listen on for mail.",
  },
  mailInDomain: {
    flag: "--mail-in-domain",
    variables: ["PARLEY_MAIL_IN_DOMAIN"],
    kind: host,
    help: "The domain of the addresses of channels and replies; by default the host of --public-url.",
  },
  mailInProtocol: {
    flag: "--mail-in-protocol",
    variables: ["PARLEY_MAIL_IN_PROTOCOL"],
    kind: oneOfWords("smtp", "lmtp"),
    fallback: "smtp",
    help: "The protocol that your mail server speaks to that port.",
  },
};

/** Uploaded files. */
export const fileSettings: SettingsOf<
  "maxFileMib" | "uploadQuotaMib" | "filesUrl" | "filesAccessKey" | "filesSecretKey" | "newFiles"
> = {
  maxFileMib: {
    flag: "--max-file-mib",
    variables: ["PARLEY_MAX_FILE_MIB"],
    kind: wholeNumber(1, 10_000),
    fallback: "100",
    help: "How large an uploaded file may be, in MiB.",
    isCommon: true,
  },
  uploadQuotaMib: {
    flag: "--upload-quota-mib",
    variables: ["PARLEY_UPLOAD_QUOTA_MIB"],
    kind: wholeNumber(0, 1_000_000_000),
    help: "How much all uploaded files of an organization may take, in MiB; without it there is no limit.",
  },
  filesUrl: {
    flag: "--files-url",
    variables: ["PARLEY_FILES_URL"],
    kind: bucketUrl,
    help: "A bucket for uploaded files, such as s3://key:secret@host/bucket; without it they are in the database.",
    secret: true,
  },
  filesAccessKey: {
    flag: "--files-access-key",
    variables: ["PARLEY_FILES_ACCESS_KEY"],
    kind: anyText,
    help: "The access key of that bucket, if it is not in the URL.",
  },
  filesSecretKey: {
    flag: "--files-secret-key",
    variables: ["PARLEY_FILES_SECRET_KEY"],
    kind: anyText,
    help: "The secret key of that bucket, if it is not in the URL (better as a variable).",
    secret: true,
  },
  newFiles: {
    flag: "--new-files",
    variables: ["PARLEY_NEW_FILES"],
    kind: oneOfWords("bucket", "database"),
    fallback: "bucket",
    help: "With --files-url: where new files go, and where parley move-files moves the others.",
  },
};

/** Video calls. */
export const callSettings: SettingsOf<
  | "jitsiServerUrl"
  | "bigBlueButtonUrl"
  | "bigBlueButtonSecret"
  | "zoomClientId"
  | "zoomClientSecret"
  | "zoomUrl"
  | "zoomApiUrl"
> = {
  jitsiServerUrl: {
    flag: "--jitsi-server-url",
    variables: ["PARLEY_JITSI_SERVER_URL"],
    kind: serverUrl,
    fallback: "https://meet.jit.si",
    help: "The Jitsi server for the calls of organizations that have chosen none.",
  },
  bigBlueButtonUrl: {
    flag: "--bigbluebutton-url",
    variables: ["PARLEY_BIGBLUEBUTTON_URL"],
    kind: serverUrl,
    help: "The BigBlueButton server for video calls, such as https://calls.example.com.",
  },
  bigBlueButtonSecret: {
    flag: "--bigbluebutton-secret",
    variables: ["PARLEY_BIGBLUEBUTTON_SECRET"],
    kind: anyText,
    help: "The shared secret of that server (better as a variable).",
    secret: true,
  },
  zoomClientId: {
    flag: "--zoom-client-id",
    variables: ["PARLEY_ZOOM_CLIENT_ID"],
    kind: anyText,
    help: "The client ID of an OAuth app at Zoom, for video calls in people's own Zoom accounts.",
  },
  zoomClientSecret: {
    flag: "--zoom-client-secret",
    variables: ["PARLEY_ZOOM_CLIENT_SECRET"],
    kind: anyText,
    help: "The client secret of that app (better as a variable).",
    secret: true,
  },
  zoomUrl: {
    flag: "--zoom-url",
    variables: ["PARLEY_ZOOM_URL"],
    kind: serverUrl,
    fallback: "https://zoom.us",
    help: "Where people log in to Zoom; https://zoomgov.com for accounts there.",
  },
  zoomApiUrl: {
    flag: "--zoom-api-url",
    variables: ["PARLEY_ZOOM_API_URL"],
    kind: serverUrl,
    fallback: "https://api.zoom.us",
    help: "Zoom's API; https://api.zoomgov.com for accounts there.",
  },
};
