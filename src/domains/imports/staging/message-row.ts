import { Type } from "#platform/schema/type.ts";
import { FLAG_BITS, TRAIT_BITS } from "#domains/exports/archive/format.ts";
import { Extra, RowId, Ids, Maybe, Name, Text, Time } from "./fields.ts";

const [MAX_CONTENT_LENGTH, MAX_HTML_LENGTH] = [10_000, 1_000_000];

const Edit = Type.Object({
  user_id: Maybe(RowId()),
  /** UNIX seconds. */
  timestamp: Type.Integer({ minimum: 0, maximum: 4_102_444_800 }),
  prev_content: Extra(Text(MAX_CONTENT_LENGTH)),
  prev_rendered_content: Extra(Text(MAX_HTML_LENGTH)),
  prev_topic: Extra(Text(60)),
  topic: Extra(Text(60)),
  prev_stream: Extra(RowId()),
  stream: Extra(RowId()),
});

const FLAG_NAMES = Object.keys(FLAG_BITS) as (keyof typeof FLAG_BITS)[];
const TRAIT_NAMES = Object.keys(TRAIT_BITS) as (keyof typeof TRAIT_BITS)[];

export const StagedMessage = Type.Object({
  id: RowId(),
  type: Type.Enum(["channel", "direct"]),
  conversation_id: RowId(),
  /** A user, or a system bot. */
  sender_id: RowId(),
  topic: Extra(Text(60)),
  content: Name(MAX_CONTENT_LENGTH),
  /** Without it, or if it has what the renderer never writes, the text is rendered. */
  rendered_content: Extra(Text(MAX_HTML_LENGTH)),
  /** What follows from the text; without it the text is rendered to find out. */
  traits: Extra(Type.Array(Type.Enum([...TRAIT_NAMES]), { maxItems: TRAIT_NAMES.length })),
  sent_at: Time(),
  client: Extra(Name(100)),
  /** By default true. */
  read_by_sender: Extra(Type.Boolean()),
  origin_id: Extra(RowId()),
  /** Of a message that was moved: each channel that it was in, and from which message on, the first one first. */
  moves: Extra(Type.Array(Type.Array(RowId(), { minItems: 2, maxItems: 2 }), { maxItems: 10_000 })),
  /** The newest first. */
  edits: Extra(Type.Array(Edit, { maxItems: 10_000 })),
  reactions: Extra(
    Type.Array(
      Type.Object({
        user_id: RowId(),
        reaction_type: Type.Enum(["unicode_emoji", "realm_emoji", "zulip_extra_emoji"]),
        emoji_code: Name(100),
        emoji_name: Name(100),
      }),
      { maxItems: 100_000 },
    ),
  ),
  submessages: Extra(
    Type.Array(Type.Object({ id: RowId(), sender_id: RowId(), msg_type: Text(100), content: Text(100_000) }), {
      maxItems: 10_000,
    }),
  ),
  /** Without it: the files that the text links to. */
  uploads: Extra(Ids(10_000)),
  /** Without it: those who are mentioned. */
  flags: Extra(
    Type.Array(
      Type.Object({
        user_id: RowId(),
        flags: Type.Array(Type.Enum([...FLAG_NAMES]), { minItems: 1, maxItems: FLAG_NAMES.length }),
      }),
      { maxItems: 1_000_000 },
    ),
  ),
});
