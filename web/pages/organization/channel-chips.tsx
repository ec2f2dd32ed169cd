import { t } from "../../language/text.ts";
import { channels } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { ChannelMark, channelName } from "../../ui/names.tsx";
import { PickInput } from "../fields/pick-input.tsx";

interface ChannelChipsProps {
  readonly label: string;
  readonly ids: readonly number[];
  /** Absent where nothing can be changed. */
  readonly onAdd?: ((id: number) => void) | undefined;
  readonly onRemove?: ((id: number) => void) | undefined;
  /** Whether private channels can be among them. */
  readonly allowsPrivate?: boolean;
}

/** Channels as chips, and a field to add more. */
export function ChannelChips({ label, ids, onAdd, onRemove, allowsPrivate = false }: ChannelChipsProps) {
  const choices = () =>
    [...channels.value.known.values()]
      .filter(
        ({ stream_id, is_archived, invite_only }) =>
          !is_archived && (allowsPrivate || !invite_only) && !ids.includes(stream_id),
      )
      .map(({ stream_id, name }) => ({ key: String(stream_id), name }));
  return (
    <div class="org-chips">
      <span aria-hidden="true">{label}</span>
      <ul class="chips" aria-label={label}>
        {ids.map((id) => (
          <li key={id} class="chip">
            <ChannelMark channelId={id} /> <span class="name">{channelName(id)}</span>
            {onRemove !== undefined && (
              <button
                type="button"
                class="icon-button"
                aria-label={t("Remove {name}", { name: channelName(id) })}
                onClick={() => onRemove(id)}
              >
                <Icon name="x" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {onAdd !== undefined && (
        <PickInput
          label={t("Add to: {name}", { name: label })}
          placeholder={t("Add a channel")}
          choices={choices}
          onPick={(key) => onAdd(Number(key))}
        />
      )}
    </div>
  );
}
