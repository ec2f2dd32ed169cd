import { type Config, ConfigError } from "#config/config.ts";
import { type Bucket, type OnBucketCall, openBucket } from "./bucket.ts";

type BucketSettings = Pick<Config, "filesUrl" | "filesAccessKey" | "filesSecretKey">;

/** The bucket of the settings, if they have one. */
export function configuredBucket(settings: BucketSettings, onCall?: OnBucketCall): Bucket | undefined {
  const { filesUrl } = settings;
  if (filesUrl === undefined) return undefined;
  const accessKey = filesUrl.accessKey ?? settings.filesAccessKey;
  const secretKey = filesUrl.secretKey ?? settings.filesSecretKey;
  if (accessKey === undefined || secretKey === undefined) {
    throw new ConfigError(
      "--files-url has no credentials: write s3://key:secret@host/bucket, or set PARLEY_FILES_ACCESS_KEY and PARLEY_FILES_SECRET_KEY.",
    );
  }
  return openBucket({ ...filesUrl, accessKey, secretKey }, onCall);
}
