import { Type } from "#platform/schema/type.ts";
import { endpoint } from "#api/endpoint.ts";
import { boolean, text, withDefault } from "#api/parameters/params.ts";
import { randomId } from "#platform/random.ts";
import { postZoomCall } from "./zoom/endpoints.ts";
import { bigBlueButtonOf, joinPath } from "./bigbluebutton.ts";

export const getCall = endpoint({
  id: "create-big-blue-button-video-call",
  method: "GET",
  path: "/calls/bigbluebutton/create",
  summary: "Returns the address of a new video call, which the caller moderates.",
  auth: "user",
  scope: "messages:write",
  params: {
    meeting_name: text("The name of the call.", { max: 256, min: 1, trim: true }),
    voice_only: withDefault(boolean("Whether cameras stay off."), false),
  },
  result: { url: Type.String() },
  errors: ["BAD_REQUEST"],
  run({ site, realm, actor, params, url }) {
    bigBlueButtonOf(site);
    const meeting = {
      id: randomId(),
      name: params.meeting_name,
      voiceOnly: params.voice_only,
      moderator: actor.id,
    };
    return { url: url() + joinPath(site.keys, realm.id, meeting) };
  },
});

export const callEndpoints = [getCall, postZoomCall] as const;
