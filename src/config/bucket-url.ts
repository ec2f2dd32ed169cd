import type { SettingKind } from "./kinds.ts";

/** A bucket of a server that speaks the protocol of Amazon S3. */
export interface BucketUrl {
  /** Such as `https://s3.example.com`. */
  readonly origin: string;
  readonly bucket: string;
  /** What all keys begin with: empty, or it ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Undefined where settings of their own have them. */
  readonly accessKey: string | undefined;
  readonly secretKey: string | undefined;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters that mean the same in every key and URL. */
const PREFIX = /^(?:[\w-][\w.-]*\/)*$/;
const REGION = /^[\w-]{1,50}$/;

export const bucketUrl: SettingKind<BucketUrl> = {
  expects: "a URL such as s3://key:secret@s3.example.com/bucket/prefix?region=eu-central-1&tls=on",
  shape: "URL",
  read(text) {
    const url = URL.parse(text);
    if (url === null || url.protocol !== "s3:" || url.hostname === "") return undefined;
    const [bucket = "", ...folders] = url.pathname.slice(1).split("/").filter(Boolean);
    const prefix = folders.map((folder) => `${folder}/`).join("");
    const { region = "us-east-1", tls = "on", ...unknown } = Object.fromEntries(url.searchParams);
    const isRight = BUCKET.test(bucket) && PREFIX.test(prefix) && REGION.test(region) && ["on", "off"].includes(tls);
    if (!isRight || Object.keys(unknown).length > 0 || url.hash !== "") return undefined;
    if (!isEncoded(url.username + url.password)) return undefined;
    const credential = (part: string) => (part === "" ? undefined : decodeURIComponent(part));
    return {
      origin: `${tls === "on" ? "https" : "http"}://${url.host}`,
      bucket,
      prefix,
      region,
      accessKey: credential(url.username),
      secretKey: credential(url.password),
    };
  },
};

const isEncoded = (text: string): boolean => !/%(?![0-9a-f]{2})/i.test(text);
