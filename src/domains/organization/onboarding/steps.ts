import { Type } from "#platform/schema/type.ts";

export const StepSchema = Type.Object({ type: Type.String(), name: Type.String() });

const NOTICES = [
  "visibility_policy_banner",
  "intro_inbox_view_modal",
  "intro_recent_view_modal",
  "first_stream_created_banner",
  "jump_to_conversation_banner",
  "non_interleaved_view_messages_fading",
  "interleaved_view_messages_fading",
  "intro_resolve_topic",
  "navigation_tour_video",
  // Parley's own: which key sends messages.
  "enter_sends_question",
];
const ACTIONS = ["narrow_to_dm_with_welcome_bot_new_user"];

/** Hints that clients show to new users, each once. */
const STEPS = [
  ...NOTICES.map((name) => ({ type: "one_time_notice", name })),
  ...ACTIONS.map((name) => ({ type: "one_time_action", name })),
];

export const isStep = (name: string): boolean => STEPS.some((step) => step.name === name);

export const stepsLeft = (seen: readonly string[]) => STEPS.filter(({ name }) => !seen.includes(name));
