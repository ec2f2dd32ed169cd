import { t } from "../../language/text.ts";
import { type Quiet, quiet, setQuiet } from "../../notify/quiet.ts";

const NIGHT = { from: "22:00", to: "07:00" };

/** Hours in which this device announces nothing. */
export function QuietHours() {
  const { hours, until } = quiet.value;
  const save = (next: Quiet["hours"]) =>
    setQuiet({ ...(until !== undefined && { until }), ...(next !== undefined && { hours: next }) });
  return (
    <>
      <div class="field-row">
        <label class="check">
          <input
            type="checkbox"
            checked={hours !== undefined}
            onChange={({ currentTarget: { checked } }) => save(checked ? NIGHT : undefined)}
          />
          {t("Announce nothing during quiet hours")}
        </label>
      </div>
      {hours !== undefined && (
        <div class="quiet-hours">
          <TimeOfDay label={t("Quiet from")} value={hours.from} onChange={(from) => save({ ...hours, from })} />
          <TimeOfDay label={t("Quiet until")} value={hours.to} onChange={(to) => save({ ...hours, to })} />
        </div>
      )}
      <p class="hint">
        {t(
          "This holds for sounds and notifications while Parley is open on this device. The menu of your account pauses them for a while.",
        )}
      </p>
    </>
  );
}

interface TimeProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const TimeOfDay = ({ label, value, onChange }: TimeProps) => (
  <label>
    {label}
    <input
      type="time"
      class="text-input"
      value={value}
      // A field that is being cleared has no time.
      onChange={({ currentTarget: { value: next } }) => next !== "" && onChange(next)}
    />
  </label>
);
