import { useSignal } from "@preact/signals";
import { setChannelProperty } from "../calls/channel-calls.ts";
import { t } from "../language/text.ts";
import { channels } from "../store.ts";
import { Dialog } from "../ui/dialog.tsx";
import { channelName } from "../ui/names.tsx";
import { CHANNEL_COLORS, GREY } from "./channel-colors.ts";
import { DialogForm } from "./form.tsx";

/** The colour in which the user sees a channel. */
export function ChannelColor({ channelId }: { channelId: number }) {
  const color = useSignal(channels.value.subscribed.get(channelId)?.color ?? GREY);
  return (
    <Dialog title={t("Color of #{channel}", { channel: channelName(channelId) })}>
      <DialogForm action={t("Save")} run={() => setChannelProperty(channelId, "color", color.value)}>
        <div class="swatches" role="group" aria-label={t("Colors")}>
          {CHANNEL_COLORS.map(([name, value]) => (
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
