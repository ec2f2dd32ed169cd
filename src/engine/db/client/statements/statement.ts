import type { Readable, Writable } from "node:stream";
import type { Request, Result, Row } from "../connections/request.ts";
import { compose, type Fragment, fragmentOf } from "./template.ts";
import { type EncodedParameters, isEncoded } from "../values/parameters.ts";
import { typeOf } from "../values/texts.ts";
import { PostgresError } from "../wire/errors.ts";

/** A statement, which is sent when it is first awaited. Until then it may become a part of another one. */
export interface Statement<Rows extends readonly object[]>
  extends Promise<Rows & { readonly count: number }>, Fragment {
  /** Sends it now. */
  execute(): this;
  /** Sends it now, and uses each row when it arrives: to keep a hundred thousand of them would take memory. */
  forEach(use: (row: Rows[number]) => void): Promise<void>;
  /** The rows of `copy … to stdout`, piece by piece. */
  readable(): Promise<Readable>;
  /** Takes the rows of `copy … from stdin`. */
  writable(): Promise<Writable>;
}

/** Where statements are executed. */
export interface Executor {
  readonly run: (request: Request) => void;
  /** Whether a server remembers statements for the next time. */
  readonly isPrepared: boolean;
  /** Whether failures of statements are dealt with also where nobody awaits these. */
  readonly isWatched: boolean;
}

/** What is sent, before anybody waits for it. */
type Draft = Pick<Request, "text" | "parameters" | "types" | "key">;

const ignore = () => {};

/** A key must differ where the types differ: the server has planned the statement for them. */
const keyOf = (text: string, types: readonly number[]): string =>
  types.every((type) => type === 0) ? text : `${types.join()} ${text}`;

export function templateStatement(executor: Executor, strings: TemplateStringsArray, values: readonly unknown[]) {
  const fragment = fragmentOf(strings, values);
  return createStatement(executor, fragment, originOf(strings), () => {
    const { text, types, values: parameters } = compose(fragment);
    return { text, types, parameters, key: executor.isPrepared ? keyOf(text, types) : undefined };
  });
}

/** Without parameters the text may hold several statements. */
export function textStatement(
  executor: Executor,
  text: string,
  parameters: readonly unknown[] | EncodedParameters | undefined,
  prepare: boolean,
) {
  return createStatement(executor, fragmentOf([text], []), undefined, () => {
    const types = parameters === undefined || isEncoded(parameters) ? [] : parameters.map(typeOf);
    const key = prepare && executor.isPrepared ? keyOf(text, types) : undefined;
    return { text, types, parameters, key };
  });
}

function createStatement(
  { run, isWatched }: Executor,
  fragment: Fragment,
  origin: Error | undefined,
  draft: () => Draft,
): Statement<Row[]> {
  let promise: Promise<Result> | undefined;
  const failWith = (reject: (error: Error) => void) => (error: unknown) => reject(withOrigin(error, origin) as Error);
  const start = (onRow?: (row: Row) => void): Promise<Result> => {
    if (promise !== undefined) return promise;
    const { promise: pending, resolve, reject } = Promise.withResolvers<Result>();
    promise = pending;
    if (isWatched) pending.catch(ignore);
    const fail = failWith(reject);
    try {
      const { text, parameters, types, key } = draft();
      run({ text, parameters, types, key, succeed: resolve, fail, ...(onRow !== undefined && { onRow }) });
    } catch (error) {
      fail(error);
    }
    return pending;
  };
  const copy = <Stream>(): Promise<Stream> => {
    const { promise: opened, resolve, reject } = Promise.withResolvers<Stream>();
    const fail = failWith(reject);
    const onCopy: Request["onCopy"] = (stream) => resolve(stream as Stream);
    const succeed = () => fail(new Error("the statement is not a COPY"));
    run({ text: draft().text, parameters: undefined, types: [], key: undefined, onCopy, succeed, fail });
    return opened;
  };
  const statement: Statement<Row[]> = Object.assign(fragment, {
    [Symbol.toStringTag]: "Statement",
    // oxlint-disable-next-line unicorn/no-thenable -- It is a promise, which begins when it is first awaited.
    then: ((...handlers) => start().then(...handlers)) as Promise<Result>["then"],
    catch: ((...handlers) => start().catch(...handlers)) as Promise<Result>["catch"],
    finally: (handler?: (() => void) | null) => start().finally(handler),
    execute() {
      // Whoever awaits the statement gets the failure.
      void start();
      return statement;
    },
    async forEach(use: (row: Row) => void) {
      await start(use);
    },
    readable: () => copy<Readable>(),
    writable: () => copy<Writable>(),
  });
  return statement;
}

/** Where a template is, which an error of the database cannot say. It is looked up once: that takes longer than a statement. */
const origins = new WeakMap<TemplateStringsArray, Error>();
const ORIGIN_FRAMES = 4;

function originOf(strings: TemplateStringsArray): Error {
  const known = origins.get(strings);
  if (known !== undefined) return known;
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = ORIGIN_FRAMES;
  const origin = new Error("statement");
  Error.stackTraceLimit = limit;
  origins.set(strings, origin);
  return origin;
}

function withOrigin(error: unknown, origin: Error | undefined): unknown {
  // Many statements share the error of a connection that could not be opened.
  if (!(error instanceof PostgresError) || origin === undefined || "isUnsent" in error) return error;
  error.stack += (origin.stack ?? "").replace(/^.*/, "");
  return error;
}
