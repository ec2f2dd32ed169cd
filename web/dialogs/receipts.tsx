import { t, tn } from "../language/text.ts";
import { call } from "../link/http.ts";
import type { Message } from "../state/registered.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Loaded } from "./loaded.tsx";
import { PeopleList } from "./people-list.tsx";

/** Who has read a message. */
export function Receipts({ message }: { message: Message }) {
  const load = () => call("GET /messages/{message_id}/read_receipts", { message_id: message.id });
  return (
    <Dialog title={t("Who has read it")}>
      <Loaded load={load}>
        {({ user_ids: ids }) =>
          ids.length === 0 ? (
            <p>{t("No one yet.")}</p>
          ) : (
            <>
              <p class="hint">
                {tn(ids.length, "{count} person has read this message.", "{count} people have read this message.")}{" "}
                {t("People who do not share this are not counted.")}
              </p>
              <PeopleList ids={ids} />
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}
