import assert from "node:assert/strict";
import { until } from "../../../harness/until.ts";
import { scenario } from "../scene.ts";
import { visit } from "../visitor.ts";
import { noticesOf, STUB } from "./notices.ts";

scenario(
  "notifications are paused for a while, and in quiet hours",
  async ({ browser, server, me, friend }) => {
    const visitor = await visit(browser, server.url);
    const { page } = visitor;
    await page.context().addInitScript(STUB);
    await visitor.comeBack(me.name, "#inbox");
    const direct = async (content: string) => {
      await friend.call("POST /messages", { type: "direct", to: [me.id], content });
      await page.getByRole("main").getByText(content).waitFor();
    };
    const account = () => page.locator("button.organization-name").click();
    const item = (name: RegExp) => page.getByRole("menuitem", { name }).click();
    await account();
    await item(/^Pause notifications…/);
    await page.getByRole("menu", { name: "Pause notifications" }).waitFor();
    await visitor.check("pointer/pause");
    await item(/^For an hour/);
    await page
      .locator(".toasts")
      .getByText(/^Nothing is announced on this device until/)
      .waitFor();
    await direct("Sleep well");
    await account();
    await item(/^Resume notifications/);
    await direct("Wake up");
    await until(
      () => noticesOf(page),
      (list) => list.length > 0,
    );
    assert.deepEqual(await noticesOf(page), [`${friend.fullName}: Wake up`]);

    await visitor.open("#settings/notifications");
    await page.getByRole("checkbox", { name: "Announce nothing during quiet hours" }).check();
    const clock = (minutes: number) =>
      page.evaluate<string>(`new Date(Date.now() + ${minutes} * 60000).toTimeString().slice(0, 5)`);
    await page.getByLabel("Quiet from").fill(await clock(-60));
    await page.getByLabel("Quiet until").fill(await clock(60));
    await page.getByLabel("Quiet until").blur();
    await visitor.check("pointer/quiet hours");
    await visitor.open("#inbox");
    await direct("Good night");
    await visitor.open("#settings/notifications");
    await page.getByRole("checkbox", { name: "Announce nothing during quiet hours" }).uncheck();
    await visitor.open("#inbox");
    await direct("Good morning");
    await until(
      () => noticesOf(page),
      (list) => list.length > 1,
    );
    assert.equal((await noticesOf(page))[1], `${friend.fullName}: Good morning`);
    await visitor.close();
  },
  ["pointer"],
);
