import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { locale, number, t, tn } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { SelectField } from "../inline-form.tsx";
import { Live } from "../live.tsx";
import { Plot } from "./plot.tsx";
import { isAdministrator } from "./settings.tsx";

const PERIODS = [7, 30, 90, 365] as const;

/** How much the organization is used. */
export function Usage() {
  const days = useSignal<number>(30);
  if (!isAdministrator()) return <p class="hint">{t("Only administrators can see usage statistics.")}</p>;
  return (
    <>
      <SelectField
        label={t("Period")}
        value={days}
        options={PERIODS.map((value) => ({ value, label: tn(value, "{count} day", "{count} days") }))}
      />
      <Live key={days.value} load={() => call("GET /realm/usage", { days: days.value })}>
        {(usage) => (
          <>
            <dl class="org-figures">
              <Figure name={t("Members")}>{number(usage.members)}</Figure>
              <Figure name={t("Guests")}>{number(usage.guests)}</Figure>
              <Figure name={t("Bots")}>{number(usage.bots)}</Figure>
              <Figure name={t("Files")}>
                {number(usage.files)} ({sizeOf(usage.file_bytes)})
              </Figure>
            </dl>
            <Plot
              title={t("Messages per day")}
              kind="bars"
              points={usage.days.map(({ date, messages }) => ({ date, value: messages }))}
            />
            <Plot
              title={t("People and bots who sent messages")}
              kind="bars"
              points={usage.days.map(({ date, senders }) => ({ date, value: senders }))}
            />
            <Plot
              title={t("Files per day")}
              kind="bars"
              points={usage.days.map(({ date, files }) => ({ date, value: files }))}
            />
            <Plot
              title={t("People with an account")}
              kind="line"
              points={usage.days.map(({ date, people }) => ({ date, value: people }))}
            />
            <p class="hint">{t("Days are in UTC.")}</p>
          </>
        )}
      </Live>
    </>
  );
}

const Figure = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const UNITS = ["kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

function sizeOf(bytes: number): string {
  const place = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3) - 1));
  const format = { style: "unit", unit: UNITS[place] as string, maximumFractionDigits: 1 } as const;
  return (bytes / 1000 ** (place + 1)).toLocaleString(locale(), format);
}
