import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Measured } from "../../bench/harness/processes.ts";
import { testCluster } from "../harness/database.ts";
import { growthOf } from "./flat.ts";
import { createCrowd } from "./people/crowd.ts";
import { createLedger } from "./people/ledger.ts";
import { everybody } from "./people/organization.ts";
import { openStage } from "./people/stage.ts";
import { climb } from "./ramp.ts";

suite("the load run", () => {
  test("people lose nothing when their server is killed under load, and continue their queues at the next one", async () => {
    const stage = await openStage({ users: 500, cluster: await testCluster() });
    try {
      const { port } = await stage.start();
      const crowd = createCrowd(stage, { periodMs: 1000, ports: () => [port] });
      const options = { from: 40, step: 40, seconds: 0.3, periodMs: 1000, calmMs: 300, progress: () => {} };
      await climb({ ...stage, users: 80 }, crowd, options);
      await stage.kill(stage.servers[0] as Measured);
      await stage.start(port);
      await crowd.resize(100);
      const { times } = crowd.ledger.measure();
      await crowd.send(everybody(stage.users));
      assert.deepEqual(await crowd.settle(), []);
      assert.ok(times.count >= 100, "everybody received what was sent last");
      assert.ok(crowd.tally.refused > 0, "the server was away");
      crowd.close();
    } finally {
      await stage.close();
    }
  });

  test("a message that was lost, repeated or for others is found, and one without an acknowledgement may be lost", () => {
    const ledger = createLedger();
    const receiver = (index: number) => ({ index, since: 0, received: [] as number[] });
    const [hamlet, othello, cordelia] = [receiver(1), receiver(2), receiver(3)];
    const to = { channelId: 7, topic: "load", members: { from: 1, until: 3 } };
    const sent = Array.from({ length: 3 }, () => ledger.begin(to));
    for (const { number } of sent.slice(0, 2)) ledger.acknowledged(number);
    for (const { content } of sent.slice(0, 2)) ledger.receive(hamlet, `<p>${content}</p>`);
    assert.deepEqual(ledger.lacking([hamlet, othello, cordelia]), [othello]);
    assert.deepEqual(ledger.check([hamlet, cordelia]), []);
    ledger.receive(othello, sent[0]?.content ?? "");
    assert.match(ledger.check([othello]).join(), /person 2 lost 1 messages, the first is 1/);
    ledger.receive(hamlet, sent[0]?.content ?? "");
    assert.match(ledger.check([hamlet]).join(), /person 1 received 1 messages again/);
    ledger.receive(cordelia, sent[1]?.content ?? "");
    assert.match(ledger.check([cordelia]).join(), /person 3 received message 1, which was for others/);
  });

  test("a figure that grows from the first quarter to the last is found, and one that swings is not", () => {
    const limit = { name: "memory", share: 0.1, slack: 1 };
    const over = (value: (at: number) => number) => Array.from({ length: 60 }, (_, at) => value(at));
    assert.equal(
      growthOf(
        limit,
        over((at) => 100 + at),
      ).isFlat,
      false,
    );
    assert.equal(
      growthOf(
        limit,
        over((at) => 100 + 30 * (at % 5)),
      ).isFlat,
      true,
    );
    assert.match(
      growthOf(
        limit,
        over(() => 100),
      ).sentence,
      /memory: 100 in the first quarter, 100 in the last, at most 111/,
    );
  });
});
