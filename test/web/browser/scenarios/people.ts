import assert from "node:assert/strict";
import { until } from "../../../harness/until.ts";
import { type Scene, scenario } from "../scene.ts";

/** What people do with their account, and what they learn of others. */

const openAccountMenu = async ({ hands, page }: Scene) => {
  if (hands.way === "touch") await hands.press(page.getByRole("button", { name: "Channels and conversations" }));
  await hands.press(page.getByRole("button", { name: /Elsinore/ }));
};

scenario("a status is set, and a profile shows it", async (scene) => {
  const { hands, button, dialog, me, page } = scene;
  await openAccountMenu(scene);
  await hands.choose("Set your status");
  await dialog("Your status").waitFor();
  await hands.press(button("In a meeting"));
  await hands.press(button("Save"));
  await dialog().waitFor({ state: "detached" });
  if (hands.way === "touch") await page.evaluate(`location.hash = "#feed"`);
  await openAccountMenu(scene);
  await hands.choose(/^Your profile/);
  await dialog(me.fullName).getByText("In a meeting").waitFor();
  await hands.closeDialog();
});

scenario("lines are as close together as the user wants", async (scene) => {
  const { hands, page, channel, post, me, row } = scene;
  await post("density", "How high is a line?");
  await hands.open(channel.name, "density");
  const height = async () => (await row("How high is a line?").boundingBox())?.height ?? 0;
  const heights: number[] = [];
  for (const [percent, density] of [
    [110, "compact"],
    [140, "normal"],
    [170, "relaxed"],
  ] as const) {
    await me.call("PATCH /settings", { web_line_height_percent: percent });
    await until(
      () => page.evaluate("document.documentElement.dataset.density"),
      (shown) => shown === density,
    );
    heights.push(await height());
    await scene.look();
  }
  assert.deepEqual(
    heights,
    heights.toSorted((a, b) => a - b),
  );
  assert.equal(new Set(heights).size, 3);
  await me.call("PATCH /settings", { web_line_height_percent: 140 });
});
