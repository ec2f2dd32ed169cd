import type { FastifyInstance, FastifyRequest } from "fastify";
import { authenticate } from "../api/auth.ts";
import { ApiError } from "../api/errors.ts";
import type { LiveRealm } from "../live/realm.ts";
import type { Realms } from "../live/realms.ts";
import type { Site } from "../live/site.ts";
import { mayKnowUser } from "../model/permissions.ts";
import { AVATAR_PATH, avatarUrl, mediumAvatarUrl, STRANGER_AVATAR } from "../users/present.ts";
import { readAvatar } from "./queries.ts";

const A_YEAR = "public, max-age=31536000, immutable";

/** Pictures, and the addresses that lead to whichever picture a user has now. */
export function addAvatarPages(app: FastifyInstance, site: Site, realms: Realms): void {
  const realmOf = async (request: FastifyRequest): Promise<LiveRealm> => {
    const realm = await realms.byHost(request.headers.host);
    if (realm === undefined) throw new ApiError("NONEXISTENT_SUBDOMAIN", "There is no organization at this host");
    return realm;
  };

  // Whoever knows the address may see the picture: it cannot be guessed, and changes with the picture.
  app.get<{ Params: { file: string } }>(`${AVATAR_PATH}/:file`, async (request, reply) => {
    const realm = await realmOf(request);
    const [, hash = "", medium] = /^([A-Za-z0-9]{32})(-medium)?\.png$/.exec(request.params.file) ?? [];
    const image = await readAvatar(realm.sql, realm.id, hash, medium === undefined ? "small" : "medium");
    if (image === undefined) throw new ApiError("BAD_REQUEST", "There is no such picture", {}, 404);
    return reply.type("image/png").header("cache-control", A_YEAR).send(image);
  });

  const redirect = (isMedium: boolean) => async (request: FastifyRequest<{ Params: { user_id: string } }>) => {
    const realm = await realmOf(request);
    const viewer = authenticate(realm, site.keys, request.headers);
    const user = realm.model.users.get(Number(request.params.user_id));
    if (user === undefined || !mayKnowUser(realm.model, viewer, user)) return STRANGER_AVATAR;
    return isMedium ? mediumAvatarUrl(user) : (avatarUrl(user, false) as string);
  };
  for (const [path, isMedium] of [
    ["", false],
    ["/medium", true],
  ] as const) {
    const target = redirect(isMedium);
    app.get<{ Params: { user_id: string } }>(`/avatar/:user_id(^\\d+$)${path}`, async (request, reply) =>
      reply.redirect(await target(request), 302),
    );
  }
}
