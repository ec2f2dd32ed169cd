import { type Static, type TObject, type TSchema, Type } from "#platform/schema/type.ts";
import type { Endpoint, Method, ResultFields } from "#api/endpoint.ts";
import type { AnyParam, Params } from "#api/parameters/params.ts";

export type ToolArguments = Readonly<Record<string, unknown>>;

/** What an answer is shown with. */
export interface Shown {
  /** The organization's URL for this caller, for links. */
  readonly url: string;
  readonly given: ToolArguments;
}

/** What an agent can do: one request to an endpoint. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Its scope, its access and what it is recorded as are those of the tool. */
  readonly endpoint: Endpoint;
  /** The parameters of the endpoint that agents give, as they are declared. */
  readonly takes: readonly string[];
  /** Further arguments, by name. */
  readonly further: Readonly<Record<string, TSchema>>;
  /** The other parameters of the endpoint. */
  readonly params: (given: ToolArguments) => Readonly<Record<string, unknown>>;
  /** The text that the agent gets. */
  readonly present: (answer: Readonly<Record<string, unknown>>, shown: Shown) => string;
}

type FurtherValues<Further extends Readonly<Record<string, TSchema>>> = Static<TObject<Further>>;

interface DeclaredTool<P extends Params, R extends ResultFields, Further extends Readonly<Record<string, TSchema>>> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly endpoint: Endpoint<Method, string, P, R>;
  readonly takes?: readonly (keyof P & string)[];
  readonly further?: Further;
  readonly params?: (given: FurtherValues<Further>) => { readonly [Name in keyof P]?: unknown };
  readonly present: (answer: Static<TObject<R>>, shown: Shown) => string;
}

/** A tool whose arguments and answer are typed by the declaration of its endpoint. */
export const tool = <P extends Params, R extends ResultFields, Further extends Readonly<Record<string, TSchema>>>(
  declared: DeclaredTool<P, R, Further>,
): Tool => ({ takes: [], further: {}, params: () => ({}), ...(declared as object) }) as unknown as Tool;

/** The JSON schema of a tool's arguments. */
export function argumentsSchema({ endpoint, takes, further }: Tool): object {
  const declared = takes.map((name) => [name, endpoint.params[name] as AnyParam] as const);
  const own = Type.Object(further);
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(declared.map(([name, { schema, about }]) => [name, { ...schema, description: about }])),
      ...own.properties,
    },
    required: [...declared.flatMap(([name, { required }]) => (required ? [name] : [])), ...(own.required ?? [])],
    additionalProperties: false,
  };
}
