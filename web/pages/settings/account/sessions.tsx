import { t } from "../../../language/text.ts";
import { call } from "../../../link/http.ts";
import { Icon } from "../../../ui/icon.tsx";
import { shortMoment } from "../../../ui/short-time.ts";
import { attempt } from "../../../ui/toast.ts";
import { PAGE_ICONS } from "../../icons.ts";
import { Live } from "../../live.tsx";
import { browserName } from "./browser-name.ts";

const end = (id: number): Promise<unknown> => call("DELETE /sessions/{session_id}", { session_id: id });

/** Browsers in which the user is logged in. */
export function Sessions() {
  return (
    <Live load={() => call("GET /sessions")}>
      {({ sessions }, again) => {
        const others = sessions.filter(({ is_current }) => !is_current);
        const endThese = (ids: readonly number[]) => void attempt(() => Promise.all(ids.map(end))).then(again);
        return (
          <>
            <ul class="rows">
              {sessions.map((session) => (
                <li key={session.session_id}>
                  <Icon name={PAGE_ICONS.monitor} />
                  <div class="row-text">
                    <p>
                      {browserName(session.user_agent) || t("Unknown browser")}
                      {session.is_current && <span class="tag">{t("This browser")}</span>}
                    </p>
                    <p class="hint">
                      {session.address} · {t("last used: {time}", { time: shortMoment(session.last_seen) })}
                    </p>
                  </div>
                  {!session.is_current && (
                    <button type="button" class="secondary" onClick={() => endThese([session.session_id])}>
                      {t("Log out")}
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {others.length > 1 && (
              <button
                type="button"
                class="secondary"
                onClick={() => endThese(others.map(({ session_id }) => session_id))}
              >
                {t("Log out everywhere else")}
              </button>
            )}
          </>
        );
      }}
    </Live>
  );
}
