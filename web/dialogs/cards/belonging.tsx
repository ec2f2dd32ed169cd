import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { t, tn } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { groupsOf } from "../../state/group-members.ts";
import { channels, current } from "../../store.ts";
import { useClose } from "../../ui/dialog.tsx";
import { groupName } from "../../ui/group-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { ChannelMark } from "../../ui/names.tsx";
import { type Dialogs, openDialog } from "../../ui/open.ts";
import { hrefToChannel } from "../../ui/route.ts";
import { Loaded } from "../loaded.tsx";

/** The channels that somebody is in, of those that the reader may know of. */
export function ChannelsOf({ userId }: { readonly userId: number }) {
  const close = useClose();
  return (
    <Loaded load={() => call("GET /users/{user_id}/channels", { user_id: userId })}>
      {({ subscribed_channel_ids: ids }) => (
        <Several
          name={t("Channels")}
          all={ids.flatMap((id) => channels.value.known.get(id) ?? [])}
          item={({ stream_id: id, name }) => (
            <a class="entry" href={hrefToChannel(id)} onClick={close}>
              <ChannelMark channelId={id} />
              <span class="name">{name}</span>
            </a>
          )}
        />
      )}
    </Loaded>
  );
}

/** The groups that somebody is in, those of the server aside: these say what the role does. */
export function GroupsOf({ userId, at }: Dialogs["person-card"]) {
  const close = useClose();
  const { groups } = current.value;
  const own = useMemo(() => groupsOf(groups, userId), [groups, userId]);
  return (
    <Several
      name={t("Groups")}
      all={own}
      item={(group) => (
        <button
          type="button"
          class="entry"
          onClick={() => {
            close();
            openDialog("group-card", { groupId: group.id, at });
          }}
        >
          <Icon name="users" />
          <span class="name">{groupName(group)}</span>
        </button>
      )}
    />
  );
}

interface SeveralProps<Item> {
  readonly name: string;
  readonly all: readonly Item[];
  readonly item: (item: Item) => ComponentChildren;
}

/** So many are shown at once, and as many more with each press. */
const SHOWN = 6;
const MORE = 50;

/** A list under its name, of which the first are shown. */
export function Several<Item>({ name, all, item }: SeveralProps<Item>) {
  const count = useSignal(SHOWN);
  if (all.length === 0) return null;
  const hidden = all.length - count.value;
  return (
    <section class="card-list">
      <h3>
        {name} <span class="hint">{all.length}</span>
      </h3>
      <ul>
        {all.slice(0, count.value).map((shown, index) => (
          <li key={index}>{item(shown)}</li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" class="link" onClick={() => (count.value += MORE)}>
          {tn(hidden, "{count} more", "{count} more")}
        </button>
      )}
    </section>
  );
}
