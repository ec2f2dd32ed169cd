import type { Mutation } from "./mutation.ts";
import type { Blow } from "./nemesis.ts";

/** A bug that the crash test must find, as changes to the source, and the fastest way to make it show. */
export interface PlantedBug {
  readonly name: string;
  readonly wrong: string;
  readonly mutations: readonly Mutation[];
  readonly servers: number;
  readonly blow: Blow;
  /**
   * A scheduled message that is refused late fails permanently, and its sender is informed: that is correct, but cannot
   * be counted.
   */
  readonly leavesToTime?: false;
}

const KILL: Blow = "kill -9 of every server";
const CUT: Blow = "cut of the writers' connections";
/** Hardly affects anything: for bugs that show by themselves. */
const HARDLY: Blow = "cut of the readers' connections";

/** Each bug matters only in a moment that is usually too short to be hit, so it makes that moment last. */
const MOMENT = "await new Promise((next) => setTimeout(next, 100));";

const before = (file: string, find: string, added: string): Mutation => ({ file, find, replace: `${added}\n${find}` });
const after = (file: string, find: string, added: string): Mutation => ({ file, find, replace: `${find}\n${added}` });
const instead = (file: string, find: string, replace: string): Mutation => ({ file, find, replace });

const LOCKED_COMMIT = "      isCommitting = true;";
const OPTIMISTIC_COMMIT = "      const isDone = await store(";
const ANSWER = "for (const answer of answers) answer();";
const ANSWER_NOW = "for (const answer of decided.answers) answer();";

/**
 * Lets a group follow the one in flight however small it is. That is no bug: it happens under a load that this test does
 * not have.
 */
export const FOLLOW_AT_ONCE = instead(
  "engine/writer/groups-in-flight.ts",
  "const WORTH_FOLLOWING = 20;",
  "const WORTH_FOLLOWING = 1;",
);

/** For the mutations that refuse. */
const withApiError = (file: string, firstImport: string): Mutation =>
  before(file, firstImport, 'import { ApiError } from "#platform/errors.ts";');

/**
 * Refuses every third action of a group after it has done its work. That is no bug by itself: undoing the action must
 * leave nothing.
 */
const REFUSE_LATE = [
  withApiError("engine/writer/decide.ts", "import { isConnectionError } from"),
  after(
    "engine/writer/decide.ts",
    "const result = await waiting.action(scope.tx);",
    'if (tried.length % 3 === 0) throw new ApiError("BAD_REQUEST", "refused late");',
  ),
];

export const HARMLESS: PlantedBug = {
  name: "refuse-late",
  wrong: "nothing",
  mutations: [...REFUSE_LATE, FOLLOW_AT_ONCE],
  servers: 1,
  blow: HARDLY,
  leavesToTime: false,
};

/** Bugs around the commit of a group that holds the head row. */
const LOCKED: readonly PlantedBug[] = [
  {
    name: "acknowledge-before-commit",
    wrong: "the answer goes out before the commit",
    mutations: [before("engine/writer/commit/locked-group.ts", LOCKED_COMMIT, `${ANSWER_NOW} ${MOMENT}`)],
    servers: 1,
    blow: KILL,
  },
  {
    name: "asynchronous-commit",
    wrong: "the commit does not wait for the disk",
    mutations: [
      instead(
        "engine/writer/commit/locked-commit.ts",
        "connection`begin`.execute()",
        'connection.unsafe("begin; set local synchronous_commit = off").execute()',
      ),
    ],
    servers: 1,
    blow: "immediate stop of PostgreSQL",
  },
  {
    name: "deliver-before-commit",
    wrong: "events go out before the commit",
    mutations: [
      before("engine/writer/commit/locked-group.ts", LOCKED_COMMIT, `tail.accept(gathered.entries); ${MOMENT}`),
    ],
    servers: 1,
    blow: CUT,
  },
  {
    name: "emit-after-commit",
    wrong: "the log is written in a second transaction",
    mutations: [
      before(
        "engine/writer/commit/locked-commit.ts",
        "  if (entries.length > 0) sendRows(",
        `await connection\`
           update realm_head set last_message_id = \${head.lastMessageId}, last_id = \${head.lastId}
           where realm_id = \${realmId}\`;
         await connection\`commit\`; ${MOMENT} await connection\`begin\`;`,
      ),
    ],
    servers: 1,
    blow: KILL,
  },
  {
    name: "forget-savepoint",
    wrong: "what a refused action wrote stays",
    mutations: [...REFUSE_LATE, after("engine/writer/tx.ts", "async undo() {", "return;")],
    servers: 1,
    blow: HARDLY,
    leavesToTime: false,
  },
  {
    name: "refuse-after-commit",
    wrong: "what was committed is refused",
    mutations: [
      withApiError("engine/writer/writer.ts", "import { withDeadline } from"),
      before(
        "engine/writer/writer.ts",
        ANSWER,
        'for (const { reject } of actions.slice(1)) reject(new ApiError("BAD_REQUEST", "refused late"));',
      ),
    ],
    servers: 1,
    blow: HARDLY,
  },
  {
    name: "no-head-lock",
    wrong: "two processes write at once",
    mutations: [
      instead(
        "engine/writer/commit/locked-commit.ts",
        "where realm_id = ${realmId} for update`",
        "where realm_id = ${realmId}`",
      ),
    ],
    servers: 2,
    blow: HARDLY,
  },
  {
    name: "tail-by-id",
    wrong: "a process follows its own writes and misses those in between",
    mutations: [
      instead(
        "engine/writer/commit/locked-group.ts",
        "tail.accept(entries);\n      await tail.catchUp(gathered.head.position, connection);",
        "",
      ),
      instead("engine/log/tail.ts", "if (entry.position !== model.position + 1) {", "if (entry.position < 0) {"),
    ],
    servers: 2,
    blow: HARDLY,
  },
];

/** Bugs around the optimistic commit. */
const OPTIMISTIC: readonly PlantedBug[] = [
  {
    name: "optimistic-acknowledge-before-commit",
    wrong: "the answer goes out before the optimistic commit",
    mutations: [before("engine/writer/groups-in-flight.ts", OPTIMISTIC_COMMIT, `${ANSWER_NOW} ${MOMENT}`)],
    servers: 1,
    blow: KILL,
  },
  {
    name: "optimistic-asynchronous-commit",
    wrong: "the optimistic commit does not wait for the disk",
    mutations: [
      instead(
        "engine/writer/commit/optimistic-commit.ts",
        "select ${IS_MOVED} as moved`",
        "select ${IS_MOVED} as moved, set_config('synchronous_commit', 'off', true)`",
      ),
    ],
    servers: 1,
    blow: "immediate stop of PostgreSQL",
  },
  {
    name: "optimistic-deliver-before-commit",
    wrong: "events go out before the optimistic commit",
    mutations: [
      before(
        "engine/writer/writer.ts",
        "    const committing = commits.commit(",
        `tail.accept(gathered.entries); ${MOMENT}`,
      ),
    ],
    servers: 1,
    blow: KILL,
  },
  {
    name: "optimistic-without-condition",
    wrong: "an optimistic commit moves the head wherever it is",
    mutations: [
      instead(
        "engine/writer/commit/optimistic-commit.ts",
        "and position = $6::int8 and last_commit = $7::int8",
        "and $6::int8 <> $7::int8",
      ),
    ],
    servers: 2,
    blow: HARDLY,
  },
  {
    name: "optimistic-without-looking",
    wrong: "an optimistic commit that did not happen counts as done",
    mutations: [
      instead(
        "engine/writer/groups-in-flight.ts",
        "if (isDone) await takeOver(decided, actions);\n      else again.push(...actions);",
        "await takeOver(decided, actions);",
      ),
    ],
    servers: 2,
    blow: HARDLY,
  },
  {
    name: "optimistic-without-entries",
    wrong: "an optimistic commit stores its rows and forgets the log",
    mutations: [
      instead(
        "engine/writer/commit/optimistic-commit.ts",
        "realmId, group.entries, IS_MOVED)",
        'realmId, group.entries, "false")',
      ),
    ],
    servers: 1,
    blow: KILL,
  },
];

/** Bugs after the commit. */
const ELSEWHERE: readonly PlantedBug[] = [
  {
    name: "queues-in-memory",
    wrong: "queues are gone after a crash",
    mutations: [
      before(
        "engine/delivery/queues.ts",
        "      await background`\n        with evicted as (",
        "      if (queue.id !== '') return remember(queue, lifespanSecs * 1000, 0).queue;",
      ),
    ],
    servers: 1,
    blow: KILL,
  },
  {
    name: "skip-on-catch-up",
    wrong: "a queue read back from the log begins one too late",
    mutations: [instead("engine/delivery/read-back.ts", "let after = from;", "let after = from + 1;")],
    servers: 1,
    blow: KILL,
  },
  {
    name: "repeat-last",
    wrong: "a poll repeats the event that was acknowledged",
    mutations: [instead("engine/log/entry.ts", "Math.floor(eventId / ROOM)", "Math.floor(eventId / ROOM) - 1")],
    servers: 1,
    blow: HARDLY,
  },
  {
    name: "deliver-unordered",
    wrong: "the events of a group come in another order",
    mutations: [instead("engine/log/tail.ts", "onEntries(entries);", "onEntries(entries.toReversed());")],
    servers: 1,
    blow: HARDLY,
  },
  {
    name: "send-then-take",
    wrong: "a scheduled message is sent in one transaction and removed in another",
    mutations: [
      instead(
        "domains/personal/scheduled/actions.ts",
        "if (!(await takeScheduled(tx.sql, tx.realmId, scheduled))) return;",
        "",
      ),
      after(
        "domains/personal/scheduled/job.ts",
        "await realm.writeAsServer((tx) => deliver(tx, row, rendered));",
        `const { takeScheduled } = await import("./queries.ts");
         await realm.writeAsServer((tx) => takeScheduled(tx.sql, tx.realmId, row));`,
      ),
    ],
    servers: 2,
    blow: KILL,
  },
  {
    name: "answer-after-commit",
    wrong: "the answer to a request that may be repeated is stored in a second transaction",
    mutations: [
      instead("api/repeats/once.ts", "tx.store(responses, { ...request,", "later.push({ ...request,"),
      before("api/repeats/once.ts", "  let stored: unknown;", "  const later = [];"),
      before(
        "api/repeats/once.ts",
        "  if (result !== stored)",
        `${MOMENT} const { encoded, noParameters } = await import("#engine/db/client/values/parameters.ts");
         const parameters = noParameters();
         const insertion = responses.insertion(parameters, realm.id, later);
         await backgroundPool(realm).unsafe(insertion, encoded(parameters));`,
      ),
    ],
    servers: 1,
    blow: KILL,
  },
  {
    name: "read-too-far",
    wrong: "marking as read covers messages that come later",
    mutations: [
      instead(
        "domains/conversations/flags/ranges/read-ranges.ts",
        "h.last_message_id + 1 end as end",
        "h.last_message_id + 25 end as end",
      ),
      instead(
        "domains/conversations/flags/ranges/read-ranges.ts",
        "${newestMessageId + 1})`",
        "${newestMessageId + 25})`",
      ),
    ],
    servers: 1,
    blow: HARDLY,
  },
];

export const PLANTED_BUGS: readonly PlantedBug[] = [...LOCKED, ...OPTIMISTIC, ...ELSEWHERE];
