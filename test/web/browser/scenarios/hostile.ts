import assert from "node:assert/strict";
import { createChannel } from "../../../harness/channels.ts";
import { until } from "../../../harness/until.ts";
import { scenario } from "../scene.ts";

/** Each would set a mark on the page, hide it or ask the user something, if it were more than text. */
const TRICKS = [
  `<script>hacked = 1</script>`,
  `<img src=x onerror=hacked=1>`,
  `<svg onload=hacked=1><a href="javascript:hacked=1">`,
  `<style>body{display:none}</style>`,
  `"><b style="position:fixed;inset:0" onclick=alert(1)>`,
  `javascript:hacked=1`,
] as const;
const [SCRIPT, IMAGE, SVG, STYLE, QUOTE, LINK] = TRICKS;

/** Nothing of it is in the document except as text. */
const TRACES = `[
  globalThis.hacked,
  ...document.querySelectorAll("script:not([src]), style, svg a, [onerror], [onload], [onclick], [href^='javascript:' i], [src^='javascript:' i]"),
  ...[...document.querySelectorAll("article img[src='x'], .content [style]")],
].filter((one) => one !== undefined).map((one) => one.outerHTML ?? String(one))`;

scenario(
  "scripts, addresses of scripts, SVG and styles stay text in every field that people can set",
  async ({ hands, page, me, friend, server, button, dialog, look, visitor, notice }) => {
    const { desdemona } = server.cast;
    const short = (trick: string, most: number) => trick.slice(0, most);
    const villain = await server.cast.desdemona.call("POST /users", {
      email: "villain@elsinore.example",
      full_name: "Villain &lt;b&gt; ' onclick=hacked=1",
      password: "correct horse battery staple",
    });
    const channel = await createChannel(friend, {
      name: short(SVG, 60),
      description: `${SCRIPT} ${IMAGE} [a](${LINK}) ${STYLE}`,
      subscribers: [me.id, friend.id, villain.user_id],
    });
    const folder = await desdemona.call("POST /channel_folders/create", {
      name: short(IMAGE, 60),
      description: SCRIPT,
    });
    await desdemona.call("PATCH /streams/{stream_id}", {
      stream_id: channel.id,
      folder_id: folder.channel_folder_id,
    });
    await desdemona.call("POST /user_groups/create", {
      name: short(QUOTE, 100),
      description: STYLE,
      members: [me.id, friend.id],
    });
    await me.call("POST /users/me/status", { status_text: short(IMAGE, 60) });
    const { id: field } = await desdemona.call("POST /realm/profile_fields", {
      name: short(SCRIPT, 40),
      hint: short(IMAGE, 80),
      field_type: 1,
    });
    const { id: address } = await desdemona.call("POST /realm/profile_fields", { name: "Page", field_type: 5 });
    await me.call("PATCH /users/me/profile_data", { data: [{ id: field, value: short(SVG, 50) }] });
    await me.refused("PATCH /users/me/profile_data", { data: [{ id: address, value: LINK }] });
    const post = async (topic: string, content: string) =>
      (await friend.call("POST /messages", { type: "channel", to: channel.id, topic, content })).id;
    for (const trick of TRICKS)
      await post(short(trick, 60), `${trick}\n\n[link](${LINK}) ![${trick}](${LINK}) <${LINK}>`);
    await post("all", `/poll ${SCRIPT}\n${IMAGE}\n${SVG}`);
    const id = await post("all", `/me ${IMAGE} ${STYLE}`);
    await friend.call("PATCH /messages/{message_id}", { message_id: id, content: `/me ${SVG} @**${me.fullName}**` });
    const file = await upload(server.url, me, `${IMAGE}.png`);
    await me.call("POST /messages", { type: "channel", to: channel.id, topic: "all", content: `[${SVG}](${file})` });
    await friend.call("POST /messages", { type: "direct", to: [me.id, villain.user_id], content: SCRIPT });

    const seen = async (where: string) => {
      await look();
      assert.deepEqual(await page.evaluate(TRACES), [], where);
      assert.ok(await page.getByRole("main").isVisible(), where);
    };
    await page.evaluate(`location.hash = "#inbox"`);
    await page.getByRole("main").getByText(SCRIPT).first().waitFor();
    await seen("inbox");
    for (const fragment of [
      "#recent",
      "#feed",
      `#narrow/channel/${channel.id}`,
      `#narrow/channel/${channel.id}/topic/all`,
    ]) {
      await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
      await page.locator("article, .recent li").first().waitFor();
      await seen(fragment);
    }
    await page.locator(".widget").waitFor();
    for (const item of ["Edit history", "Message info"] as const) {
      await hands.openMenuOf(`@${me.fullName}`);
      await hands.choose(item);
      await dialog(item).locator("dl, ol").first().waitFor();
      await seen(item);
      await hands.closeDialog();
    }
    await page.evaluate(
      `location.hash = ${JSON.stringify(`#narrow/search/${encodeURIComponent(IMAGE).replaceAll("%", ".")}`)}`,
    );
    await page.getByRole("heading", { name: /^Search/ }).waitFor();
    await seen("search");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Go to/ }).fill("svg");
    await page.getByRole("option").first().waitFor();
    await seen("switcher");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /Elsinore/ }).click();
    await hands.choose(/^Your profile/);
    await dialog(me.fullName).getByText(short(SCRIPT, 40)).waitFor();
    await seen("profile");
    await hands.closeDialog();
    await visitor.open(`#narrow/channel/${channel.id}/topic/all`);
    await page.getByRole("textbox", { name: /^Message/ }).fill("");
    for (const begun of ["@", "#", "@vill"]) {
      await page.getByRole("textbox", { name: /^Message/ }).fill("");
      await page.getByRole("textbox", { name: /^Message/ }).pressSequentially(begun);
      await until(
        () => page.getByRole("option").count(),
        (count) => count > 0,
      );
      await seen(`completion of ${begun}`);
    }
    await page.getByRole("textbox", { name: /^Message/ }).fill(TRICKS.join("\n"));
    await hands.press(button("Preview"));
    await page.getByRole("region", { name: "Preview" }).getByText(SCRIPT).waitFor();
    await seen("preview");
    await hands.press(button("Preview"));
    await page.getByRole("textbox", { name: /^Message/ }).fill("");
    assert.equal(await notice(/wrong/).count(), 0);
  },
  ["pointer"],
);

async function upload(
  url: string,
  { email, apiKey }: { email: string; apiKey: string },
  name: string,
): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob(["<svg onload=hacked=1>"], { type: "image/svg+xml" }), name);
  const response = await fetch(`${url}/api/v1/user_uploads`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}` },
    body: form,
  });
  const answer = (await response.json()) as { url: string };
  return answer.url;
}
