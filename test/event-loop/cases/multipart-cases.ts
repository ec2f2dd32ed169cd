import type { Endpoint } from "#api/endpoint.ts";
import { largestBody } from "#api/body-limit.ts";
import { browserEndpoints, endpoints } from "../../../src/app.ts";
import type { CallerKind } from "../../fuzz/callers.ts";
import { bytesAtMost, type HeavyCase } from "./heavy-case.ts";
import { eachInForms, SHAPES, type Shape, someShapes } from "./shapes.ts";

const BOUNDARY = "a-line-between-parts";
/** A streamed file may be larger; its bytes come and go in pieces. */
const MAX_STREAMED = 1024 * 1024;

interface Multipart {
  readonly boundary?: string;
  readonly body: (boundary: string, most: number) => Buffer;
}

const header = (line: string): string => line.replace(/[\r\n\0"]/g, "_");
const part = (boundary: string, disposition: string, type: string, content: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
const end = (boundary: string): Buffer => Buffer.from(`--${boundary}--\r\n`);
const file =
  (name: string, type = "text/plain", content: Buffer | string = "x") =>
  (boundary: string): Buffer =>
    Buffer.concat([part(boundary, `name="file"; filename="${name}"`, type, content), end(boundary)]);
const many =
  (disposition: (at: number) => string) =>
  (boundary: string, most: number): Buffer => {
    const size = part(boundary, disposition(123_456), "text/plain", "x").length;
    const parts = Array.from({ length: Math.floor(most / size) }, (_, at) =>
      part(boundary, disposition(at), "text/plain", "x"),
    );
    return Buffer.concat([...parts, end(boundary)]);
  };

/** Bodies whose parts are as many as fit, which need no text. */
const COUNTS: Readonly<Record<string, Multipart>> = {
  "many fields": { body: many((at) => `name="a${at}"`) },
  "fields of one name": { body: many(() => `name="a"`) },
  "many files": { body: many((at) => `name="a${at}"; filename="a.png"`) },
  "many empty parts": {
    body: (boundary, most) => Buffer.from(`--${boundary}\r\n\r\n\r\n`.repeat(Math.floor(most / 30))),
  },
  "only boundaries": { body: (boundary, most) => Buffer.from(`--${boundary}\r\n`.repeat(Math.floor(most / 25))) },
  "a part of many headers": {
    body: (boundary, most) =>
      Buffer.from(`--${boundary}\r\n${"a: b\r\n".repeat(Math.floor(most / 6) - 20)}\r\nx\r\n--${boundary}--`),
  },
  "nearly boundaries": {
    body: (boundary, most) =>
      file("a", "image/png", `\r\n--${boundary.slice(0, -1)}`.repeat(Math.floor(most / 30)))(boundary),
  },
  "a boundary of one letter": {
    boundary: "a",
    body: (boundary, most) => file("a", "image/png", "\r\n--".repeat(most / 6))(boundary),
  },
  "a boundary of hyphens": {
    boundary: "-".repeat(70),
    body: (boundary, most) => file("a", "image/png", "-".repeat(most - 1000))(boundary),
  },
};

/** The parts that have a text, with one of a shape. */
const textForms = (shape: Shape) => {
  const long = (most: number) => header(bytesAtMost(most - 1000, shape.text).toString());
  return {
    filename: { body: (boundary, most) => file(long(most))(boundary) },
    "short filename": { body: (boundary) => file(header(shape.text(250)))(boundary) },
    "extended filename": {
      body: (boundary, most) =>
        Buffer.concat([
          part(boundary, `name="file"; filename*=utf-8''${long(most)}`, "text/plain", "x"),
          end(boundary),
        ]),
    },
    "content type": { body: (boundary, most) => file("a", long(most))(boundary) },
    "field name": {
      body: (boundary, most) =>
        Buffer.concat([part(boundary, `name="${long(most)}"`, "text/plain", "x"), end(boundary)]),
    },
    field: {
      body: (boundary, most) =>
        Buffer.concat([part(boundary, `name="a"`, "text/plain", bytesAtMost(most - 1000, shape.text)), end(boundary)]),
    },
    content: { body: (boundary, most) => file("a.png", "image/png", bytesAtMost(most - 1000, shape.text))(boundary) },
    boundary: {
      boundary: header(shape.text(70)),
      body: (boundary, most) => file("a", "image/png", "\r\n--".repeat(most / 6))(boundary),
    },
  } satisfies Readonly<Record<string, Multipart>>;
};

type TextName = keyof ReturnType<typeof textForms>;

const TEXTS = Object.keys(textForms(SHAPES[0] as Shape)) as readonly TextName[];
/** Of so many of them each shape is tried at an endpoint, of others at the next one: a body takes up to a second. */
const TEXTS_OF_SHAPE = 2;

/** Every endpoint that takes a file, with parts as many and texts as long as fit, of so many shapes. */
export function* multipartCases(callerOf: (endpoint: Endpoint) => CallerKind, shapes: number): Generator<HeavyCase> {
  const taking = [...endpoints, ...browserEndpoints].filter(({ file: takesFile }) => takesFile !== undefined);
  for (const [turn, endpoint] of taking.entries()) {
    const most = endpoint.streamsFile === true ? MAX_STREAMED : largestBody(endpoint);
    const large = (what: string, { boundary = BOUNDARY, body }: Multipart): HeavyCase => ({
      of: `${endpoint.method} ${endpoint.path}`,
      what: `multipart, ${what}`,
      caller: callerOf(endpoint),
      request: () => ({
        start: `${endpoint.method} {prefix}${endpoint.path.replaceAll(/\{\w+\}/g, "1")}`,
        headers: [`Content-Type: multipart/form-data; boundary="${Buffer.from(boundary).toString("latin1")}"`],
        body: body(boundary, most),
      }),
    });
    for (const [what, form] of Object.entries(COUNTS)) yield large(what, form);
    for (const { shape, form } of eachInForms(someShapes(shapes, 0), TEXTS, { count: TEXTS_OF_SHAPE, turn }))
      yield large(`${form} of ${JSON.stringify(shape.name)}`, textForms(shape)[form]);
  }
}
