import { type Executor, type Statement, templateStatement, textStatement } from "./statement.ts";
import type { Row } from "../connections/request.ts";
import { type Argument, type Identifier, identifier, type JsonParameter, jsonParameter } from "./template.ts";
import type { EncodedParameters } from "../values/parameters.ts";

/** Makes statements. Values are always parameters; only `unsafe` takes a text as it is. */
export interface SqlFunctions {
  (name: string): Identifier;
  <Rows extends readonly object[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly Argument[]
  ): Statement<Rows>;
  unsafe<Rows extends readonly object[] = Row[]>(
    text: string,
    parameters?: readonly Argument[] | EncodedParameters,
    options?: { readonly prepare?: boolean },
  ): Statement<Rows>;
  json(value: unknown): JsonParameter;
}

export function createSql(executor: Executor): SqlFunctions {
  const tag = (first: TemplateStringsArray | string, ...values: readonly unknown[]) =>
    typeof first === "string" ? identifier(first) : templateStatement(executor, first, values);
  return Object.assign(tag, {
    unsafe: (text: string, parameters?: readonly unknown[] | EncodedParameters, { prepare = false } = {}) =>
      textStatement(executor, text, parameters, prepare),
    json: jsonParameter,
  }) as SqlFunctions;
}
