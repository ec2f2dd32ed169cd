import { type TObject, type TProperties, Type } from "#platform/schema/type.ts";
import { problem } from "#platform/schema/check.ts";
import { badRequest } from "#platform/errors.ts";

const Words = Type.String({ maxLength: 10_000 });
const Index = Type.Integer({ minimum: 0, maximum: 1000 });

const act = (type: string, fields: TProperties): TObject =>
  Type.Object({ type: Type.Literal(type), ...fields }, { additionalProperties: false });

/** The actions of each kind of widget; some are for its author only. */
const ACTS: Readonly<Record<string, Readonly<Record<string, { schema: TObject; isAuthors?: true }>>>> = {
  poll: {
    vote: { schema: act("vote", { key: Words, vote: Type.Enum([1, -1]) }) },
    question: { schema: act("question", { question: Words }), isAuthors: true },
    new_option: { schema: act("new_option", { option: Words, idx: Index }) },
  },
  todo: {
    new_task: {
      schema: act("new_task", { key: Index, task: Words, desc: Words, completed: Type.Boolean() }),
    },
    strike: { schema: act("strike", { key: Words }) },
    new_task_list_title: { schema: act("new_task_list_title", { title: Words }), isAuthors: true },
  },
};

/** Refuses actions that a widget does not have, or that are the author's. Unknown kinds of widgets accept everything. */
export function checkAct(widgetType: unknown, content: unknown, isAuthor: boolean): void {
  const acts = typeof widgetType === "string" && Object.hasOwn(ACTS, widgetType) ? ACTS[widgetType] : undefined;
  if (acts === undefined) return;
  const type = typeof content === "object" && content !== null ? (content as { type?: unknown }).type : undefined;
  const known = typeof type === "string" && Object.hasOwn(acts, type) ? acts[type] : undefined;
  if (known === undefined) throw badRequest("Unknown type for widget data");
  const wrong = problem(known.schema, content, "content");
  if (wrong !== undefined) throw badRequest(`Invalid widget data: ${wrong}`);
  if (known.isAuthors === true && !isAuthor)
    throw badRequest("You can't edit this widget because you are not its author.");
}
