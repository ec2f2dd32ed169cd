import { t } from "../language/text.ts";
import { Icon } from "../ui/icon.tsx";
import { Lazily } from "../ui/lazily.tsx";
import { newMessage } from "./new-message-state.ts";

/** Its code comes when it is first used. */
export const NewMessageHost = () => (
  <Lazily load={() => import("#web/compose/new-message.tsx").then(({ NewMessageBox }) => NewMessageBox)} />
);

/** In views of many conversations. */
export const NewMessageButton = () => (
  <div class="compose-area closed">
    <button type="button" class="write-button" onClick={() => (newMessage.value = "any")}>
      <Icon name="pencil" /> {t("Write a message")}
    </button>
  </div>
);
