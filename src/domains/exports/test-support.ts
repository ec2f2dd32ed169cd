import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { type CastMember, type TestServer } from "../../../test/harness/server.ts";
import { until } from "../../../test/harness/until.ts";
import { open } from "#domains/files/test-support.ts";

type Row = Readonly<Record<string, unknown>>;

export interface Unpacked {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly text: string;
  json(name: string): Record<string, unknown>;
  rows(table: string): Row[];
}

/** Reads an archive as its description says. */
export function unpacked(archive: Buffer): Unpacked {
  const tar = gunzipSync(archive);
  const files = new Map<string, Buffer>();
  const field = (at: number, length: number) => tar.toString("latin1", at, at + length).split("\0")[0] ?? "";
  for (let at = 0; tar[at] !== 0;) {
    const size = Number.parseInt(field(at + 124, 12), 8);
    files.set(field(at, 100), tar.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return {
    files,
    text: tar.toString("utf8"),
    json: (name) => JSON.parse((files.get(name) as Buffer).toString()) as Record<string, unknown>,
    rows: (table) =>
      [...files]
        .filter(([name]) => name.startsWith(`tables/${table}-`))
        .flatMap(([, data]) => data.toString().split("\n").slice(0, -1))
        .map((line) => JSON.parse(line) as Row),
  };
}

export const exportsOf = async (who: CastMember) => (await who.call("GET /export/realm")).exports;

export const exportOf = async (who: CastMember, id: number) => {
  const found = (await exportsOf(who)).find((listed) => listed.id === id);
  assert.ok(found !== undefined);
  return found;
};

/** Makes an export, and returns what is in it. */
export async function exported(server: TestServer, who: CastMember, export_type: number): Promise<Unpacked> {
  const { id } = await who.call("POST /export/realm", { export_type });
  const { export_url: url } = await until(
    () => exportOf(who, id),
    ({ pending }) => !pending,
  );
  assert.ok(url !== null, server.output());
  const { status, bytes } = await open(server, who, new URL(url).pathname);
  assert.equal(status, 200);
  return unpacked(bytes);
}

/** While this runs, no export comes to its end: what it reads last is locked. */
export async function blocked<Result>({ database }: TestServer, work: () => Promise<Result>): Promise<Result> {
  return database.sql.begin(async (tx) => {
    await tx`lock table realm_picture in access exclusive mode`;
    return work();
  });
}
