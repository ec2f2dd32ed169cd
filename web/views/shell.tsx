import { useComputed, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { startActions } from "../actions/start.ts";
import { t } from "../language/text.ts";
import { countFor } from "../notify/count.ts";
import { Page } from "../pages/page.tsx";
import { connection, current, post, property } from "../store.ts";
import { afterFrame, isPainted } from "../ui/after-frame.ts";
import { lazily } from "../ui/lazily.tsx";
import { isNavigationOpen } from "../ui/layout.ts";
import { MissingPart } from "../ui/parts.tsx";
import { isMutedTopic } from "../ui/visibility.ts";
import { type Route, route } from "../ui/route.ts";
import { Conversation } from "./conversation.tsx";
import { LightboxHost } from "./lightbox-host.tsx";
import { SwitcherHost } from "./switcher-host.tsx";

const NO_NAVIGATION = <nav class="navigation" />;
const Navigation = lazily(
  () => import("#web/views/columns/navigation.tsx").then((part) => part.Navigation),
  NO_NAVIGATION,
);
const NO_PEOPLE = <aside class="people" />;
const PeopleColumn = lazily(
  () => import("#web/views/columns/people-column.tsx").then((part) => part.PeopleColumn),
  NO_PEOPLE,
);

export function Shell() {
  const title = useComputed(() => {
    const count = countFor(current.value, isMutedTopic);
    return `${count > 0 ? `(${count}) ` : ""}${property("realm_name", "Parley")}`;
  });
  // Not with the next drawing of the shell, which may be much later, and in a tab in the background never.
  useSignalEffect(() => {
    document.title = title.value;
  });
  useEffect(() => {
    isNavigationOpen.value = false;
  }, [route.value]);
  useEffect(watchActivity, []);
  useEffect(startActions, []);
  useEffect(drawAround, []);
  const { value: shown } = route;
  return (
    <div class={`shell ${isNavigationOpen.value ? "navigating" : ""} ${shown.view === "page" ? "paged" : ""}`}>
      <a class="skip" href="#main" onClick={skip}>
        {t("Skip to the messages")}
      </a>
      {isPainted.value ? <Navigation /> : NO_NAVIGATION}
      <div class="veil" onClick={() => (isNavigationOpen.value = false)} />
      <Shown route={shown} />
      {shown.view !== "page" && (isPainted.value ? <PeopleColumn /> : NO_PEOPLE)}
      <SwitcherHost />
      <LightboxHost />
      <MissingPart />
      {connection.value === "offline" && (
        <p class="banner" role="status">
          {t("You are offline. Your messages will be sent when you are back online.")}
        </p>
      )}
    </div>
  );
}

function Shown({ route: shown }: { readonly route: Route }) {
  if (shown.view === "narrow") return <Conversation narrow={shown.narrow} />;
  if (shown.view === "page") return <Page key={shown.area} area={shown.area} path={shown.path} />;
  if (shown.view === "recent") return <Recent />;
  return shown.view === "topics" ? <AllTopics key={shown.channelId} channelId={shown.channelId} /> : <Inbox />;
}

const WAITING = <main class="column" id="main" tabIndex={-1} aria-busy="true" />;
const Inbox = lazily(() => import("#web/views/lists/inbox.tsx").then((part) => part.Inbox), WAITING);
const Recent = lazily(() => import("#web/views/lists/recent.tsx").then((part) => part.Recent), WAITING);
const AllTopics = lazily(() => import("#web/views/lists/topics.tsx").then((part) => part.AllTopics), WAITING);

/** Messages that are on their way are drawn first, unless they take long. */
const MESSAGES_MS = 250;

function drawAround(): () => void {
  const draw = () => (isPainted.value = true);
  if (route.peek().view !== "narrow") return afterFrame(draw);
  const timer = setTimeout(draw, MESSAGES_MS);
  return () => clearTimeout(timer);
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** How often other parts hear that the user does something. */
const ACTIVE_MS = 20_000;

function watchActivity(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let reportedAt = 0;
  const active = () => {
    if (Date.now() - reportedAt < ACTIVE_MS) return;
    reportedAt = Date.now();
    post({ kind: "active" });
  };
  for (const type of ["keydown", "pointerdown", "wheel"] as const)
    addEventListener(type, active, { signal, passive: true });
  return () => ended.abort();
}
