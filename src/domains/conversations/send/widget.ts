import { Type } from "#platform/schema/type.ts";
import { problem } from "#platform/schema/check.ts";
import { badRequest } from "#platform/errors.ts";

/** The widget of a message, as JSON: a poll, a list of tasks, or a form of a bot. */
export function widgetOf(content: string): string | undefined {
  if (!content.startsWith("/")) return undefined;
  const [command] = content.split(/\s/, 1);
  if (command === "/poll") return JSON.stringify({ widget_type: "poll", extra_data: poll(content) });
  if (command === "/todo") return JSON.stringify({ widget_type: "todo", extra_data: taskList(content) });
  return undefined;
}

/** The rest of the first line, and the following lines without their bullets. */
function parts(content: string): { title: string; items: string[] } {
  const [first = "", ...lines] = content.split("\n");
  const items = lines
    .map((line) =>
      line
        .trim()
        .replace(/^[-*]\s*/, "")
        .trim(),
    )
    .filter((line) => line !== "");
  return { title: first.replace(/^\/\w+/, "").trim(), items };
}

function poll(content: string) {
  const { title, items } = parts(content);
  return { question: title, options: items };
}

function taskList(content: string) {
  const { title, items } = parts(content);
  const tasks = items.map((item) => {
    const [task = "", ...rest] = item.split(": ");
    return { task: task.trim(), desc: rest.join(": ").trim() };
  });
  return { task_list_title: title, tasks };
}

const Short = Type.String({ maxLength: 10_000 });
const FormSchema = Type.Object(
  {
    widget_type: Type.Literal("zform"),
    extra_data: Type.Object(
      {
        type: Type.Literal("choices"),
        heading: Short,
        choices: Type.Array(
          Type.Object({ type: Type.Optional(Short), short_name: Short, long_name: Short, reply: Short }),
          { maxItems: 100 },
        ),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

/** A form that a bot sends, checked. */
export function checkedForm(text: string): string {
  let form: unknown;
  try {
    form = JSON.parse(text);
  } catch {
    throw badRequest("Widgets: API programmer sent invalid JSON content");
  }
  const wrong = problem(FormSchema, form, "widget_content");
  if (wrong !== undefined) throw badRequest(`Widgets: ${wrong}`);
  return JSON.stringify(form);
}
