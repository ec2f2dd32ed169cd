import { raw } from "./raw.ts";

/** What the test servers ask of those who want to see their figures. */
export const METRICS_TOKEN = "the-token-of-the-tests-for-figures";

/** A server's figures. */
export async function metricsOf(url: string): Promise<string> {
  const { text } = await raw(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return text;
}
