import { useSignal } from "@preact/signals";
import { locale, number, t } from "../../language/text.ts";
import { roundAbove } from "./round-above.ts";

export interface PlotPoint {
  /** `2026-11-16` */
  readonly date: string;
  readonly value: number;
}

interface PlotProps {
  readonly title: string;
  readonly points: readonly PlotPoint[];
  readonly kind: "bars" | "line";
}

const WIDTH = 640;
const HEIGHT = 150;
const LEFT = 46;
const BOTTOM = 22;
const TOP = 8;

const day = new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short", timeZone: "UTC" });
const dayName = (date: string): string => day.format(new Date(`${date}T00:00:00Z`));

/** Numbers by day. The table below it has the same for those who cannot see it. */
export function Plot({ title, points, kind }: PlotProps) {
  const pointed = useSignal<number | undefined>(undefined);
  const most = roundAbove(Math.max(1, ...points.map(({ value }) => value)));
  const step = (WIDTH - LEFT) / Math.max(1, points.length);
  const xAt = (index: number) => LEFT + index * step;
  const yAt = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most);
  const shown = points[pointed.value ?? points.length - 1];
  const labels = [0, Math.floor((points.length - 1) / 2), points.length - 1];
  return (
    <figure class="plot">
      <figcaption>
        <strong>{title}</strong>
        {shown !== undefined && (
          <span class="hint">
            {dayName(shown.date)}: {number(shown.value)}
          </span>
        )}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          const index = Math.floor((((event.clientX - left) / width) * WIDTH - LEFT) / step);
          pointed.value = index >= 0 && index < points.length ? index : undefined;
        }}
        onPointerLeave={() => (pointed.value = undefined)}
      >
        {[0, most / 2, most].map((value) => (
          <g key={value}>
            <path class="grid" d={`M${LEFT} ${yAt(value)}H${WIDTH}`} />
            <text x={LEFT - 8} y={yAt(value) + 4} text-anchor="end">
              {value.toLocaleString(locale(), { notation: "compact" })}
            </text>
          </g>
        ))}
        {kind === "bars" ? (
          points.map(({ date, value }, index) => (
            <rect
              key={date}
              class={index === pointed.value ? "bar pointed" : "bar"}
              x={xAt(index) + step * 0.15}
              width={step * 0.7}
              y={yAt(value)}
              height={yAt(0) - yAt(value)}
              rx={Math.min(2, step * 0.2)}
            />
          ))
        ) : (
          <>
            <path class="area" d={`M${LEFT + step / 2} ${yAt(0)}${linePath(points, xAt, yAt, step)}V${yAt(0)}Z`} />
            <path class="curve" d={linePath(points, xAt, yAt, step).replace("L", "M")} />
          </>
        )}
        {labels.map((index, place) => (
          <text key={place} x={xAt(index) + step / 2} y={HEIGHT - 4} text-anchor={["start", "middle", "end"][place]}>
            {points[index] !== undefined && dayName(points[index].date)}
          </text>
        ))}
      </svg>
      <details>
        <summary>{t("Show as a table")}</summary>
        <div class="plot-table" tabIndex={0} role="region" aria-label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("Day")}</th>
                <th scope="col">{title}</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ date, value }) => (
                <tr key={date}>
                  <th scope="row">{dayName(date)}</th>
                  <td>{number(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

const linePath = (
  points: readonly PlotPoint[],
  xAt: (index: number) => number,
  yAt: (value: number) => number,
  step: number,
): string => points.map(({ value }, index) => `L${xAt(index) + step / 2} ${yAt(value)}`).join("");
