import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assetOf, type WebClient } from "./asset.ts";

/** The finished bundle of an installed package, beside the compiled form of this file. */
const FOLDER = join(import.meta.dirname, "client");
const PAGE = "page.html";

export function readPrebuilt(): WebClient | undefined {
  if (!existsSync(join(FOLDER, PAGE))) return undefined;
  const names = readdirSync(FOLDER).filter((name) => name !== PAGE);
  return {
    page: readFileSync(join(FOLDER, PAGE), "utf8"),
    assets: names.map((name) => assetOf(name, readFileSync(join(FOLDER, name)))),
  };
}

/** For the npm package: writes what `readPrebuilt` reads below the folder of the compiled code. */
export function writePrebuilt({ page, assets }: WebClient, compiled: string): void {
  const folder = join(compiled, "web/client");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, PAGE), page);
  for (const { name, body } of assets) writeFileSync(join(folder, name), body);
}
