import { useSignal } from "@preact/signals";
import { setChannelProperty } from "../calls/channel-calls.ts";
import { t } from "../language/text.ts";
import { channels } from "../store.ts";
import { Dialog } from "../ui/dialog.tsx";
import { channelName } from "../ui/names.tsx";
import { DialogForm } from "./form.tsx";

const GREY = "#76766f";
const COLORS = [
  [t("red"), "#d6455d"],
  [t("orange"), "#d9761f"],
  [t("amber"), "#b78a00"],
  [t("olive"), "#7a8b1f"],
  [t("green"), "#2f9e57"],
  [t("teal"), "#1b8f8a"],
  [t("sky"), "#2186c4"],
  [t("blue"), "#4353c9"],
  [t("violet"), "#7a4fd0"],
  [t("purple"), "#a044b8"],
  [t("pink"), "#c9438f"],
  [t("brown"), "#94643c"],
  [t("grey"), GREY],
] as const;

/** The colour in which the user sees a channel. */
export function ChannelColor({ channelId }: { channelId: number }) {
  const color = useSignal(channels.value.subscribed.get(channelId)?.color ?? GREY);
  return (
    <Dialog title={t("Colour of #{name}", { name: channelName(channelId) })}>
      <DialogForm action={t("Save")} run={() => setChannelProperty(channelId, "color", color.value)}>
        <div class="swatches" role="group" aria-label={t("Colours")}>
          {COLORS.map(([name, value]) => (
            <button
              key={name}
              type="button"
              class="swatch"
              aria-label={name}
              title={name}
              aria-pressed={color.value.toLowerCase() === value}
              style={{ "--own": value }}
              onClick={() => (color.value = value)}
            />
          ))}
        </div>
        <label>
          {t("Another one")}
          <input type="color" value={color.value} onInput={(event) => (color.value = event.currentTarget.value)} />
        </label>
      </DialogForm>
    </Dialog>
  );
}
