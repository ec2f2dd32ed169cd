import type { DeliveryId, Integration } from "./integration.ts";
import type { Signature } from "./requests/signature.ts";

/** The page of an integration in docs/integrations/, in Markdown. */
export function integrationPage(integration: Integration): string {
  const { name, title, about, setup, events, signature, delivery } = integration;
  const url = `https://PARLEY/api/v1/external/${name}?api_key=KEY&stream=CHANNEL`;
  const steps = [
    "In Parley, open **Settings**, **Bots**, and make a bot of the kind **Incoming webhook**. Beside its name, **URL** makes the URL with its key.",
    ...setup.map((step) => step.replaceAll("{url}", url)),
  ];
  return `${[
    `# ${title}`,
    "<!-- Written by `npm run docs` from the declaration of the integration. -->",
    about,
    "## Setting it up",
    steps
      // The formatter wants an empty line after a step of several paragraphs.
      .map((step, index) => `${index + 1}. ${step}${step.includes("\n") ? "\n" : ""}`)
      .join("\n")
      .trimEnd(),
    "## Events",
    Object.entries(events)
      .map(([event, sentence]) => `- \`${event}\`: ${sentence}`)
      .join("\n"),
    ...(Object.keys(events).length > 1 ? ["Others are answered with success, and nothing is sent."] : []),
    "## Parameters of the URL",
    PARAMETERS,
    "## Signatures",
    signature === undefined ? UNSIGNED : signed(signature),
    ...(delivery === undefined ? [] : ["## Deliveries that come again", repeated(delivery)]),
  ].join("\n\n")}\n`;
}

const PARAMETERS = [
  "- `api_key`: the bot's key. It can come as HTTP basic authentication instead, with the bot's email address.",
  "- `stream`: the name or ID of the channel; without it, the bot's owner gets direct messages.",
  "- `topic`: instead of the topic that the integration chooses.",
  '- `only_events`, `exclude_events`: JSON lists of names of events, with the wildcards `*` and `?`, such as `["issue*"]`.',
].join("\n");

const UNSIGNED =
  "The service does not sign its requests: whoever knows the URL can post. A bot that has a secret refuses them.";

const signed = ({ header, kind }: Signature): string =>
  `If the bot has a secret, every request must prove by its header \`${header}\` that the service knows it${
    kind === "hmac" ? ": the HMAC-SHA256 of the body" : ""
  }. The secret is set as \`webhook_secret\` of \`POST /bots\` or \`PATCH /bots/{bot_id}\`, or in the bot's settings. Without one, whoever knows the URL can post.`;

const repeated = (delivery: DeliveryId): string =>
  `A delivery is posted once in each place, whether the service repeats it by itself or somebody sends it again; the answer is a success all the same. It is known by ${
    "header" in delivery ? `the header \`${delivery.header}\`` : `\`${delivery.path}\` in the payload`
  } for 30 days.`;
