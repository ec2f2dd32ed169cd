import { parsedAct, textOf, type WidgetAct } from "./poll-state.ts";

export interface Task {
  /** Names the task: its number and who added it, as clients of this API agree. */
  readonly key: string;
  readonly task: string;
  readonly about: string;
  readonly isDone: boolean;
}

export interface TaskList {
  readonly title: string;
  readonly tasks: readonly Task[];
}

const FIRST_SENDER = "canned";
const MAX_TASKS = 500;

/** The list as it is after every act, in their order. Acts that make no sense are passed over. */
export function taskListOf(
  extra: { readonly task_list_title?: unknown; readonly tasks?: unknown },
  acts: readonly WidgetAct[],
): TaskList {
  const first = (Array.isArray(extra.tasks) ? extra.tasks : []).map(
    (task: { task?: unknown; desc?: unknown }, index) => ({
      key: `${index},${FIRST_SENDER}`,
      task: textOf(task.task),
      about: textOf(task.desc),
      isDone: false,
    }),
  );
  return acts.reduce(afterAct, { title: textOf(extra.task_list_title), tasks: first.slice(0, MAX_TASKS) });
}

function afterAct(list: TaskList, { sender_id: senderId, content }: WidgetAct): TaskList {
  const act = parsedAct(content);
  switch (act["type"]) {
    case "new_task_list_title":
      return { ...list, title: textOf(act["title"]) };
    case "new_task": {
      const task: Task = {
        key: `${String(act["key"])},${senderId}`,
        task: textOf(act["task"]),
        about: textOf(act["desc"]),
        isDone: act["completed"] === true,
      };
      const isNew = list.tasks.every(({ key, task: name }) => key !== task.key && name !== task.task);
      return isNew && list.tasks.length < MAX_TASKS ? { ...list, tasks: [...list.tasks, task] } : list;
    }
    case "strike":
      return {
        ...list,
        tasks: list.tasks.map((task) => (task.key === act["key"] ? { ...task, isDone: !task.isDone } : task)),
      };
    default:
      return list;
  }
}

/** The number for a task that this user adds: one that none of their tasks has. */
export function nextTaskKey(list: TaskList, userId: number): number {
  const own = list.tasks.map(({ key }) => key.split(",")).filter(([, sender]) => sender === String(userId));
  return own.reduce((highest, [index]) => Math.max(highest, Number(index)), 0) + 1;
}
