import { locale } from "../language/text.ts";
import { hour12 } from "../ui/time.ts";

/** The kinds of profile fields whose values are not texts. */
const TYPES = { select: 3, date: 4, person: 6 } as const;

/** The value of a profile field in words. */
export function fieldText(type: number, value: string, fieldData: string, nameOf: (id: number) => string): string {
  switch (type) {
    case TYPES.select:
      return optionText(value, fieldData);
    case TYPES.date: {
      const date = new Date(`${value}T00:00`);
      return Number.isNaN(date.getTime()) ? value : date.toLocaleDateString(locale(), { dateStyle: "long" });
    }
    case TYPES.person:
      return (parsed(value) as unknown[] | undefined)?.map((id) => nameOf(Number(id))).join(", ") ?? value;
    default:
      return value;
  }
}

function optionText(value: string, fieldData: string): string {
  const options = parsed(fieldData) as Readonly<Record<string, { readonly text?: string }>> | undefined;
  return options?.[value]?.text ?? value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the clock says where somebody is; nothing where their time zone is unknown. */
export function localTime(timezone: string, now: Date): string | undefined {
  if (timezone === "") return undefined;
  try {
    const clock = now.toLocaleTimeString(locale(), {
      hour: "2-digit",
      minute: "2-digit",
      hour12: hour12.value,
      timeZone: timezone,
    });
    return `${clock} (${timezone})`;
  } catch {
    return undefined;
  }
}
