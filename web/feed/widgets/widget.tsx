import { useSignal } from "@preact/signals";
import { t, tn } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { randomId } from "../../link/random-id.ts";
import { commandIn } from "../../state/commands.ts";
import { conversationOf } from "../../state/conversation.ts";
import type { Message } from "../../state/registered.ts";
import { current, send } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { nameOf } from "../../ui/names.tsx";
import { reasonOf } from "../../ui/toast.ts";
import { WidgetTitle } from "./widget-title.tsx";
import { nextOptionIndex, parsedAct, pollOf, textOf } from "./poll-state.ts";
import { nextTaskKey, taskListOf } from "./todo-state.ts";

/** A message that is a poll or a list of tasks. Other widgets are shown as their text. */
export function Widget({ message }: { message: Message }) {
  const [first, ...acts] = message.submessages;
  const { widget_type: kind, extra_data: data } = parsedAct(first?.content ?? "");
  const extra = (typeof data === "object" && data !== null ? data : {}) as Readonly<Record<string, unknown>>;
  const failure = useSignal<string | undefined>(undefined);
  const act = (content: object) =>
    void call("POST /submessage", {
      message_id: message.id,
      msg_type: "widget",
      content: JSON.stringify(content),
    }).then(
      () => (failure.value = undefined),
      (error: unknown) => (failure.value = reasonOf(error)),
    );
  return (
    <div class="widget">
      {kind === "poll" ? (
        <PollView poll={pollOf(extra, acts)} act={act} isOwn={message.sender_id === current.value.ownId} />
      ) : kind === "todo" ? (
        <TaskListView
          list={taskListOf(extra, acts)}
          act={act}
          messageId={message.id}
          isOwn={message.sender_id === current.value.ownId}
        />
      ) : (
        <Choices extra={extra} message={message} />
      )}
      {failure.value !== undefined && (
        <p class="failure" role="alert">
          {failure.value}
        </p>
      )}
    </div>
  );
}

type Act = (content: object) => void;

interface ViewProps {
  readonly act: Act;
  /** Whether the user has written it: they may change its title. */
  readonly isOwn: boolean;
}

function PollView({ poll, act, isOwn: isMine }: ViewProps & { readonly poll: ReturnType<typeof pollOf> }) {
  const { ownId } = current.value;
  return (
    <>
      <WidgetTitle
        text={poll.question}
        empty={t("Poll")}
        label={t("Question")}
        {...(isMine && { save: (question) => act({ type: "question", question }) })}
      />
      <ul class="options">
        {poll.options.map(({ key, text, voters }) => {
          const isOwn = voters.includes(ownId);
          const names = voters.map((id) => (id === ownId ? t("you") : nameOf(id))).join(", ");
          return (
            <li key={key}>
              <button
                type="button"
                class="vote"
                aria-pressed={isOwn}
                aria-label={tn(voters.length, "{text}: {count} vote", "{text}: {count} votes", { text })}
                onClick={() => act({ type: "vote", key, vote: isOwn ? -1 : 1 })}
              >
                {voters.length}
              </button>
              <span dir="auto">
                {text} {names !== "" && <small>{names}</small>}
              </span>
            </li>
          );
        })}
      </ul>
      <AddField
        label={t("Add option")}
        onAdd={(option) => act({ type: "new_option", idx: nextOptionIndex(poll, ownId), option })}
      />
    </>
  );
}

interface ListProps extends ViewProps {
  readonly list: ReturnType<typeof taskListOf>;
  readonly messageId: number;
}

function TaskListView({ list, act, messageId, isOwn }: ListProps) {
  const { ownId } = current.value;
  return (
    <>
      <WidgetTitle
        text={list.title}
        empty={t("To do")}
        label={t("Title")}
        {...(isOwn && { save: (title) => act({ type: "new_task_list_title", title }) })}
      />
      <ul class="options">
        {list.tasks.map(({ key, task, about, isDone }) => {
          const id = `task-${messageId}-${key}`;
          return (
            <li key={key}>
              <input type="checkbox" id={id} checked={isDone} onChange={() => act({ type: "strike", key })} />
              <label for={id} class={isDone ? "done" : ""} dir="auto">
                {task} {about !== "" && <small>{about}</small>}
              </label>
            </li>
          );
        })}
      </ul>
      <AddField
        label={t("Add task")}
        onAdd={(task) => act({ type: "new_task", key: nextTaskKey(list, ownId), task, desc: "", completed: false })}
      />
    </>
  );
}

function AddField({ label, onAdd }: { label: string; onAdd: (text: string) => void }) {
  const text = useSignal("");
  return (
    <form
      class="add"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.value.trim() === "") return;
        onAdd(text.value.trim());
        text.value = "";
      }}
    >
      <input
        aria-label={label}
        placeholder={label}
        maxLength={1000}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <button type="submit" class="icon-button" aria-label={label} disabled={text.value.trim() === ""}>
        <Icon name="plus" />
      </button>
    </form>
  );
}

/** A bot's form: each choice is a button that sends its answer to the conversation, or to the bot whose command it is. */
function Choices({ extra, message }: { extra: Readonly<Record<string, unknown>>; message: Message }) {
  const choices = Array.isArray(extra["choices"]) ? (extra["choices"] as Readonly<Record<string, unknown>>[]) : [];
  const answer = (content: string) => {
    const { ownId, commands } = current.value;
    const conversation = conversationOf(message, ownId);
    const used = commandIn(commands, content);
    if (used !== undefined) {
      void import("#web/feed/invoke-command.ts").then(({ invokeCommand }) => invokeCommand(used, conversation));
      return;
    }
    const outgoing = { conversation, content, userId: ownId };
    send({ ...outgoing, localId: randomId(), time: Date.now(), progress: "waiting" });
  };
  return (
    <>
      <p class="widget-title" dir="auto">
        {textOf(extra["heading"])}
      </p>
      <ul class="options">
        {choices.map((choice) => (
          <li key={textOf(choice["short_name"])}>
            <button
              type="button"
              class="secondary"
              title={textOf(choice["reply"])}
              onClick={() => answer(textOf(choice["reply"]))}
            >
              <b>{textOf(choice["short_name"])}</b> <span>{textOf(choice["long_name"])}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
