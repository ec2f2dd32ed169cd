import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../language/text.ts";
import { type Conversation, keyOf } from "../state/conversation.ts";
import { TYPING_EXPIRES_MS } from "../state/typing.ts";
import { current, setting } from "../store.ts";
import { nameOf } from "../ui/names.tsx";

/** Who else is writing here. */
export function TypingLine({ conversation }: { conversation: Conversation }) {
  const now = useSignal(Date.now());
  const typing = setting("receives_typing_notifications", true)
    ? current.value.typing.get(keyOf(conversation))
    : undefined;
  useEffect(() => {
    if (typing === undefined) return;
    now.value = Date.now();
    const timer = setInterval(() => (now.value = Date.now()), 5000);
    return () => clearInterval(timer);
  }, [typing]);
  const names = [...(typing ?? [])]
    .filter(([, since]) => now.value - since < TYPING_EXPIRES_MS)
    .map(([id]) => nameOf(id));
  return (
    <p class="typing" role="status">
      {sentence(names)}
    </p>
  );
}

function sentence(names: readonly string[]): string {
  const [first, second] = names;
  if (first === undefined) return "";
  if (second === undefined) return t("{person} is typing…", { person: first });
  return names.length === 2
    ? t("{first} and {second} are typing…", { first, second })
    : t("Several people are typing…");
}
