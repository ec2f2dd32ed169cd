import { ApiError, badRequest } from "#platform/errors.ts";
import { OutboundError } from "#outbound/errors.ts";
import type { Outgoing, Reply } from "#outbound/http-client.ts";
import type { Site } from "#engine/runtime/site.ts";

/** The parts of Zoom's OAuth server and API that calls need. */
export interface Zoom {
  /** Where a person agrees; `state` comes back with them. */
  agreementUrl(returnTo: string, state: string): string;
  /** The tokens for the code with which a person came back. */
  tokensFor(code: string, returnTo: string): Promise<ZoomTokens>;
  renewed(tokens: ZoomTokens): Promise<ZoomTokens>;
  /** The address of a new call. */
  createCall(tokens: ZoomTokens, withVideo: boolean): Promise<string>;
}

export interface ZoomTokens {
  readonly access: string;
  readonly refresh: string;
  /** UNIX milliseconds. */
  readonly expiresAt: number;
}

export const invalidToken = (): ApiError => new ApiError("INVALID_ZOOM_TOKEN", "Invalid Zoom access token");
const failed = () => badRequest("Failed to create Zoom call");

/** Refuses where the operator has configured no app at Zoom. */
export function zoomOf({ config, http, clock }: Pick<Site, "config" | "http" | "clock">): Zoom {
  const { zoomClientId: id, zoomClientSecret: secret, zoomUrl, zoomApiUrl } = config;
  if (id === undefined || secret === undefined) throw badRequest("Zoom is not configured.");

  const called = async (outgoing: Outgoing): Promise<Reply> => {
    try {
      return await http.post(outgoing);
    } catch (error) {
      if (error instanceof OutboundError) throw badRequest("Error connecting to the Zoom server.");
      throw error;
    }
  };
  const tokens = async (grant: Readonly<Record<string, string>>): Promise<ZoomTokens> => {
    const { status, body } = await called({
      url: `${zoomUrl}/oauth/token`,
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams(grant).toString(),
    });
    if (status === 400 || status === 401) throw invalidToken();
    if (status !== 200) throw failed();
    const { access_token: access, refresh_token: refresh, expires_in: seconds } = objectIn(body);
    if (typeof access !== "string" || typeof refresh !== "string" || typeof seconds !== "number") throw failed();
    return { access, refresh, expiresAt: clock.now() + seconds * 1000 };
  };

  return {
    agreementUrl: (returnTo, state) =>
      `${zoomUrl}/oauth/authorize?${new URLSearchParams([
        ["response_type", "code"],
        ["client_id", id],
        ["redirect_uri", returnTo],
        ["state", state],
      ]).toString()}`,
    tokensFor: (code, returnTo) => tokens({ grant_type: "authorization_code", code, redirect_uri: returnTo }),
    renewed: ({ refresh }) => tokens({ grant_type: "refresh_token", refresh_token: refresh }),
    async createCall({ access }, withVideo) {
      const { status, body } = await called({
        url: `${zoomApiUrl}/v2/users/me/meetings`,
        headers: { authorization: `Bearer ${access}`, "content-type": "application/json" },
        body: JSON.stringify({ settings: { host_video: withVideo, participant_video: withVideo } }),
      });
      if (status === 401) throw invalidToken();
      const { join_url: url } = status === 201 ? objectIn(body) : {};
      if (typeof url !== "string" || URL.parse(url)?.protocol !== "https:") throw failed();
      return url;
    },
  };
}

function objectIn(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === "object" && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // It is no JSON.
  }
  throw failed();
}
