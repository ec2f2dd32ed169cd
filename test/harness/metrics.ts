import { raw } from "./raw.ts";

/** The token for the metrics of the test servers. */
export const METRICS_TOKEN = "the-token-of-the-tests-for-figures";

/** A server's metrics. */
export async function metricsOf(url: string): Promise<string> {
  const { text } = await raw(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return text;
}
