import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { channels, current, property } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { ChannelMark } from "../../ui/names.tsx";
import { emptyAfter, SavingNote, useSaving } from "../fields/saving.tsx";

const IDEAS = [t("announcements"), t("help"), t("ideas"), t("off topic")];

/** The first channels. Newcomers are in them from the start. */
export function ChannelsStep() {
  const id = useId();
  const saving = useSaving();
  const name = useSignal("");
  const known = [...channels.value.known.values()].filter(({ is_archived }) => !is_archived);
  const isTaken = (idea: string) => known.some((channel) => channel.name.toLowerCase() === idea.toLowerCase());
  const create = async (wanted: string) => {
    if (wanted.trim() === "") return;
    await saving.save(() =>
      emptyAfter([name], () =>
        call("POST /channels/create", {
          name: wanted.trim(),
          subscribers: [current.value.ownId],
          is_default_stream: true,
        }),
      ),
    );
  };
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void create(name.value);
      }}
    >
      <ul class="chips" aria-label={t("Channels")}>
        {known.map(({ stream_id, name: channelName }) => (
          <li key={stream_id} class="chip">
            <ChannelMark channelId={stream_id} /> <span class="name">{channelName}</span>
          </li>
        ))}
      </ul>
      <div class="field-row">
        <label for={id}>
          {t("Another channel")} <SavingNote progress={saving.progress} />
        </label>
        <p class="copy-line">
          <input
            id={id}
            class="text-input"
            type="text"
            maxLength={property("max_stream_name_length", 60)}
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
          <button type="submit" class="secondary">
            <Icon name="plus" /> {t("Create")}
          </button>
        </p>
        <p class="hint">{t("Public, and new people are subscribed to it.")}</p>
      </div>
      <p class="chips">
        {IDEAS.filter((idea) => !isTaken(idea)).map((idea) => (
          <button key={idea} type="button" class="choice" onClick={() => void create(idea)}>
            + {idea}
          </button>
        ))}
      </p>
    </form>
  );
}
