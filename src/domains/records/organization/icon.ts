import type { Model } from "#engine/model/model.ts";
import { drawnAvatarUrl } from "./drawn-picture.ts";

/** The pictures of an organization: a square one, and two that are as wide as need be, for light and dark screens. */
export const PICTURE_KINDS = ["icon", "logo", "night_logo"] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

export const PICTURE_PATH = "/realm_pictures";

/** Where the organization's settings keep the hash of an uploaded picture. */
export const pictureSetting = (kind: PictureKind): string => `${kind}_hash`;

export function pictureUrl({ realm }: Model, kind: PictureKind): string {
  const hash = realm.settings[pictureSetting(kind)];
  if (typeof hash === "string") return `${PICTURE_PATH}/${hash}.png`;
  // A sign on a colour of the organization's own, which stays when its name changes.
  return drawnAvatarUrl({ id: realm.id, fullName: "#" });
}

/** `U` for an uploaded picture, `G` for an icon that was drawn for it, `D` for a logo that nobody has chosen. */
export function pictureSource({ realm }: Model, kind: PictureKind): "U" | "G" | "D" {
  if (typeof realm.settings[pictureSetting(kind)] === "string") return "U";
  return kind === "icon" ? "G" : "D";
}

/** As register (with `realm_` before each name) and events show it. */
export const pictureFields = (model: Model, kind: PictureKind): Record<string, string> => ({
  [`${kind}_url`]: pictureUrl(model, kind),
  [`${kind}_source`]: pictureSource(model, kind),
});
