import { call } from "../link/http.ts";
import type { Message } from "../state/registered.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Loaded } from "./loaded.tsx";
import { PeopleList } from "./people-list.tsx";

/** Who has read a message. */
export function Receipts({ message }: { message: Message }) {
  const load = () => call("GET /messages/{message_id}/read_receipts", { message_id: message.id });
  return (
    <Dialog title="Who has read it">
      <Loaded load={load}>
        {({ user_ids: ids }) =>
          ids.length === 0 ? (
            <p>Nobody yet.</p>
          ) : (
            <>
              <p class="hint">
                {ids.length === 1 ? "One person has" : `${ids.length} people have`} read this message. Those who do not
                tell others are not counted.
              </p>
              <PeopleList ids={ids} />
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}
