import { type Static, Type } from "#platform/schema/type.ts";
import type { NavigationView } from "./queries.ts";

export const NavigationViewSchema = Type.Object({
  fragment: Type.String(),
  is_pinned: Type.Boolean(),
  name: Type.Union([Type.String(), Type.Null()]),
});

export const presentView = ({ fragment, isPinned, name }: NavigationView): Static<typeof NavigationViewSchema> => ({
  fragment,
  is_pinned: isPinned,
  name,
});
