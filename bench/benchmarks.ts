import type { Benchmark } from "./harness/benchmark.ts";
import { compression } from "./workloads/compression.ts";
import { cookie } from "./workloads/cookie.ts";
import { fanOut } from "./workloads/fan-out.ts";
import { fetch } from "./workloads/fetch.ts";
import { fetchGrowth } from "./workloads/fetch-growth.ts";
import { firstUnread } from "./workloads/first-unread.ts";
import { idleMemory } from "./workloads/idle-memory.ts";
import { index } from "./workloads/index.ts";
import { bulkSubscribe, modelLarge, registerLarge, startLarge } from "./workloads/large.ts";
import { latency } from "./workloads/latency.ts";
import { markRead } from "./workloads/mark-read.ts";
import { newcomer } from "./workloads/newcomer.ts";
import { orgsSpread } from "./workloads/orgs-spread.ts";
import { park } from "./workloads/park.ts";
import { permission } from "./workloads/permission.ts";
import { queues } from "./workloads/queues.ts";
import { presence } from "./workloads/presence.ts";
import { channels, register } from "./workloads/register.ts";
import { render } from "./workloads/render.ts";
import { scheduled } from "./workloads/scheduled.ts";
import { search } from "./workloads/search.ts";
import { searchGrowth } from "./workloads/search-growth.ts";
import { searchLoad } from "./workloads/search-load.ts";
import { send } from "./workloads/send.ts";
import { sendFlat } from "./workloads/send-flat.ts";
import { subscribe } from "./workloads/subscribe.ts";
import { start } from "./workloads/start.ts";
import { twoProcesses } from "./workloads/two-processes.ts";
import { topics } from "./workloads/topics.ts";
import { unread } from "./workloads/unread.ts";
import { webhookFlood } from "./workloads/webhook-flood.ts";
import { webLarge } from "./workloads/web-large.ts";
import { webLoad, webReload } from "./workloads/web-load.ts";
import { webScroll } from "./workloads/web-scroll.ts";
import { webSend } from "./workloads/web-send.ts";
import { webSize } from "./workloads/web-size.ts";
import { webSwitch } from "./workloads/web-switch.ts";
import { webTabs } from "./workloads/web-tabs.ts";

/** All benchmarks, in the order in which they run. */
export const benchmarks: readonly Benchmark[] = [
  send,
  sendFlat,
  twoProcesses,
  orgsSpread,
  fanOut,
  latency,
  park,
  queues,
  register,
  channels,
  fetch,
  fetchGrowth,
  firstUnread,
  newcomer,
  render,
  permission,
  subscribe,
  index,
  search,
  searchGrowth,
  searchLoad,
  topics,
  markRead,
  unread,
  scheduled,
  webhookFlood,
  presence,
  compression,
  cookie,
  start,
  idleMemory,
  startLarge,
  modelLarge,
  registerLarge,
  bulkSubscribe,
  webSize,
  webLoad,
  webReload,
  webSwitch,
  webSend,
  webScroll,
  webTabs,
  webLarge,
];
