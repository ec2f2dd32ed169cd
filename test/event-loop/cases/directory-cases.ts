import { type Attribute, COMMON, KINDS, type ResourceKind } from "#domains/entry/scim/protocol/attributes.ts";
import { bytesAtMost, type HeavyCase } from "./heavy-case.ts";
import { type Shape, someShapes } from "./shapes.ts";

/** A directory with a token, and what it may change. */
export interface HeavyDirectory {
  readonly token: string;
  readonly userId: number;
  readonly groupId: number;
}

const MAX_BYTES = 1024 * 1024;
const MAX_QUERY = 7000;
const MAX_FILTER = 990;
/** For what is around the large value. */
const BESIDE = 1000;
const MEMBERS = 20_000;
const OPERATIONS = 1000;

type Verb = "POST" | "PUT" | "PATCH";

/** Every attribute of every kind of resource as large as a body may be, in every verb, and filters and patches of many parts. */
export function* directoryCases(directory: HeavyDirectory, shapes: number): Generator<HeavyCase> {
  const idOf = ({ name }: ResourceKind) => (name === "User" ? directory.userId : directory.groupId);
  const request = (start: string, body: () => Buffer, what: string): HeavyCase => ({
    of: "SCIM",
    what,
    caller: "nobody",
    request: () => ({
      start,
      headers: [`Authorization: Bearer ${directory.token}`, "Content-Type: application/scim+json"],
      body: body(),
    }),
  });
  let turn = 0;
  for (const kind of KINDS) {
    const at = (verb: Verb) => `${verb} /scim/v2${kind.path}${verb === "POST" ? "" : `/${idOf(kind)}`}`;
    for (const attribute of [
      ...kind.attributes,
      ...kind.extensions.flatMap(({ attributes }) => attributes),
      ...COMMON,
    ]) {
      for (const shape of someShapes(shapes, (turn += 1))) {
        for (const verb of ["POST", "PUT", "PATCH"] as const) {
          const what = `${attribute.name} of ${JSON.stringify(shape.name)}`;
          yield request(at(verb), () => bodyWith(verb, kind, attribute, shape), `${verb} ${kind.path}, ${what}`);
        }
        const query = encodeURIComponent(`${attribute.name} co ${JSON.stringify(shape.text(MAX_FILTER))}`);
        const filter = query.slice(0, MAX_QUERY).replace(/%[\da-f]?$/i, "");
        yield request(`GET /scim/v2${kind.path}?filter=${filter}`, nothing, `filter by ${attribute.name}`);
      }
    }
    for (const body of manyParts(kind)) yield request(at("PATCH"), () => body, `${kind.path} in many parts`);
    for (const filter of FILTERS)
      yield request(`GET /scim/v2${kind.path}?filter=${encodeURIComponent(filter)}`, nothing, filter.slice(0, 40));
    yield request(at("PUT"), () => json({ members: members(), emails: members() }), `${kind.path}, many members`);
    yield request(at("POST"), () => Buffer.from("[".repeat(MAX_BYTES)), "a deep body");
    yield request(`GET /scim/v2${kind.path}?attributes=${"userName,".repeat(700)}`, nothing, "many attributes");
  }
}

const nothing = () => Buffer.alloc(0);
const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const members = () => Array.from({ length: MEMBERS }, (_, id) => ({ value: String(id) }));

function bodyWith(verb: Verb, kind: ResourceKind, { name, parts }: Attribute, { text }: Shape): Buffer {
  return bytesAtMost(MAX_BYTES - BESIDE, (length) => {
    const large = text(length);
    const value = parts === undefined ? large : { [parts[0]?.name ?? "value"]: large };
    const good = kind.name === "User" ? { userName: "heavy@elsinore.example" } : { displayName: "heavy" };
    const whole = { ...good, [name]: value };
    const operations = [
      { op: "replace", path: name, value },
      { op: "add", value: whole },
      { op: "remove", path: `${name}[value eq ${JSON.stringify(large)}]` },
    ];
    return JSON.stringify(verb === "PATCH" ? { Operations: [operations[length % 3]] } : whole);
  });
}

const FILTERS = [
  "(".repeat(999),
  `${'displayName co "a" or '.repeat(42)}id pr`,
  `${"not (".repeat(9)}displayName pr${")".repeat(9)}`,
  `displayName co "${"a".repeat(900)}"`,
  `displayName eq "${"\\u0061".repeat(160)}"`,
];

function manyParts({ name }: ResourceKind): Buffer[] {
  const list = name === "User" ? "emails" : "members";
  const many = (of: (at: number) => object) =>
    json({ Operations: Array.from({ length: OPERATIONS }, (_, at) => of(at)) });
  return [
    many((at) => ({ op: "remove", path: `${list}[value eq "${at}"]` })),
    many((at) => ({ op: "remove", path: `${list}[value co "${at}" or value sw "x"]` })),
    many((at) => ({ op: "add", path: list, value: [{ value: String(at) }] })),
    many(() => ({ op: "replace", path: "displayName", value: "heavy" })),
    json({ Operations: [{ op: "add", path: list, value: members() }] }),
    json({ Operations: [{ op: "remove", path: list, value: members() }] }),
  ];
}
