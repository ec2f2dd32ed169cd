import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { nextOptionIndex, pollOf } from "./poll-state.ts";
import { nextTaskKey, taskListOf } from "./todo-state.ts";

const [ANA, JUN] = [7, 8];
const by = (sender_id: number, act: unknown) => ({ sender_id, content: JSON.stringify(act) });

suite("a poll", () => {
  const extra = { question: "Lunch?", options: ["soup", "bread"] };

  test("counts each voter once, and not after they took their vote back", () => {
    const poll = pollOf(extra, [
      by(ANA, { type: "vote", key: "canned,0", vote: 1 }),
      by(ANA, { type: "vote", key: "canned,0", vote: 1 }),
      by(JUN, { type: "vote", key: "canned,0", vote: 1 }),
      by(JUN, { type: "vote", key: "canned,0", vote: -1 }),
    ]);
    assert.deepEqual(
      poll.options.map(({ voters }) => voters),
      [[ANA], []],
    );
  });

  test("takes options of users, and votes for them", () => {
    const poll = pollOf(extra, [
      by(JUN, { type: "new_option", idx: 1, option: "cake" }),
      by(JUN, { type: "new_option", idx: 2, option: "soup" }),
      by(ANA, { type: "vote", key: `${JUN},1`, vote: 1 }),
    ]);
    assert.deepEqual(poll.options.at(-1), { key: `${JUN},1`, text: "cake", voters: [ANA] });
    assert.equal(poll.options.length, 3);
    assert.deepEqual([nextOptionIndex(poll, JUN), nextOptionIndex(poll, ANA)], [2, 1]);
  });

  test("passes over acts that make no sense", () => {
    const acts = [
      { sender_id: ANA, content: "{" },
      by(ANA, null),
      by(ANA, { type: "dance" }),
      by(ANA, { type: "vote", key: "9,9", vote: 1 }),
    ];
    assert.deepEqual(pollOf(extra, acts), pollOf(extra, []));
    assert.deepEqual(pollOf({ options: 5 }, []), { question: "", options: [] });
  });
});

suite("a list of tasks", () => {
  test("is what users added to it and struck off", () => {
    const list = taskListOf({ task_list_title: "Release", tasks: [{ task: "notes", desc: "short" }] }, [
      by(ANA, { type: "new_task", key: 1, task: "tag", desc: "", completed: false }),
      by(JUN, { type: "strike", key: `1,${ANA}` }),
      by(JUN, { type: "strike", key: "0,canned" }),
      by(ANA, { type: "strike", key: "0,canned" }),
      by(ANA, { type: "new_task_list_title", title: "Release 5" }),
    ]);
    assert.equal(list.title, "Release 5");
    assert.deepEqual(
      list.tasks.map(({ task, isDone }) => [task, isDone]),
      [
        ["notes", false],
        ["tag", true],
      ],
    );
    assert.deepEqual([nextTaskKey(list, ANA), nextTaskKey(list, JUN)], [2, 1]);
  });
});
