import { metricsOf } from "../harness/metrics.ts";

export interface Figures {
  readonly memory: number;
  readonly bodies: number;
  readonly bytes: number;
  readonly shed: number;
}

/** A server's own metrics. */
export async function figuresOf(url: string): Promise<Figures> {
  const text = await metricsOf(url);
  const figure = (name: string) => Number(new RegExp(`^parley_${name} (\\S+)$`, "m").exec(text)?.[1]);
  return {
    memory: figure("process_resident_memory_bytes"),
    bodies: figure("unfinished_bodies"),
    bytes: figure("unfinished_body_bytes"),
    shed: figure("shed_bodies"),
  };
}
