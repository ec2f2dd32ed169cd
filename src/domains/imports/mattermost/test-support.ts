/** A server as Mattermost exports it in bulk: the lines, and the files that they name. */

const membership = (name: string, more: object = {}) => ({ name, roles: "channel_user", ...more });

const user = (username: string, more: object = {}) => ({
  type: "user",
  user: { username, email: `${username}@acme.example`, roles: "system_user", ...more },
});

const post = (userName: string, message: string, create_at: number, more: object = {}) => ({
  type: "post",
  post: { team: "acme", channel: "town-square", user: userName, message, create_at, ...more },
});

export const LINES: readonly object[] = [
  { type: "version", version: 1, info: { generator: "mattermost-server" } },
  { type: "role", role: { name: "custom" } },
  { type: "emoji", emoji: { name: "party", image: "exported_emoji/party.png" } },
  { type: "emoji", emoji: { name: "lost", image: "exported_emoji/lost.png" } },
  { type: "team", team: { name: "acme", display_name: "Acme Inc", type: "O" } },
  { type: "team", team: { name: "labs", display_name: "Labs", type: "I" } },
  {
    type: "channel",
    channel: {
      team: "acme",
      name: "town-square",
      display_name: "Town Square",
      type: "O",
      header: "News",
      purpose: "For all",
    },
  },
  {
    type: "channel",
    channel: { team: "acme", name: "secret", display_name: "Secret", type: "P", deleted_at: 1700000000000 },
  },
  { type: "channel", channel: { team: "labs", name: "town-square", display_name: "Town Square", type: "O" } },
  user("mia", {
    first_name: "Mia",
    last_name: "Owner",
    roles: "system_user system_admin",
    profile_image: "profile_pictures/mia.png",
    teams: [
      {
        name: "acme",
        roles: "team_user team_admin",
        channels: [
          membership("town-square", {
            favorite: true,
            notify_props: { desktop: "all", mobile: "mention", mark_unread: "all" },
          }),
          membership("secret", { notify_props: { desktop: "default", mark_unread: "mention" } }),
          membership("nowhere"),
        ],
      },
    ],
  }),
  user("noor.b", {
    nickname: "Noor B",
    teams: [{ name: "acme", roles: "team_user team_admin", channels: [membership("town-square")] }],
  }),
  user("ola", {
    delete_at: 1700000000000,
    teams: [{ name: "acme", roles: "team_user", channels: [membership("town-square")] }],
  }),
  user("pat", { roles: "system_guest", email: "MIA@acme.example" }),
  { type: "bot", bot: { username: "ci", display_name: "CI", owner: "mia" } },
  post("mia", "Ask @noor.b. or @ola, @all: see ~secret and `@mia` ~~gone~~\nmore", 1700000003000, {
    edit_at: 1700000009500,
    flagged_by: ["noor.b"],
    reactions: [
      { user: "noor.b", emoji_name: "tada", create_at: 1 },
      { user: "ola", emoji_name: "party", create_at: 1 },
      { user: "ola", emoji_name: "lost", create_at: 1 },
    ],
    replies: [
      { user: "noor.b", message: "a reply", create_at: 1700000005000 },
      { user: "zoe", message: "from nobody", create_at: 1700000004000 },
    ],
    attachments: [{ path: "20231114/plan.txt" }, { path: "20231114/lost.txt" }],
  }),
  post("noor.b", "the first", 1700000001250),
  post("mia", "mia joined", 1700000001500, { type: "system_join_channel" }),
  post("mia", "", 1700000006000, {
    props: {
      from_webhook: "true",
      override_username: "Grafana",
      attachments: [{ title: "Alert", title_link: "https://g.example/", text: "high *load*" }],
    },
  }),
  post("mia", "in the labs", 1700000007000, { team: "labs" }),
  post("mia", "lost", 1700000007000, { channel: "gone" }),
  post("mia", "no time", -5),
  post("ci", "built", 1700000008000),
  { type: "direct_channel", direct_channel: { members: ["mia", "noor.b"] } },
  {
    type: "direct_post",
    direct_post: { channel_members: ["mia", "noor.b"], user: "noor.b", message: "privately", create_at: 1700000002000 },
  },
  {
    type: "direct_post",
    direct_post: {
      channel_members: ["mia", "ola", "pat"],
      user: "pat",
      message: "the three of us",
      create_at: 1700000002500,
    },
  },
];

export const jsonl = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

export const mattermostExport = (picture: Buffer): Readonly<Record<string, unknown>> => ({
  "import.jsonl": jsonl(LINES),
  "data/exported_emoji/party.png": picture,
  "data/profile_pictures/mia.png": picture,
  "data/20231114/plan.txt": "the plan",
});
