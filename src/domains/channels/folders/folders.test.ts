import assert from "node:assert/strict";
import { before, suite, test } from "node:test";
import { channelOf, createChannel } from "../../../../test/harness/channels.ts";
import { startTestServer, type TestServer } from "../../../../test/harness/server.ts";
import { holds } from "../../../../test/events/holds.ts";

const CREATE = "POST /channel_folders/create";
const PATCH = "PATCH /channel_folders/{channel_folder_id}";

suite("folders of channels", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });

  const make = async (name: string, description = "") =>
    (await server.cast.iago.call(CREATE, { name, description })).channel_folder_id;
  const listed = async (include_archived = false) =>
    (await server.cast.polonius.call("GET /channel_folders", { include_archived })).channel_folders;

  test("administrators create and change folders, and everybody sees them and gets events", async () => {
    const { iago, hamlet } = server.cast;
    let id = 0;
    await holds(server, async () => {
      id = await make(" Castle ", "of *stone*");
    });
    const folder = {
      ...{ id, name: "Castle", description: "of *stone*", rendered_description: "<p>of <em>stone</em></p>" },
      ...{ order: id, creator_id: iago.id, is_archived: false },
    };
    assert.partialDeepStrictEqual((await listed()).at(-1), folder);
    const update = { channel_folder_id: id, name: "CASTLE", description: "of sand" };
    const queue = await hamlet.register();
    await holds(server, () => iago.call(PATCH, update));
    assert.deepEqual(
      (await hamlet.drain(queue)).map((event) => event["data"]),
      [{ name: "CASTLE" }, { description: "of sand", rendered_description: "<p>of sand</p>" }],
    );
    await iago.call(PATCH, update);
    assert.deepEqual(await hamlet.drain(queue), [], "nothing new");
    const refusals = [
      await hamlet.refused(CREATE, { name: "mine", description: "" }),
      await hamlet.refused(PATCH, update),
      await hamlet.refused("PATCH /channel_folders", { order: [id] }),
    ];
    for (const { code } of refusals) assert.equal(code, "UNAUTHORIZED_PRINCIPAL");
  });

  test("an administrator gives folders in use unique and valid names", async () => {
    const { iago } = server.cast;
    const id = await make("Garden");
    for (const name of ["", "  ", "x".repeat(61), "a\u0007b", "gArDeN"]) {
      assert.equal((await iago.refused(CREATE, { name, description: "" })).code, "BAD_REQUEST", name);
    }
    const long = "x".repeat(1025);
    assert.equal((await iago.refused(CREATE, { name: "fine", description: long })).code, "BAD_REQUEST");
    assert.equal((await iago.refused(CREATE, { name: "fine", description: "a\u0000" })).code, "BAD_REQUEST");
    await holds(server, () => iago.call(PATCH, { channel_folder_id: id, is_archived: true }));
    assert.ok(!(await listed()).some((folder) => folder.id === id));
    assert.ok((await listed(true)).some((folder) => folder.id === id));
    const other = await make("garden");
    const back = { channel_folder_id: id, is_archived: false };
    assert.equal((await iago.refused(PATCH, back)).code, "BAD_REQUEST");
    await iago.call(PATCH, { ...back, name: "Old garden" });
    assert.equal((await iago.refused(PATCH, { channel_folder_id: other, name: "old Garden" })).code, "BAD_REQUEST");
    assert.equal((await iago.refused(PATCH, { channel_folder_id: 999_999, name: "x" })).code, "BAD_REQUEST");
  });

  test("an administrator orders the folders by a list that names every one", async () => {
    const { iago } = server.cast;
    const ids = [await make("a"), await make("b"), await make("c")];
    const all = (await listed(true)).map(({ id }) => id);
    assert.equal((await iago.refused("PATCH /channel_folders", { order: ids })).code, "BAD_REQUEST");
    const order = [...all].reverse();
    await holds(server, () => iago.call("PATCH /channel_folders", { order: [999_999, ...order, ...order] }));
    assert.deepEqual(
      (await listed(true)).map(({ id, order: place }) => [id, place]),
      order.map((id, index) => [id, index]),
    );
    const again = await startTestServer({ database: server.database });
    const { channel_folders } = await again.cast.iago.call("GET /channel_folders", { include_archived: true });
    assert.deepEqual(
      channel_folders.map(({ id }) => id),
      order,
    );
  });

  test("a user who administers a channel moves it into a folder and out of it", async () => {
    const { hamlet, iago } = server.cast;
    const [folder, archived] = [await make("attic"), await make("cellar")];
    await iago.call(PATCH, { channel_folder_id: archived, is_archived: true });
    const channel = await createChannel(hamlet, { folder_id: folder });
    assert.equal((await channelOf(hamlet, channel.id)).folder_id, folder);
    const set = (folder_id: number | null) => ({ stream_id: channel.id, folder_id });
    for (const bad of [999_999, archived]) {
      assert.equal((await hamlet.refused("PATCH /streams/{stream_id}", set(bad))).code, "BAD_REQUEST");
      await hamlet.refused("POST /users/me/subscriptions", { subscriptions: [{ name: "new" }], folder_id: bad });
    }
    const filled = { channel_folder_id: folder, is_archived: true };
    assert.equal((await iago.refused(PATCH, filled)).code, "BAD_REQUEST");
    await hamlet.call("DELETE /streams/{stream_id}", { stream_id: channel.id });
    assert.equal((await iago.refused(PATCH, filled)).code, "BAD_REQUEST", "archived channels count");
    await hamlet.call("PATCH /streams/{stream_id}", { stream_id: channel.id, is_archived: false });
    await holds(server, () => hamlet.call("PATCH /streams/{stream_id}", set(null)));
    await holds(server, () => hamlet.call("PATCH /streams/{stream_id}", set(folder)));
    await hamlet.call("PATCH /streams/{stream_id}", set(null));
    await iago.call(PATCH, filled);
  });
});
