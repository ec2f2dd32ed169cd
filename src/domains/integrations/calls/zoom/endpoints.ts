import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { boolean, withDefault } from "#api/parameters/params.ts";
import type { RealmRuntime } from "#engine/runtime/realm-runtime.ts";
import type { Site } from "#engine/runtime/site.ts";
import type { User } from "#engine/model/records.ts";
import { ApiError } from "#platform/errors.ts";
import { type OwnZoomToken, ownZoomToken, sealedToken } from "./access.ts";
import { dropZoomToken, renewZoomToken } from "./actions.ts";
import { invalidToken, type Zoom, zoomOf, type ZoomTokens } from "./zoom.ts";

/** A token that ends while it is on its way is as good as none. */
const LEAST_MS = 60_000;

export const postZoomCall = endpoint({
  id: "create-zoom-video-call",
  method: "POST",
  path: "/calls/zoom/create",
  summary: "Returns the address of a new video call in the caller's Zoom account, which must be connected.",
  auth: "human",
  scope: "messages:write",
  audits: "personal",
  params: { is_video_call: withDefault(boolean("Whether cameras are on at first."), true) },
  result: { url: Type.String() },
  errors: ["BAD_REQUEST", "INVALID_ZOOM_TOKEN"],
  emits: ["has_zoom_token"],
  async run({ site, realm, actor, params }) {
    const zoom = zoomOf(site);
    const own = await ownZoomToken(site, realm, actor);
    try {
      const tokens = await usable(zoom, own, { site, realm, actor });
      return { url: await zoom.createCall(tokens, params.is_video_call) };
    } catch (error) {
      if (error instanceof ApiError && error.code === "INVALID_ZOOM_TOKEN") {
        await realm.write(actor, (tx, user) => dropZoomToken(tx, user, own.stored));
      }
      throw error;
    }
  },
});

interface Caller {
  readonly site: Site;
  readonly realm: RealmRuntime;
  readonly actor: User;
}

/** Tokens that are good for a while. Zoom gives another refresh token with each renewal, so that both are stored. */
async function usable(
  zoom: Zoom,
  { stored, tokens }: OwnZoomToken,
  { site, realm, actor }: Caller,
): Promise<ZoomTokens> {
  if (tokens === undefined) throw invalidToken();
  if (tokens.expiresAt - site.clock.now() > LEAST_MS) return tokens;
  const renewed = await zoom.renewed(tokens);
  await realm.write(actor, (tx, user) =>
    renewZoomToken(tx, user, stored, sealedToken(site.keys, realm.id, user, renewed)),
  );
  return renewed;
}
