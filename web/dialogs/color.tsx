import { useSignal } from "@preact/signals";
import { setChannelProperty } from "../actions/channel-calls.ts";
import { channels } from "../store.ts";
import { Dialog } from "../ui/dialog.tsx";
import { channelName } from "../ui/names.tsx";
import { DialogForm } from "./form.tsx";

const COLORS = {
  red: "#d6455d",
  orange: "#d9761f",
  amber: "#b78a00",
  olive: "#7a8b1f",
  green: "#2f9e57",
  teal: "#1b8f8a",
  sky: "#2186c4",
  blue: "#4353c9",
  violet: "#7a4fd0",
  purple: "#a044b8",
  pink: "#c9438f",
  brown: "#94643c",
  grey: "#76766f",
} as const;

/** The colour in which the user sees a channel. */
export function ChannelColor({ channelId }: { channelId: number }) {
  const color = useSignal(channels.value.subscribed.get(channelId)?.color ?? COLORS.grey);
  return (
    <Dialog title={`Colour of #${channelName(channelId)}`}>
      <DialogForm action="Save" run={() => setChannelProperty(channelId, "color", color.value)}>
        <div class="swatches" role="group" aria-label="Colours">
          {Object.entries(COLORS).map(([name, value]) => (
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
          Another one
          <input type="color" value={color.value} onInput={(event) => (color.value = event.currentTarget.value)} />
        </label>
      </DialogForm>
    </Dialog>
  );
}
