import { type Static, Type } from "#platform/schema/type.ts";
import type { DefaultChannelGroup } from "#engine/model/records.ts";

export const DefaultGroupsSchema = Type.Array(
  Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    streams: Type.Array(Type.Integer()),
  }),
);

export const presentDefaultGroups = (groups: readonly DefaultChannelGroup[]): Static<typeof DefaultGroupsSchema> =>
  groups
    .map(({ id, name, description, channelIds }) => ({ id, name, description, streams: [...channelIds] }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
