import { t } from "../language/text.ts";
import { call, Refusal } from "../link/http.ts";
import { property } from "../store.ts";
import { showToast } from "../ui/toast.ts";

/** Who provides calls, by the numbers of the organization's setting. */
export const CALLS = { none: 0, jitsi: 1, zoom: 3, bigBlueButton: 4 } as const;

/** The address of a new call; undefined if the user has to log in to its provider first. */
export async function callAddress(): Promise<string | undefined> {
  switch (property<number>("realm_video_chat_provider", CALLS.none)) {
    case CALLS.zoom:
      return zoomAddress();
    case CALLS.bigBlueButton:
      return (await call("GET /calls/bigbluebutton/create", { meeting_name: t("Video call") })).url;
    default:
      return `${property("realm_jitsi_server_url", "") || property("server_jitsi_server_url", "")}/${randomName()}`;
  }
}

/** Whoever knows the address can join, so nobody must be able to guess it. */
const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

async function zoomAddress(): Promise<string | undefined> {
  try {
    return (await call("POST /calls/zoom/create", { is_video_call: true })).url;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "INVALID_ZOOM_TOKEN") throw error;
    open("/calls/zoom/register", "_blank", "noopener");
    showToast(t("Log in to Zoom in the window that opened, then insert the call again."));
    return undefined;
  }
}
